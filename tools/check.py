#!/usr/bin/env python3
"""A second checker of certificates of proved periods, written from docs/certificate.md alone. Standard library only.

usage: check.py FILE... [--segments A..B] [--json]     exit code 0 valid, 1 invalid, 2 unreadable or bad usage
"""
import functools, hashlib, json, re, sys

NUMBER = r"(?:0|[1-9][0-9]{0,19})"
HEX = r"[0-9a-f]{64}"
FIELDS_PER_LINE = 24
THEOREMS = {"closed": ("nim", "take-up-to", "three-parts"), "small": ("T1", "T1'", "T2", "T2'", "T6", "T7"),
            "sparse": ("T4",), "segmented": ("T4",)}


class Invalid(Exception):
    pass


class NoSegments(Exception):
    pass


def need(holds, otherwise):
    if not holds:
        raise Invalid(otherwise)


class Reader:
    def __init__(self, text):
        need(len(text) <= 2**25, "the file is too large")
        need(text.startswith("sprague certificate 1\n"), "another version, or no certificate")
        closing = re.search(r"\nsha256 (%s)\n\Z" % HEX, text)
        need(closing, "the closing line is missing: truncated")
        body = text[: closing.start() + 1]
        need(hashlib.sha256(body.encode()).hexdigest() == closing[1], "the closing SHA-256 is another")
        self.lines, self.at = body.split("\n")[1:-1], 0

    def peek(self, keyword):
        return self.at < len(self.lines) and self.lines[self.at].startswith(keyword + " ")

    def field(self, keyword, pattern):
        found = self.at < len(self.lines) and re.fullmatch("%s (%s)" % (keyword, pattern), self.lines[self.at], re.ASCII)
        need(found, "line %d: no proper `%s`" % (self.at + 2, keyword))
        self.at += 1
        return found[1]

    def number(self, keyword):
        return number(self.field(keyword, NUMBER))

    def list(self, keyword, pattern):
        fields, full = [], True
        while self.peek(keyword):
            line = self.field(keyword, "%s(?: %s)*" % (pattern, pattern)).split(" ")
            need(full and len(line) <= FIELDS_PER_LINE, "a line of a list has not the right length")
            full = len(line) == FIELDS_PER_LINE
            fields += line
        return fields

    def runs(self, keyword):
        runs = []
        for run in self.list(keyword, r"%s(?:\*%s)?" % (NUMBER, NUMBER)):
            value, _, count = run.partition("*")
            need(int(value) < 2**32 and (count == "" or 2 <= int(count) < 2**32), "a run is out of range")
            need(not runs or runs[-1][0] != int(value), "a run is not as long as can be")
            runs.append((int(value), int(count or 1)))
        need(runs, "there are no values")
        return runs


def number(text):
    need(int(text) <= 2**56, "a number is too large")
    return int(text)


def read_set(text):
    ranges = []
    for item in text.split(","):
        low, dots, high = item.partition("..")
        low, high = number(low), (number(low) if not dots else number(high) if high else None)
        need(high is None or high > low or not dots, "a range is empty or no range")
        need(not ranges or (ranges[-1][1] is not None and low >= ranges[-1][1] + 2), "ranges without a gap")
        ranges.append((low, high))
    return tuple(ranges)


def within(ranges, n):
    return any(low <= n and (high is None or n <= high) for low, high in ranges)


def up_to(ranges, most):
    for low, high in ranges:
        yield from range(low, (most if high is None else min(high, most)) + 1)


class Rule:
    def __init__(self, reader):
        self.moves, pattern = [], r"take (\S+) leave (\S+) cond (any|not-all-equal|differ=%s) on (\S+)" % NUMBER
        item = r"%s(\.\.(%s)?)?" % (NUMBER, NUMBER)
        while reader.peek("move"):
            fields = re.fullmatch(pattern, reader.field("move", pattern), re.ASCII).groups()
            need(all(re.fullmatch(r"%s(,%s)*" % (item, item), fields[i]) for i in (0, 1, 3)), "no proper set")
            take, leave, on = (read_set(fields[i]) for i in (0, 1, 3))
            gap = {"any": 0, "not-all-equal": -1}.get(fields[2]) if "=" not in fields[2] else number(fields[2][7:])
            need(fields[2] != "differ=0", "differ=0")
            need(not within(take, 0) or leave[0][0] >= 2, "a move leaves the heap as it was")
            need(leave[-1][1] is not None and leave[-1][1] <= 16, "too many heaps left")
            self.moves.append((take, leave, gap, on))
        need(len(self.moves) <= 4096, "too many moves")
        self.left = max([1] + [leave[-1][1] for _, leave, _, _ in self.moves])
        taken = [take[-1][1] for take, _, _, _ in self.moves]
        self.most = None if None in taken else max([0] + taken)
        self.gap = max([0] + [abs(gap) for _, leave, gap, _ in self.moves if within(leave, 2)])
        self.settled = max([0] + [on[-1][0] if on[-1][1] is None else on[-1][1] + 1 for *_, on in self.moves])
        self.plain = all(gap == 0 and on == ((0, None),) for _, _, gap, on in self.moves)
        self.subtraction = self.plain and all(leave == ((0, 1),) for _, leave, _, _ in self.moves)


