#!/usr/bin/env python3
"""A second checker of certificates of proved periods, written from docs/certificate.md alone; standard library only.

usage: check.py FILE... [--segments A..B [--heaps H]] [--json]     exit code 0 valid, 1 invalid, 2 unreadable or bad usage

Every condition is tested by `need` under its number in that document, with which a refusal ends.
"""
import array, check_classes, check_misere, check_star, functools, hashlib, itertools, json, re, sys

NUMBER, HEX = "(?:0|[1-9][0-9]{0,19})", "[0-9a-f]{64}"
SET = "{0}(?:,{0})*".format(r"%s(?:\.\.(?:%s)?)?" % (NUMBER, NUMBER))
MOVE = "take (%s) leave (%s) cond (any|not-all-equal|differ=%s) on (%s)" % (SET, SET, NUMBER, SET)
THEOREMS = {"closed": ["nim", "take-up-to", "three-parts"], "small": ["P.1", "P.2", "P.3", "P.4", "P.7", "P.8", "P.10"],
            "classes": ["P.11"], "sparse": ["P.5"], "segmented": ["P.5"]}
OLD = {"P.1": "T1", "P.2": "T1'", "P.3": "T2", "P.4": "T2'", "P.5": "T4", "P.7": "T6", "P.8": "T7"}
REMOVED = None  # only tests that import this file take a condition away, to see what is accepted without it
class Refused(Exception): pass
def need(condition, holds, otherwise, code=1):
    if not holds and condition != REMOVED:
        raise Refused("%s (%s)" % (otherwise, condition) if condition else otherwise, code)
def number(text):
    need("F6", int(text) <= 2**56, "a number is too large")
    return int(text)

INF, STEPS = float("inf"), 2 * 10**9  # the most steps of listing options: the first checker takes more
within = lambda ranges, n: any(low <= n <= high for low, high in ranges)
up_to = lambda ranges, most: (n for low, high in ranges for n in range(low, min(high, most) + 1))
mex = lambda values: next(v for v in range(len(values) + 1) if v not in values)
count_of = lambda runs: sum(count for _, count in runs)
expand = lambda runs: itertools.chain.from_iterable(itertools.repeat(value, count) for value, count in runs)
def runs_of(values):
    return [(value, sum(1 for _ in group)) for value, group in itertools.groupby(values)]
def add_to(digest, values):
    digest.update(b"".join(value.to_bytes(4, "little") for value in values))

class Reader:
    def __init__(self, text):
        need("F1", len(text) <= 2**25, "the file is too large")
        head, _, rest = text.partition("\n")
        need("F2", head == "sprague certificate 1", "another version, or no certificate")
        body, last, closing = rest.rpartition("\nsha256 ")
        right = hashlib.sha256(text[: len(text) - len(last + closing) + 1].encode()).hexdigest() + "\n"
        need("F3", last and closing == right, "the closing SHA-256 is another, or missing: truncated")
        self.lines, self.at = body.split("\n"), 0
    def peek(self, keyword):
        return self.at < len(self.lines) and self.lines[self.at].startswith(keyword + " ")
    def field(self, keyword, pattern=NUMBER, read=number):
        words = self.lines[self.at] if self.at < len(self.lines) else ""
        found = self.peek(keyword) and re.fullmatch(pattern, words[len(keyword) + 1 :])
        need("F4", found, "line %d: no proper `%s`" % (self.at + 2, keyword))
        self.at += 1
        return read(words[len(keyword) + 1 :])
    def end(self):
        need("F4", self.at == len(self.lines), "there is more than the certificate")
    def list(self, keyword, pattern):
        lines = []
        while self.peek(keyword):
            lines.append(self.field(keyword, "%s(?: %s)*" % (pattern, pattern), str.split))
        full = all(len(line) == 24 for line in lines[:-1]) and len((lines or [[]])[-1]) <= 24
        need("F4", full, "a line of a wrong length")
        return [field for line in lines for field in line]
    def runs(self, keyword):
        runs = [run.partition("*") for run in self.list(keyword, r"%s(?:\*%s)?" % (NUMBER, NUMBER))]
        need("F4", all(star == "" or 2 <= int(count) < 2**32 for _, star, count in runs), "a run of one or of too many")
        runs = [(int(value), int(count or 1)) for value, _, count in runs]
        need("F4", all(value < 2**32 for value, _ in runs), "a value is too large")
        apart = all(a[0] != b[0] for a, b in zip(runs, runs[1:]))
        need("F5", runs and apart, "values are missing, or a run is not as long as can be")
        return runs
