#!/usr/bin/env python3
"""A second checker of certificates of proved periods, written from docs/certificate.md alone; standard library only.

usage: check.py FILE... [--segments A..B] [--json]     exit code 0 valid, 1 invalid, 2 unreadable or bad usage
"""
import check_star, functools, hashlib, json, re, sys

NUMBER, HEX = "(?:0|[1-9][0-9]{0,19})", "[0-9a-f]{64}"
SET = "{0}(?:,{0})*".format(r"%s(?:\.\.(?:%s)?)?" % (NUMBER, NUMBER))
MOVE = "take (%s) leave (%s) cond (any|not-all-equal|differ=%s) on (%s)" % (SET, SET, NUMBER, SET)
THEOREMS = {"closed": ["nim", "take-up-to", "three-parts"], "small": ["T1", "T1'", "T2", "T2'", "T6", "T7"],
            "sparse": ["T4"], "segmented": ["T4"]}
class Refused(Exception): pass
def need(holds, otherwise, code=1):
    if not holds:
        raise Refused(otherwise, code)
def number(text):
    need(int(text) <= 2**56, "a number is too large")
    return int(text)

INF = float("inf")
within = lambda ranges, n: any(low <= n <= high for low, high in ranges)
up_to = lambda ranges, most: (n for low, high in ranges for n in range(low, min(high, most) + 1))
expand = lambda runs: [value for value, count in runs for _ in range(count)]
mex = lambda values: next(v for v in range(len(values) + 1) if v not in values)
digest = lambda values: hashlib.sha256(b"".join(v.to_bytes(4, "little") for v in values)).hexdigest()

class Reader:
    def __init__(self, text):
        need(text.startswith("sprague certificate 1\n"), "another version, or no certificate")
        closing = re.search(r"\nsha256 (%s)\n\Z" % HEX, text)
        need(closing and len(text) <= 2**25, "the closing line is missing: truncated, or too large")
        body = text[: closing.start() + 1]
        need(hashlib.sha256(body.encode()).hexdigest() == closing[1], "the closing SHA-256 is another")
        self.lines, self.at = body.split("\n")[1:-1], 0
    def peek(self, keyword):
        return self.at < len(self.lines) and self.lines[self.at].startswith(keyword + " ")
    def field(self, keyword, pattern=NUMBER, read=number):
        found = self.peek(keyword) and re.fullmatch(pattern, self.lines[self.at][len(keyword) + 1 :])
        need(found, "line %d: no proper `%s`" % (self.at + 2, keyword))
        self.at += 1
        return read(found[0])
    def list(self, keyword, pattern):
        lines = []
        while self.peek(keyword):
            lines.append(self.field(keyword, "%s(?: %s)*" % (pattern, pattern), str.split))
        need(all(len(line) == 24 for line in lines[:-1]) and len((lines or [[]])[-1]) <= 24, "a line of a wrong length")
        return [field for line in lines for field in line]
    def runs(self, keyword):
        runs = [run.partition("*") for run in self.list(keyword, r"%s(?:\*%s)?" % (NUMBER, NUMBER))]
        need(runs and all(star == "" or 2 <= int(count) < 2**32 for _, star, count in runs), "no values, or no run")
        runs = [(int(value), int(count or 1)) for value, _, count in runs]
        apart = all(a[0] != b[0] for a, b in zip(runs, runs[1:]))
        need(apart and max(runs)[0] < 2**32, "a run is not as long as can be, or a value too large")
        return runs
def read_set(text):
    items = [item.partition("..") for item in text.split(",")]
    ranges = tuple((number(low), INF if dots and not high else number(high or low)) for low, dots, high in items)
    need(all(high == "" or int(low) < int(high) for low, _, high in items), "a range is empty, or no range")
    need(all(a[1] + 2 <= b[0] for a, b in zip(ranges, ranges[1:])), "two ranges without a gap")
    return ranges