def parts(total, left, least, gap, first=None):
    """All ways to write total as `left` ascending parts; gap -1 means not all equal."""
    if left == 0:
        if total == 0:
            yield ()
    elif left == 1:
        if total >= least and not (gap == -1 and total == first):
            yield (total,)
    else:
        for part in range(least, total // left + 1):
            for rest in parts(total - part, left - 1, part + max(gap, 0), gap, first or part):
                yield (part,) + rest


def mex(values):
    return next(v for v in range(len(values) + 1) if v not in values)


@functools.lru_cache(maxsize=64)
def by_definition(moves, count):
    need(count <= 2**17, "too many values")
    g = []
    for n in range(count):
        seen = set()
        for take, leave, gap, on in moves:
            for i in up_to(take, n) if within(on, n) else ():
                for h in up_to(leave, n - i):
                    if h == 2:
                        d, m = abs(gap), n - i
                        seen.update(map(int.__xor__, g[1 : (m - d) // 2 + 1], g[m - 1 : 0 : -1]))
                    else:
                        for option in parts(n - i, h, 1, gap):
                            seen.add(functools.reduce(int.__xor__, (g[a] for a in option), 0))
        g.append(mex(seen))
    return g


def primes(n):
    found, q = [], 2
    while q * q <= n:
        if n % q == 0:
            found.append(q)
            while n % q == 0:
                n //= q
        q += 1
    return found + [n] * (n > 1)


def check_claim(g, n0, p, s, end):
    def value(n):
        return g[n] if n < len(g) else g[n - p] + s
    need(all(value(n + p) == value(n) + s for n in range(n0, end)), "the values do not repeat as claimed")
    need(n0 == 0 or value(n0 - 1 + p) != value(n0 - 1) + s, "the preperiod is not the least")
    for q in primes(p):
        need(s % q or any(value(n + p // q) != value(n) + s // q for n in range(n0, n0 + p)), "not fundamental")


def check_closed(theorem, rule, claim):
    need(len(rule.moves) == 1 and rule.plain, "no closed form for this rule")
    take, leave = rule.moves[0][:2]
    if theorem == "take-up-to":
        right = take[0][0] == 1 and rule.most and len(take) == 1 and leave == ((0, 1),) and claim == (0, rule.most + 1, 0)
    else:
        right = (theorem, take, leave, claim) in (("nim", ((1, None),), ((0, 1),), (0, 1, 1)),
                                                  ("three-parts", ((0, 0),), ((3, 3),), (1, 2, 1)))
    need(right, "the closed form is that of another rule, or says something else")


def check_small(theorem, rule, claim, listed):
    (n0, p, s), t, k, start = claim, rule.left, rule.most, max(1, claim[0], rule.settled)
    if theorem == "T7":
        starts = [take[-1][0] for take, _, _, _ in rule.moves if take[-1][1] is None]
        need(rule.subtraction and starts and min(starts) <= 2**17, "not an all-but subtraction game")
        excluded = [i for i in range(1, min(starts)) if not any(within(move[0], i) for move in rule.moves)]
        x, end = max([0] + excluded), len(listed) - p
        need(end >= max(x, n0), "too few values")
    else:
        need(k is not None and s == 0, "an endless take, or a saltus")
        grundy = all(take == ((0, 0),) and abs(gap) == 1 for take, _, gap, on in rule.moves if within(on, start))
        applies = {"T1": rule.plain and t <= 2, "T1'": rule.plain, "T2": t == 2 and grundy, "T2'": t <= 2, "T6": rule.subtraction}
        need(applies[theorem], "the theorem does not apply to this rule")
        count = {"T1": 2 * start + 2 * p + k, "T1'": t * start + t * p + k, "T2": 2 * start + 3 * p - 1,
                 "T2'": 2 * start + 3 * p + rule.gap + k, "T6": start + p + k}[theorem]
        end = count - p
        need(len(listed) == count, "not as many values as the theorem needs")
    g = by_definition(tuple(rule.moves), len(listed))
    need(g == listed, "a value is another")
    if theorem == "T7":
        def state(n):
            far = set(g[: n - x])
            b = mex(far)
            return b, [v - b for v in g[n - x : n]], {v - b for v in far if v > b}
        before, after = state(end), state(end + p)
        need(before[1:] == after[1:] and after[0] == before[0] + s, "the states do not agree")
    check_claim(g, n0, p, s, end)
    return len(g) - 1


class Sparse:
    def __init__(self, reader, rule, claim):
        self.mask, self.type = int(reader.field("mask", "0x(?:0|[1-9a-f][0-9a-f]{0,7})"), 16), int(reader.field("type", "[01]"))
        self.reach, (self.n0, self.p, s), self.rule = reader.number("reach"), claim, rule
        pairs = (pair.split(":") for pair in reader.list("rare", "%s:%s" % (NUMBER, NUMBER)))
        self.rare = [(number(n), int(v)) for n, v in pairs]
        last = self.rare[-1][0] if self.rare else 0
        need(rule.most is not None and rule.left <= 2 and s == 0, "T4 does not apply to this rule")
        self.back = self.reach + rule.most
        takes = sum(high - low + 1 for take, _, _, _ in rule.moves for low, high in take)
        need(self.back < 2**22 and takes <= 2**16, "W + k, or how much may be taken, is too large")
        need(self.reach >= last and self.n0 >= last + max(1, rule.gap), "W or the preperiod is too small")
        need(rule.settled <= self.n0 + self.reach, "the rule still changes")
        parities = {i % 2 for take, leave, _, _ in rule.moves if within(leave, 2) for i in up_to(take, 2**22)}
        need(self.type == 0 or (len(parities) == 1 and self.p % 2 == 0), "type 1 does not apply")
        self.parity, self.turn = min(parities, default=0), self.n0 + self.back
        self.end = self.turn + self.p

    @functools.lru_cache(maxsize=4)
    def moves_at(self, n):
        return [[(i, abs(gap)) for take, leave, gap, on in self.rule.moves if within(on, n) and within(leave, h)
                 for i in up_to(take, 2**22)] for h in (0, 1, 2)]

    def common(self, n, v):
        return (bin(v & self.mask).count("1") + (n + self.parity) * self.type) % 2 == 1

    def walk(self, g, start, small, end, reach_at):
        """Adds the values up to end to g, which holds those from start on; yields them."""
        met = sum(r < start + len(g) for r, _ in self.rare)
        for n in range(start + len(g), end):
            empty, single, split = self.moves_at(min(n, self.rule.settled))
            seen, reach = {0} if any(i == n for i, _ in empty) else set(), min(reach_at(n), n // 2)
            seen.update(g[n - i - start] for i, _ in single if i < n)
            seen.update(v ^ g[n - i - r - start] for r, v in self.rare[:met] if r for i, d in split
                        if n - i - r > 0 and abs(n - i - 2 * r) >= d)
            c = next((v for v in range(2**16) if v not in seen and self.common(n, v)), None)
            need(c is not None, "no common value")
            unseen, a = {v for v in range(c) if v not in seen}, 1
            while unseen and a <= reach:
                for i, d in split:
                    if n - i - 2 * a >= d:
                        unseen.discard(small[a] ^ g[n - i - a - start])
                a += 1
            if unseen:
                need(reach == n // 2, "heap %d: a witness lies beyond W" % n)
                c = min(unseen)
                need(met < len(self.rare) and self.rare[met] == (n, c), "heap %d is rare and not listed" % n)
                met += 1
            g.append(c)
            yield c
        need(met == len(self.rare), "a heap listed as rare is not")

    def check_mask(self, largest):
        need(self.mask < 2 ** largest.bit_length(), "the mask has bits beyond the largest value")


def digest(values):
    return hashlib.sha256(b"".join(v.to_bytes(4, "little") for v in values)).hexdigest()


def check_sparse(game, listed):
    need(game.end <= 2**26, "too many values without segments")
    g = []
    for _ in game.walk(g, 0, g, game.end, lambda n: n if n < game.turn else game.reach):
        pass
    game.check_mask(max(g))
    need(digest(g) == listed, "the hash of the values is another")
    check_claim(g, game.n0, game.p, 0, game.turn)
    return game.end - 1


def check_segments(game, segments, chosen):
    ends = [0] + [end for end, _, _ in segments]
    need(all(a < b <= a + 2**32 for a, b in zip(ends, ends[1:])) and ends[-1] == game.end <= 2**48, "wrong ends")
    need(len(ends) > 1 and ends[1] > game.back, "the first segment is too short")
    need(all(sum(c for _, c in window) == game.back + 1 for _, _, window in segments), "a window has a wrong length")
    windows = {end: window for end, _, window in segments}
    marks = [game.turn, game.end] + [game.turn + game.p // q for q in primes(game.p)]
    need(all(mark in windows for mark in marks), "no segment ends where one must")
    first, last, *others = (expand(windows[mark]) for mark in marks)
    need(first[1:] == last[1:], "the values do not repeat as claimed")
    need(first[0] != last[0], "the preperiod is not the least")
    need(all(other[1:] != first[1:] for other in others), "the period is not fundamental")
    small, largest = [], 0
    for _ in game.walk(small, 0, small, game.reach + 1, lambda n: n):
        pass
    for j in chosen:
        g = expand(segments[j - 1][2]) if j else list(small)
        known, start = (0, 0) if j == 0 else (len(g), ends[j] - len(g))
        for _ in game.walk(g, start, small, ends[j + 1], lambda n: game.reach):
            pass
        largest = max(largest, max(g[known:]))
        need(digest(g[known:]) == segments[j][1], "segment %d: its hash is another" % (j + 1))
        need(g[-game.back - 1 :] == expand(segments[j][2]), "segment %d: its window is another" % (j + 1))
    if len(chosen) == len(segments):
        game.check_mask(largest)
    return game.end - 1 if len(chosen) == len(segments) else ends[len(chosen)] - 1 if chosen[0] == 0 else game.reach


def expand(runs):
    return [value for value, count in runs for _ in range(count)]


def check(text, wish):
    """(complete, sentence, checked to)"""
    reader = Reader(text)
    kind = reader.field("kind", "|".join(THEOREMS))
    theorem = reader.field("theorem", "|".join(THEOREMS[kind]))
    rule = Rule(reader)
    claim = n0, p, s = reader.number("preperiod"), reader.number("period"), reader.number("saltus")
    need(p > 0, "period 0")
    if wish and kind != "segmented":
        raise NoSegments
    sentence = "G(n+%d) = G(n)%s for every n >= %d" % (p, " + %d" % s if s else "", n0)
    game = Sparse(reader, rule, claim) if kind in ("sparse", "segmented") else None
    runs = reader.runs("values") if kind == "small" else []
    listed = reader.field("sha256-of-values", HEX) if kind == "sparse" else None
    segments = []
    while kind == "segmented" and reader.peek("segment"):
        end, value_hash = reader.field("segment", "%s sha256-of-values %s" % (NUMBER, HEX)).split(" sha256-of-values ")
        segments.append((number(end), value_hash, reader.runs("window")))
    need(reader.at == len(reader.lines), "there is more than the certificate")
    if kind == "segmented":
        first, last = wish or (1, len(segments))
        if wish and not 1 <= first <= last <= len(segments):
            raise NoSegments
        to = check_segments(game, segments, range(first - 1, last))
        if last - first + 1 < len(segments):
            return False, "Segments %d to %d of %d hold, given the values at their starts; it is not shown that %s." % (
                first, last, len(segments), sentence), to
    elif kind == "sparse":
        to = check_sparse(game, listed)
    elif kind == "small":
        need(sum(count for _, count in runs) <= 2**17, "too many values")
        to = check_small(theorem, rule, claim, expand(runs))
    else:
        check_closed(theorem, rule, claim)
        return True, "By the rule of the file, %s, and for no smaller: shown by the closed form %s." % (sentence, theorem), 0
    return True, "By the rule of the file, %s, and for no smaller: shown by theorem %s from heaps 0 to %d." % (sentence, theorem, to), to


def main(words):
    json_wished, wish, files = "--json" in words, None, []
    words = iter([word for word in words if word != "--json"])
    for word in words:
        if word == "--segments":
            found = re.fullmatch(r"([0-9]+)\.\.([0-9]+)", next(words, ""))
            wish = (int(found[1]), int(found[2])) if found else files.clear()
        else:
            files.append(word)
    if not files or any(file.startswith("--") for file in files):
        sys.stderr.write(__doc__)
        return 2
    worst = 0
    for file in files:
        complete, claim, to, reason, code = False, "Nothing was shown.", 0, None, 0
        try:
            with open(file, "rb") as opened:
                complete, claim, to = check(opened.read(2**25 + 1).decode(), wish)
        except (Invalid, UnicodeDecodeError) as fault:
            reason, code = str(fault), 1
        except (OSError, NoSegments) as fault:
            reason, code = str(fault) or "no such segments", 2
        if json_wished:
            print(json.dumps({"valid": code == 0, "complete": complete, "claim": claim, "checked_to": to, "reason": reason}))
        else:
            print("%s: %s%s" % (file, claim, " " + reason + "." if reason else ""))
        worst = max(worst, code)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