def read_set(text):
    items = [item.partition("..") for item in text.split(",")]
    ranges = tuple((number(low), INF if dots and not high else number(high or low)) for low, dots, high in items)
    need("F4", all(low != high for low, _, high in items), "a range of one number")
    ascend = all(a <= b for a, b in ranges) and all(a[1] + 2 <= b[0] for a, b in zip(ranges, ranges[1:]))
    need("R4", ascend, "a range is empty, or two are without a gap")
    return ranges

class Rule:
    def __init__(self, reader):
        self.moves, self.ranges = [], 0
        while reader.peek("move"):
            take, leave, cond, on = reader.field("move", MOVE, lambda text: re.fullmatch(MOVE, text).groups())
            gap = number(cond[7:]) if cond.startswith("differ") else -1 if cond == "not-all-equal" else 0
            take, leave, on = map(read_set, (take, leave, on))
            self.moves.append((take, leave, gap, on))
            self.ranges += len(take) + len(leave) + len(on)
            need("R5", gap or cond == "any", "parts that differ by 0")
            need("R6", not within(take, 0) or leave[0][0] > 1, "a move leaves the heap as it was")
        self.t = max([1] + [leave[-1][1] for _, leave, _, _ in self.moves])
        need("R1", len(self.moves) <= 4096, "the rule has too many moves")
        need("R2", self.t <= 16, "a move leaves too many heaps")
        need("R3", self.ranges <= 2**16, "the rule has too many ranges")
        self.k = max([0] + [take[-1][1] for take, _, _, _ in self.moves])
        self.gap = max([0] + [abs(gap) for _, leave, gap, _ in self.moves if within(leave, 2)])
        self.settled = max([0] + [on[-1][0] if on[-1][1] == INF else on[-1][1] + 1 for *_, on in self.moves])
        self.plain = all(gap == 0 and on == ((0, INF),) for _, _, gap, on in self.moves)
        self.subtraction = self.plain and all(leave == ((0, 1),) for _, leave, _, _ in self.moves)
    def work(self, count):
        """What spends steps of one budget, if the options of the heaps below count look as if they were within it."""
        steps, n = 0.0, float(count)
        for take, leave, _, _ in self.moves:
            splits = [functools.reduce(lambda s, j: s * n / (j * j), range(1, h + 1), 1.0) for h in up_to(leave, 16)]
            steps += sum(min(max(high - low, 0) + 1.0, n) for low, high in take) * sum(splits)
        return spender(steps)
def spender(spent=0):
    def spend(steps):
        nonlocal spent
        spent += steps
        need("V2", spent <= STEPS, "too many options for the plain definition")
    spend(0)
    return spend