class Rule:
    def __init__(self, reader):
        self.moves = []
        while reader.peek("move"):
            take, leave, cond, on = reader.field("move", MOVE, lambda text: re.fullmatch(MOVE, text).groups())
            gap = number(cond[7:]) if cond.startswith("differ") else -1 if cond == "not-all-equal" else 0
            take, leave, on = map(read_set, (take, leave, on))
            need((gap or cond == "any") and (take[0][0] or leave[0][0] > 1), "differ=0, or a heap left as it was")
            need(leave[-1][1] <= 16 and len(self.moves) < 4096, "the rule is too large")
            self.moves.append((take, leave, gap, on))
        self.t = max([1] + [leave[-1][1] for _, leave, _, _ in self.moves])
        self.k = max([0] + [take[-1][1] for take, _, _, _ in self.moves])
        self.gap = max([0] + [abs(gap) for _, leave, gap, _ in self.moves if within(leave, 2)])
        self.settled = max([0] + [on[-1][0] if on[-1][1] == INF else on[-1][1] + 1 for *_, on in self.moves])
        self.plain = all(gap == 0 and on == ((0, INF),) for _, _, gap, on in self.moves)
        self.subtraction = self.plain and all(leave == ((0, 1),) for _, leave, _, _ in self.moves)

def sums(g, total, left, least, gap, first=0):
    """The nim-sums of all ways to write total as `left` ascending parts; gap -1 means that not all are equal."""
    if left == 1:
        return {g[total]} if total >= least and not (gap == -1 and total == first) else set()
    return {g[part] ^ v for part in range(least, total // left + 1)
            for v in sums(g, total - part, left - 1, part + max(gap, 0), gap, first or part)}
@functools.lru_cache(maxsize=64)
def by_definition(moves, count):
    g = []
    for n in range(count):
        seen = set()
        for take, leave, gap, on in moves:
            for m, h in ((n - i, h) for i in up_to(take, n) if within(on, n) for h in up_to(leave, n - i)):
                if h == 2:  # the same as below, only faster
                    seen.update(map(int.__xor__, g[1 : max(0, m - abs(gap)) // 2 + 1], g[m - 1 : 0 : -1]))
                else:
                    seen |= sums(g, m, h, 1, gap) if h else {0} if m == 0 else set()
        g.append(mex(seen))
    return g

def primes(n):
    found, q = set(), 2
    while q * q <= n:
        found, n, q = (found, n, q + 1) if n % q else (found | {q}, n // q, q)
    return found | {n} - {1}
def check_claim(g, n0, p, s, end):
    value = lambda n: g[n] if n < len(g) else g[n - p] + s
    need(all(value(n + p) == value(n) + s for n in range(n0, end)), "the values do not repeat as claimed")
    need(n0 == 0 or value(n0 - 1 + p) != value(n0 - 1) + s, "the preperiod is not the least")
    for q in primes(p):
        repeats = s % q == 0 and all(value(n + p // q) == value(n) + s // q for n in range(n0, n0 + p))
        need(not repeats, "the period is not fundamental")
    return len(g) - 1
def check_closed(theorem, rule, claim):
    forms = {"nim": (((1, INF),), ((0, 1),), (0, 1, 1)), "three-parts": (((0, 0),), ((3, 3),), (1, 2, 1)),
             "take-up-to": (((1, rule.k),), ((0, 1),), (0, rule.k + 1, 0))}
    right = len(rule.moves) == 1 and rule.plain and rule.moves[0][:2] + (claim,) == forms[theorem]
    need(right, "the closed form is that of another rule, or says something else")
    return 0

def check_small(theorem, rule, claim, listed):
    (n0, p, s), t, k, start = claim, rule.t, rule.k, max(1, claim[0], rule.settled)
    if theorem == "T7":
        starts = [take[-1][0] for take, _, _, _ in rule.moves if take[-1][1] == INF]
        need(rule.subtraction and starts and min(starts) <= 2**17, "not an all-but subtraction game")
        x = max(i for i in range(min(starts)) if i == 0 or not any(within(move[0], i) for move in rule.moves))
        need(len(listed) - p >= max(x, n0), "too few values")
    else:
        grundy = all(move[0] == ((0, 0),) and abs(move[2]) == 1 for move in rule.moves if within(move[3], start))
        applies, count = {
            "T1": (rule.plain and t <= 2, 2 * start + 2 * p + k), "T1'": (rule.plain, t * start + t * p + k),
            "T2": (t == 2 and grundy and k < INF, 2 * start + 3 * p - 1), "T6": (rule.subtraction, start + p + k),
            "T2'": (t <= 2, 2 * start + 3 * p + rule.gap + k)}[theorem]
        need(applies and s == 0 and count == len(listed) < INF, "the theorem does not apply, or not to so many values")
    g, end = by_definition(tuple(rule.moves), len(listed)), len(listed) - p
    need(g == listed, "a value is another")
    if theorem == "T7":
        b, c = mex(set(g[: end - x])), mex(set(g[: end + p - x]))
        state = lambda n, b: ([v - b for v in g[n - x : n]], {v - b for v in g[: n - x] if v > b})
        need(c == b + s and state(end, b) == state(end + p, c), "the states do not agree")
    return check_claim(g, n0, p, s, end)

class Sparse:
    def __init__(self, reader, rule, claim):
        self.mask = reader.field("mask", "0x(?:0|[1-9a-f][0-9a-f]{0,7})", lambda text: int(text, 16))
        self.type, self.reach = reader.field("type", "[01]", int), reader.field("reach")
        pairs = (pair.split(":") for pair in reader.list("rare", NUMBER + ":" + NUMBER))
        self.rare, self.rule, (self.n0, self.p, s) = [(number(n), int(v)) for n, v in pairs], rule, claim
        last, self.back = self.rare[-1][0] if self.rare else 0, self.reach + rule.k
        takes = sum(high - low + 1 for move in rule.moves for low, high in move[0])
        need(self.back < 2**22 and takes <= 2**16, "W + k, or how much may be taken, is too large")
        need(self.reach >= last and self.n0 >= last + max(1, rule.gap), "W or the preperiod is too small")
        need(rule.t <= 2 and s == 0 and rule.settled <= self.n0 + self.reach, "T4 does not apply to this rule")
        parities = {i % 2 for move in rule.moves if within(move[1], 2) for i in up_to(move[0], 2**22)}
        need(self.type == 0 or (len(parities) == 1 and self.p % 2 == 0), "type 1 does not apply")
        self.parity, self.turn, self.end = min(parities, default=0), self.n0 + self.back, self.n0 + self.back + self.p
    @functools.lru_cache(maxsize=4)
    def moves_at(self, n):
        return [[(i, abs(gap)) for take, leave, gap, on in self.rule.moves if within(on, n) and within(leave, h)
                 for i in up_to(take, 2**22)] for h in (0, 1, 2)]
    def walk(self, g, start, small, end, reach_at):
        """Adds the values up to end to g, which holds those from start on."""
        met = sum(r < start + len(g) for r, _ in self.rare)
        for n in range(start + len(g), end):
            empty, single, split = self.moves_at(min(n, self.rule.settled))
            seen, reach = {0} if any(i == n for i, _ in empty) else set(), min(reach_at(n), n // 2)
            seen.update(g[n - i - start] for i, _ in single if i < n)
            seen.update(v ^ g[n - i - r - start] for r, v in self.rare[:met] if r for i, d in split
                        if n - i - r > 0 and abs(n - i - 2 * r) >= d)
            c, odd = 0, self.type * (n + self.parity)
            while c in seen or (bin(c & self.mask).count("1") + odd) % 2 == 0:
                need(c < 2**16, "no common value below 65536")
                c += 1
            unseen, a = set(range(c)) - seen, 0
            while unseen and (a := a + 1) <= reach:
                unseen.difference_update(small[a] ^ g[n - i - a - start] for i, d in split if n - i - 2 * a >= d)
            if unseen:
                c, met = min(unseen), met + 1
                need(reach == n // 2 and self.rare[met - 1 : met] == [(n, c)], "heap %d: rare, or a witness beyond W" % n)
            g.append(c)
        need(met == len(self.rare), "a heap listed as rare is not")
    def check(self, listed):
        need(self.end <= 2**26, "too many values without segments")
        self.walk(g := [], 0, g, self.end, lambda n: n if n < self.turn else self.reach)
        right = digest(g) == listed and self.mask < 2 ** max(g).bit_length()
        need(right, "the hash of the values is another, or the mask has bits beyond the largest value")
        return check_claim(g, self.n0, self.p, 0, self.turn)
    def check_segments(self, segments, chosen):
        ends, windows, largest = [0] + [end for end, _, _ in segments], {end: runs for end, _, runs in segments}, []
        need(all(a < b <= a + 2**32 for a, b in zip(ends, ends[1:])) and ends[-1] == self.end <= 2**48, "wrong ends")
        right = all(end > self.back and sum(c for _, c in runs) == self.back + 1 for end, runs in windows.items())
        marks = [self.turn, self.end] + [self.turn + self.p // q for q in primes(self.p)]
        need(right and all(mark in windows for mark in marks), "a window has a wrong length, or is not where it must be")
        first, last, *others = (expand(windows[mark]) for mark in marks)
        need(first[1:] == last[1:] and first[0] != last[0], "the values do not repeat as claimed, or from before")
        need(all(other[1:] != first[1:] for other in others), "the period is not fundamental")
        self.walk(small := [], 0, small, self.reach + 1, lambda n: n)
        for j in chosen:
            g = expand(segments[j - 1][2]) if j else list(small)
            known, start = (len(g), ends[j] - len(g)) if j else (0, 0)
            self.walk(g, start, small, ends[j + 1], lambda n: self.reach)
            same = digest(g[known:]) == segments[j][1] and g[-self.back - 1 :] == expand(segments[j][2])
            need(same, "segment %d: its hash or its window is another" % (j + 1))
            largest.append(max(g[known:]))
        if len(chosen) < len(segments):
            return self.reach if chosen[0] else ends[len(chosen)] - 1
        need(self.mask < 2 ** max(largest).bit_length(), "the mask has bits beyond the largest value")
        return self.end - 1

def check(text, wish):
    if text.startswith("sprague certificate 1\nkind star\n"):
        return check_star.check(Reader(text), wish, need)
    kind = (reader := Reader(text)).field("kind", "|".join(THEOREMS), str)
    theorem, rule = reader.field("theorem", "|".join(THEOREMS[kind]), str), Rule(reader)
    claim = n0, p, s = reader.field("preperiod"), reader.field("period"), reader.field("saltus")
    game = Sparse(reader, rule, claim) if theorem == "T4" else None
    runs = reader.runs("values") if kind == "small" else []
    listed, segments = reader.field("sha256-of-values", HEX, str) if kind == "sparse" else None, []
    while kind == "segmented" and reader.peek("segment"):
        line = reader.field("segment", "%s sha256-of-values %s" % (NUMBER, HEX), str.split)
        segments.append((number(line[0]), line[2], reader.runs("window")))
    need(p > 0 and reader.at == len(reader.lines), "period 0, or there is more than the certificate")
    first, last = wish or (1, len(segments))
    need(not wish or 1 <= first <= last <= len(segments), "the certificate has no such segments", 2)
    need(sum(count for _, count in runs) <= 2**17, "too many values")
    to = (game.check_segments(segments, range(first - 1, last)) if segments else game.check(listed) if game else
          check_small(theorem, rule, claim, expand(runs)) if runs else check_closed(theorem, rule, claim))
    claim = "G(n+%d) = G(n)%s for every n >= %d" % (p, " + %d" % s if s else "", n0)
    if last - first + 1 < len(segments):
        shown = "Segments %d to %d of %d hold, given the values at their starts" % (first, last, len(segments))
        return False, "%s; it is not shown that %s." % (shown, claim), to
    grounds = "a closed form, no value recomputed" if kind == "closed" else "heaps 0 to %d recomputed" % to
    return True, "By the rule of the file, %s, and for no smaller: theorem %s, %s." % (claim, theorem, grounds), to

def main(words):
    wish = re.search(r" --segments ([0-9]{1,9})\.\.([0-9]{1,9})(?= )", " ".join(["", *words, ""]))
    files = [word for word in words if word != "--json" and not (wish and word in wish[0].split())]
    if not files or any(file.startswith("--") for file in files):
        sys.exit(sys.stderr.write(__doc__) and 2)
    for file in files:
        complete, claim, to, reason, code = False, "Nothing was shown.", 0, None, 0
        try:
            with open(file, "rb") as opened:
                complete, claim, to = check(opened.read(2**25 + 1).decode(), wish and (int(wish[1]), int(wish[2])))
        except (Refused, UnicodeDecodeError, OSError) as fault:
            reason, code = fault.args if isinstance(fault, Refused) else (str(fault), 1 + isinstance(fault, OSError))
        answer = {"valid": code == 0, "complete": complete, "claim": claim, "checked_to": to, "reason": reason}
        print(json.dumps(answer) if "--json" in words else "%s: %s %s" % (file, claim, reason or ""))
        yield code

sys.exit(max(main(sys.argv[1:])))