@functools.lru_cache(maxsize=64)
def by_definition(moves, count):
    g, spend = [], spender()
    halves = lambda m, gap: map(int.__xor__, g[1 : max(0, m - abs(gap)) // 2 + 1], g[m - 1 : 0 : -1])
    for n in range(count):
        g.append(mex(check_misere.options(moves, n, g.__getitem__, int.__xor__, 0, spend, halves)))
    return g

def primes(n):
    found, q = set(), 2
    while q * q <= n:
        found, n, q = (found, n, q + 1) if n % q else (found | {q}, n // q, q)
    return found | ({n} if n > 1 else set())
def check_claim(g, n0, p, s, end):
    value = lambda n: g[n] if n < len(g) else g[n - p] + s
    need("C2", all(value(n + p) == value(n) + s for n in range(n0, end)), "the values do not repeat as claimed")
    need("C3", n0 == 0 or value(n0 - 1 + p) != value(n0 - 1) + s, "the preperiod is not the least")
    for q in primes(p):
        repeats = s % q == 0 and all(value(n + p // q) == value(n) + s // q for n in range(n0, n0 + p))
        need("C4", not repeats, "the period is not fundamental")
    return len(g) - 1
def check_closed(theorem, rule, claim):
    forms = {"nim": (((1, INF),), ((0, 1),), (0, 1, 1)), "three-parts": (((0, 0),), ((3, 3),), (1, 2, 1)),
             "take-up-to": (((1, rule.k),), ((0, 1),), (0, rule.k + 1, 0))}
    take, leave, said = forms[theorem]
    need("K1", len(rule.moves) == 1 and rule.moves[0][:2] == (take, leave) and rule.plain, "the form of another rule")
    need("K2", claim == said, "the closed form says something else")
    return 0

def compared(rule, start, p):
    """N of P.10, from the moves that do not end somewhere."""
    end = start
    for take, leave, gap, on in (move for move in rule.moves if move[3][-1][1] == INF):
        for h in up_to(leave, 16):
            extra = 0 if h < 2 or gap == 0 else p if gap == -1 else -(-gap // p) * p * h * (h - 1) // 2
            end = max(end, h * (start + p - 1) + extra + take[-1][1] - p + 1 if h else take[-1][1] + 1)
    return end
def recomputed(rule, runs):
    count = count_of(runs)
    need("V1", count <= 2**17, "too many values")
    rule.work(count)
    g = by_definition(tuple(rule.moves), count)
    need("V17", all(map(int.__eq__, g, expand(runs))), "a value is another")
    return g
def check_small(theorem, rule, claim, runs):
    (n0, p, s), t, k, start, count = claim, rule.t, rule.k, max(1, claim[0], rule.settled), count_of(runs)
    if theorem == "P.8":
        starts = [take[-1][0] for take, _, _, _ in rule.moves if take[-1][1] == INF]
        need("V12", rule.subtraction and starts, "not an all-but subtraction game")
        need("V13", min(starts) <= 2**17, "the endless range starts too late")
        x = max(i for i in range(min(starts)) if i == 0 or not any(within(move[0], i) for move in rule.moves))
        need("V3", count - p >= max(x, n0), "too few values")
    else:
        grundy = all(move[0] == ((0, 0),) and abs(move[2]) == 1 for move in rule.moves if within(move[3], start))
        condition, applies, needed = {
            "P.1": ("V5", rule.plain and t <= 2, 2 * start + 2 * p + k), "P.2": ("V6", rule.plain, t * start + t * p + k),
            "P.3": ("V7", t == 2 and grundy, 2 * start + 3 * p - 1), "P.7": ("V9", rule.subtraction, start + p + k),
            "P.4": ("V8", t <= 2, 2 * start + 3 * p + rule.gap + k),
            "P.10": ("V4", k < INF, compared(rule, start, p) + p)}[theorem]
        need("V4", k < INF, "a move takes any number of tokens")
        need(condition, applies, "the theorem does not apply to a rule like this")
        need("V10", needed == count, "not as many values as the theorem needs")
        need("V11", s == 0, "a saltus")
    g, end = recomputed(rule, runs), count - p
    if theorem == "P.8":
        b, c = mex(set(g[: end - x])), mex(set(g[: end + p - x]))
        above = lambda n, b: {v - b for v in g[: n - x] if v > b}
        need("V14", c == b + s, "the states do not agree: another saltus")
        need("V15", [v - b for v in g[end - x : end]] == [v - c for v in g[end + p - x : end + p]], "the last values differ")
        need("V16", above(end, b) == above(end + p, c), "the values above the mex differ")
    return check_claim(g, n0, p, s, end)

WALK = 2**32, 2**10  # the most steps of a walk: so many, and so many for each heap
class Sparse:
    def __init__(self, reader, rule, claim):
        self.mask = reader.field("mask", "0x(?:0|[1-9a-f][0-9a-f]{0,7})", lambda text: int(text, 16))
        self.type, self.reach = reader.field("type", "[01]", int), reader.field("reach")
        pairs = (pair.split(":") for pair in reader.list("rare", NUMBER + ":" + NUMBER))
        self.rare, self.rule, (self.n0, self.p, s) = [(number(n), int(v)) for n, v in pairs], rule, claim
        need("F4", all(v < 2**32 for _, v in self.rare), "a value is too large")
        last, self.back = self.rare[-1][0] if self.rare else 0, self.reach + rule.k
        self.takes = sum(max(high - low, 0) + 1 for move in rule.moves for low, high in move[0])
        need("P1", self.back < 2**22, "a move takes any number of tokens, or W + k is too large")
        need("P2", self.takes <= 2**16, "too many numbers of tokens may be taken")
        need("P3", s == 0, "a saltus")
        need("P4", rule.t <= 2, "more than two heaps left")
        need("P5", self.reach >= last, "W is less than the last rare heap")
        need("P6", self.n0 >= last + max(1, rule.gap), "the preperiod is not beyond the last rare heap, by D")
        need("P7", rule.settled <= self.n0 + self.reach, "the rule still changes beyond n0 + W")
        parities = {i % 2 for move in rule.moves if within(move[1], 2) for i in up_to(move[0], 2**22)}
        need("P8", self.type == 0 or len(parities) == 1, "type 1 needs break indices of one parity")
        need("P9", self.type == 0 or self.p % 2 == 0, "type 1 needs an even period")
        need("P10", all(v < 2**16 for _, v in self.rare), "a rare heap has a value that is too large")
        first = next((move[0][0][0] for move in rule.moves if within(move[1], 2)), 0)
        self.parity, self.turn, self.end = first % 2, self.n0 + self.back, self.n0 + self.back + self.p
    @functools.lru_cache(maxsize=4)
    def moves_at(self, n):
        return [[(i, abs(gap)) for take, leave, gap, on in self.rule.moves if within(on, n) and within(leave, h)
                 for i in up_to(take, 2**22)] for h in (0, 1, 2)]
    def walk(self, g, start, small, end, reach_at, keep=None):
        """Adds the values up to end to g, which holds those from start on; of the old ones at least `keep` stay. Yields each."""
        met, left = sum(r < start + len(g) for r, _ in self.rare), WALK[0] + WALK[1] * max(0, end - start - len(g))
        for n in range(start + len(g), end):
            empty, single, split = self.moves_at(min(n, self.rule.settled))
            left -= len(empty) + len(single) + met * len(split)
            left -= self.takes + self.rule.ranges if n <= self.rule.settled else 0
            need("P12", left >= 0, "the values take too many steps")
            seen, reach = {0} if any(i == n for i, _ in empty) else set(), min(reach_at(n), n // 2)
            seen.update(g[n - i - start] for i, _ in single if i < n)
            seen.update(v ^ g[n - i - r - start] for r, v in self.rare[:met] if r for i, d in split
                        if n - i - r > 0 and abs(n - i - 2 * r) >= d)
            c, odd = 0, self.type * (n + self.parity)
            while c in seen or (bin(c & self.mask).count("1") + odd) % 2 == 0:
                need("P11", c < 2**16 - 1, "no common value below 65536")
                c += 1
            unseen, a, left = set(range(c)) - seen, 0, left - c
            while unseen and (a := a + 1) <= reach:
                left -= len(split)
                need("P12", left >= 0, "the values take too many steps")
                unseen.difference_update(small[a] ^ g[n - i - a - start] for i, d in split if n - i - 2 * a >= d)
            if unseen:
                c, met = min(unseen), met + 1
                listed = reach == n // 2 and self.rare[met - 1 : met] == [(n, c)]
                need("P13", listed, "heap %d: rare and not listed so, or a witness beyond W" % n)
            g.append(c)
            if keep and len(g) >= 3 * keep:
                start += len(g) - keep
                del g[:-keep]
            yield c
        need("P14", met == len(self.rare), "a heap listed as rare is not")
    def check_mask(self, largest):
        need("P15", self.mask < 2 ** largest.bit_length(), "the mask has bits beyond the largest value")
    def check(self, listed):
        need("P16", self.end <= 2**26, "too many values without segments")
        digest, g = hashlib.sha256(), array.array("H")
        for value in self.walk(g, 0, g, self.end, lambda n: n if n < self.turn else self.reach):
            add_to(digest, [value])
        self.check_mask(max(g))
        need("P17", digest.hexdigest() == listed, "the hash of the values is another")
        return check_claim(g, self.n0, self.p, 0, self.turn)
    def check_segments(self, segments, chosen, heaps):
        ends, windows, largest = [0] + [end for end, _, _ in segments], {end: runs for end, _, runs in segments}, 0
        need("Q1", all(a < b > self.back for a, b in zip(ends, ends[1:])), "the ends do not ascend from W + k + 1 on")
        need("Q2", ends[-1] <= 2**48 and all(b - a <= 2**34 for a, b in zip(ends, ends[1:])), "ends too far apart")
        need("Q3", all(count_of(runs) == self.back + 1 for runs in windows.values()), "a window of a wrong length")
        need("Q4", all(v < 2**16 for runs in windows.values() for v, _ in runs), "a window with too large a value")
        need("Q12", len({listed is None for _, listed, _ in segments}) < 2, "some segments have a hash, and some have none")
        need("Q5", ends[-1] == self.end, "the last segment does not end where the proof does")
        marks = [self.turn, self.end] + [self.turn + self.p // q for q in primes(self.p)]
        need("Q6", all(mark in windows for mark in marks), "there is no window where there must be")
        tail = lambda runs: runs[1:] if runs[0][1] == 1 else [(runs[0][0], runs[0][1] - 1)] + runs[1:]
        first, last, *others = (windows[mark] for mark in marks)
        need("Q7", tail(first) == tail(last), "the values do not repeat as claimed")
        need("Q8", first[0][0] != last[0][0], "the preperiod is not the least")
        need("Q9", all(tail(other) != tail(first) for other in others), "the period is not fundamental")
        small = array.array("H")
        for _ in self.walk(small, 0, small, self.reach + 1, lambda n: n):
            pass
        for j in chosen:
            g, digest = array.array("H", expand(segments[j - 1][2])) if j else array.array("H", small), hashlib.sha256()
            add_to(digest, [] if j else small)
            largest = max(largest, 0 if j else max(small))
            start, end = ends[j] - len(g) if j else 0, min(ends[j + 1], ends[j] + (heaps or INF))
            for value in self.walk(g, start, small, end, lambda n: self.reach, self.back + 1):
                add_to(digest, [value] if segments[j][1] else [])
                largest = max(largest, value)
            if end < ends[j + 1]:
                continue
            need("Q10", runs_of(g[-self.back - 1 :]) == segments[j][2], "segment %d: its window is another" % j)
            need("Q11", segments[j][1] in (None, digest.hexdigest()), "segment %d: its hash is another" % j)
        if heaps or len(chosen) < len(segments):
            return self.reach if heaps or chosen[0] else ends[len(chosen)] - 1
        self.check_mask(largest)
        return self.end - 1

def check(text, wish):
    if text.startswith("sprague certificate 1\nkind star\n"):
        need("", not wish or not wish[2], "the segments of this kind have no heaps", 2)
        return check_star.check(Reader(text), wish and wish[:2], need, number)
    if text.startswith("sprague certificate 1\nkind misere"):
        need("", not wish, "the certificate has no such segments", 2)
        return check_misere.check(Reader(text), Rule, expand, need, number)
    kind = (reader := Reader(text)).field("kind", "|".join(THEOREMS), str)
    names = {name: new for new in THEOREMS[kind] for name in (new, OLD.get(new, new))}
    theorem, rule = reader.field("theorem", "|".join(map(re.escape, names)), names.get), Rule(reader)
    claim = n0, p, s = reader.field("preperiod"), reader.field("period"), reader.field("saltus")
    need("C1", p > 0, "the period is 0")
    game = Sparse(reader, rule, claim) if theorem == "P.5" else None
    constant = list(map(number, reader.list("constant", NUMBER))) if kind == "classes" else []
    numbers = [reader.field(word) for word in ("from", "multiple", "window", "low") if kind == "classes"]
    runs = reader.runs("values") if kind in ("small", "classes") else []
    listed, segments = reader.field("sha256-of-values", HEX, str) if kind == "sparse" else None, []
    while kind == "segmented" and reader.peek("segment"):
        line = reader.field("segment", "%s(?: sha256-of-values %s)?" % (NUMBER, HEX), str.split)
        segments.append((number(line[0]), line[2] if line[1:] else None, reader.runs("window")))
    reader.end()
    first, end, heaps = wish or (0, len(segments), None)
    need("", not wish or first < end <= len(segments), "the certificate has no such segments", 2)
    to = {"closed": lambda: check_closed(theorem, rule, claim), "small": lambda: check_small(theorem, rule, claim, runs),
          "classes": lambda: check_classes.check(rule, claim, constant, numbers, recomputed(rule, runs), need),
          "sparse": lambda: game.check(listed),
          "segmented": lambda: game.check_segments(segments, range(first, end), heaps)}[kind]()
    claim = "G(n+%d) = G(n)%s for every n >= %d" % (p, " + %d" % s if s else "", n0)
    if constant:
        claim += ", but G(n+%d) = G(n) where n mod %d is %s" % (p, p, ", ".join(map(str, constant)))
    if heaps:
        shown = "At most the first %d heaps of segments %d..%d of %d were recomputed; what follows them was not"
        return False, "%s, so it is not shown that %s." % (shown % (heaps, first, end, len(segments)), claim), to
    if end - first < len(segments):
        shown = "Segments %d..%d of %d hold, given the values at their starts" % (first, end, len(segments))
        return False, "%s; it is not shown that %s." % (shown, claim), to
    grounds = "a closed form, no value recomputed" if kind == "closed" else "heaps 0 to %d recomputed" % to
    return True, "By the rule of the file, %s, and for no smaller: theorem %s, %s." % (claim, theorem, grounds), to

def main(words):
    wish = re.search(r" --segments ([0-9]{1,9})\.\.([0-9]{1,9})(?: --heaps ([1-9][0-9]{0,17}))?(?= )", " ".join(["", *words, ""]))
    files = [word for word in words if word != "--json" and not (wish and word in wish[0].split())]
    if not files or any(file.startswith("--") for file in files):
        sys.exit(sys.stderr.write(__doc__) and 2)
    for file in files:
        complete, claim, to, reason, code = False, "Nothing was shown.", 0, None, 0
        try:
            with open(file, "rb") as opened:
                complete, claim, to = check(opened.read(2**25 + 1).decode(), wish and (int(wish[1]), int(wish[2]), int(wish[3] or 0)))
        except (Refused, UnicodeDecodeError, OSError) as fault:
            reason, code = fault.args if isinstance(fault, Refused) else (str(fault), 1 + isinstance(fault, OSError))
        answer = {"valid": False if code else True if complete else None, "complete": complete, "claim": claim, "checked_to": to, "reason": reason}
        print(json.dumps(answer) if "--json" in words else "%s: %s %s" % (file, claim, reason or ""))
        yield code

if __name__ == "__main__":
    sys.exit(max(main(sys.argv[1:])))
