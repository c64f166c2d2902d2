"""Certificates of kind star, periods in Star Nim, for check.py: written from docs/certificate.md alone. Each proof gets the numbers
of its own kind and no others.

Sets of small numbers are the bits of integers: bit i of the window of row a at column b tells that the value b - a + i is
used in that row before that column; bit i of the mask of value g at row a tells that a + i is in a pair of g already.
"""
import re

NUMBER = "(?:0|[1-9][0-9]{0,19})"
MOST, FAR, WORK, UNKNOWN = 2**24, 2**48, 2**28, 255
PROOFS = [("row", "state"), ("row", "mark"), ("value", "state"), ("value", "block"), ("diagonal", "block"),
          ("pair", "pair")]

lowest = lambda free: free & -free
place = lambda bit: bit.bit_length() - 1
bits = lambda mask: [i for i in range(mask.bit_length()) if mask >> i & 1]

def column(windows):
    """Recomputes a column of the rows 1 to len(windows): what they use in it, seen from the next row, and the last place."""
    seen, bit = 1, 0
    for a, window in enumerate(windows):
        bit = lowest(~(window | seen))
        windows[a], seen = (window | bit) >> 1, (seen | bit) << 1
    return seen, place(bit)

def first_windows(row):
    return [2 ** (a - 1) - 1 | 2 ** (2 * a - 2) for a in range(1, row + 1)]

def fill(masks, taken):
    """Recomputes a row of these values with some differences taken: the new masks, what is taken, (value, difference)."""
    pairs = []
    for g, mask in enumerate(masks):
        if not mask & 1:
            bit = lowest(~(mask | taken))
            mask, taken = mask | bit, taken | bit
            pairs.append((g, place(bit)))
        masks[g] = mask >> 1
    return taken, pairs

def primes(n):
    found, q = [], 2
    while q * q <= n:
        if n % q == 0:
            found.append(q)
        while n % q == 0:
            n //= q
        q += 1
    return found + [n] * (n > 1)

def check_terms(terms, start, first, p, need):
    """terms[start:] is one turn; the period is p from first on, both least. A term that is not known is UNKNOWN."""
    turn = terms[start:]
    need("S9", turn and len(turn) % p == 0, "the state comes back at no multiple of the period")
    need("S11", first <= start, "`first` is beyond the place where the state is looked at")
    need("S15", UNKNOWN not in terms[first:], "a value from `first` on is larger than all that were looked at")
    need("S12", terms[first : len(terms) - p] == terms[first + p :], "the terms do not have the period")
    need("S13", first == 0 or terms[first - 1 : first] != terms[first - 1 + p : first + p], "`first` is not least")
    for q in (p // prime for prime in primes(p)):
        need("S14", turn[:-q] != turn[q:], "the period is not least")

def limits(at, rows, lines, need):
    need("S1", at > 0, "`at` is 0")
    need("S3", at + rows <= MOST, "beyond the limits")
    need("S4", (at + rows) * lines <= WORK, "too much to recompute")

def check_row(row, first, p, at, again, state, need):
    need("S5", 1 <= row <= 17, "no such row")
    need("S10", first >= 1, "`first` is 0")
    limits(at, again, row, need)
    windows, terms = first_windows(row), bytearray()
    unused = lambda: [[i for i in range(2 * a) if not window >> i & 1] for a, window in enumerate(windows, 1)]
    for b in range(1, at + again):
        need("S7", b != at or unused() == state, "the state at `at` is another")
        terms.append(column(windows)[1])
    need("S8", unused() == state, "the state does not come back as listed")
    check_terms(terms, max(0, at - 1), first - 1, p, need)

def check_value(value, first, p, at, again, state, need):
    need("S6", value <= 58, "no such value")
    limits(at, again, value + 1, need)
    masks, terms, start = [0] * (value + 1), bytearray(), 0
    for row in range(at + again):
        if row == at:
            need("S7", [bits(mask) for mask in masks] == state, "the state at `at` is another")
            start = len(terms)
        terms.extend(difference for g, difference in fill(masks, int(row == 0))[1] if g == value)
    need("S8", [bits(mask) for mask in masks] == state, "the state does not come back as listed")
    check_terms(terms, start, first, p, need)

def check_block(first, last, before, again, masks, need):
    """From these masks on the values of the block fill its diagonals in each row, until they come back."""
    own, state = masks[max(0, 2 * first - 1) : 2 * last + 1], None
    for row in range(before + again):
        state = list(own) if row == before else state
        taken, _ = fill(own, 2**first - 1)
        need("B3", taken == 2 ** (last + 1) - 1, "a block does not fill exactly its diagonals")
    need("B4", own == state, "the state of a block does not come back")

def check_blocks(subject, number, first, p, at, blocks, need):
    starts = [0] + [block[1] + 1 for block in blocks]
    need("B1", all(a == c0 <= c1 for a, (c0, c1, _, _) in zip(starts, blocks)), "the blocks do not follow each other")
    c0, c1, before, again = blocks[-1]
    inside = max(0, 2 * c0 - 1) <= number <= 2 * c1 if subject == "value" else c0 <= number <= c1
    need("B2", inside, "the last block is not that of what has the period")
    need("S6", 2 * c1 <= 58, "no such value")
    need("S10", subject == "value" or first >= 1, "`first` is 0")
    limits(at, before + again, 2 * c1 + 1, need)
    need("S3", all(n + m <= MOST for _, _, n, m in blocks), "a block is beyond the limits")
    work = (at + before + again) * (2 * c1 + 1) + sum((n + m) * (2 * b - max(0, 2 * a - 1) + 1) for a, b, n, m in blocks)
    need("S4", work <= WORK, "too much to recompute")
    masks, terms, start = [0] * (2 * c1 + 1), bytearray(), 0
    for row in range(at + before + again):
        if row == at:
            for block in blocks:
                check_block(*block, masks, need)
        if row == at + before:
            start = len(terms)
        _, pairs = fill(masks, int(row == 0))
        if subject == "value":
            terms.extend(difference for g, difference in pairs if g == number)
        elif row > 0:
            terms.append(next((g for g, difference in pairs if difference == number), UNKNOWN))
    check_terms(terms, start, first - (subject == "diagonal"), p, need)

def check_pairs(a, b, first, p, at, lines, need):
    """Recomputes all pairs {i, j} with i <= a, j <= b: at[i, j] is what belongs to them in this column."""
    need("D1", 1 <= a <= b and a + b <= 127, "no such pair")
    pairs = [(i, j) for j in range(1, b + 1) for i in range(1, min(a, j) + 1)]
    need("D2", len(lines) == len(pairs), "not one line for each pair that matters")
    ends = [n + turn for n, turn, _, _ in lines]
    for n, turn, _, _ in lines:
        limits(n, turn, len(pairs), need)
    beside_zero = lambda x, y: 1 + (x - 1 ^ y - 1)
    # Bit v of a set tells that the value v is used in the line of the pair before this column.
    used, states = [2 ** beside_zero(i, j) for i, j in pairs], [None] * len(pairs)
    # All values below the first bit are used.
    low, terms = [0] * len(pairs), [bytearray() for _ in pairs]
    for c in range(1, max(ends) + 1):
        found = {(0, j): beside_zero(j, c) for j in range(1, b + 1)}
        for k, ((i, j), _) in enumerate(zip(pairs, lines)):
            if c == lines[k][0]:
                states[k] = used[k], low[k] - c
            need("D5", c != ends[k] or states[k] == (used[k], low[k] - c), "what a pair has used does not come back")
            lowered = [found[x, j] for x in range(i)] + [found[min(i, y), max(i, y)] for y in range(j)]
            taken = sum({1 << value - low[k] for value in lowered if value >= low[k]})
            bit = lowest(~(used[k] | taken))
            found[i, j], used[k] = low[k] + place(bit), used[k] | bit
            if c < ends[k]:
                terms[k].append(found[i, j] + i + j - 1 - c)
            while used[k] & 1:
                used[k], low[k] = used[k] >> 1, low[k] + 1
    for k, ((i, j), (n, turn, period, start)) in enumerate(zip(pairs, lines)):
        below = {(x, j) for x in range(1, i)} | {(min(i, y), max(i, y)) for y in range(1, j)}
        for other in (lines[pairs.index(lower)] for lower in below):
            need("D3", n >= other[3], "a pair is looked at before those below it repeat")
            need("D4", other[2] and turn % other[2] == 0, "a pair comes back at no multiple of a period below it")
        need("D6", turn % (1 << (j - 1).bit_length()) == 0, "a pair comes back at no multiple of the period with a token on 0")
        need("S10", start >= 1, "`first` is 0")
        need("C1", period > 0, "the period is 0")
        check_terms(terms[k], n - 1, start - 1, period, need)
    n, _, period, start = lines[-1]
    need("D7", (n, period, start) == (at, p, first), "the last pair does not have what is claimed")
    return max(ends)

class Mark:
    def __init__(self, row, numbers, need):
        self.below, self.used, self.tracks = numbers[: row - 1], (numbers[row - 1 :] or [2**32])[0], numbers[row:]
        small = max(self.below + [self.used]) < 2**32 and all(t < 32 for t in self.tracks)
        need("M3", small, "a mark has too few numbers, or one that is too large")
        apart = len(set(self.tracks)) == len(self.tracks) and not any(self.used >> t & 1 for t in self.tracks)
        need("M4", apart, "two tracks at one place, or one that is used")
    def windows(self, labels):
        return self.below + [self.used | sum(2**t for t, label in zip(self.tracks, labels) if label)]
    def follow(self, columns, need):
        below, used, tracks = list(self.below), self.used, {2**t: k for k, t in enumerate(self.tracks)}
        for _ in range(columns):
            seen, mask = column(below)[0], sum(tracks)
            v = lowest(~(used | mask | seen))
            u = mask & ~seen & (v - 1)
            need("M8", u and u == lowest(u), "in some column not exactly one track moves")
            need("M9", (used | u) & 1, "in some column a place drops out that is not used")
            tracks[v] = tracks.pop(u)
            used, tracks = (used | u) >> 1, {bit >> 1: k for bit, k in tracks.items()}
        return below, used, [place(bit) for bit in sorted(tracks, key=tracks.get)]

def check_tracks(row, first, period, at, again, lines, wish, need):
    need("M1", 2 <= row <= 17, "no such row")
    need("S1", at > 0, "`at` is 0")
    segments = len(lines) - 1
    spacing = again // max(1, segments)
    need("S3", at <= MOST and again <= FAR and spacing <= 2**32, "beyond the limits, or marks too far apart")
    need("M2", spacing > 0 and spacing * segments == again, "the marks are not equally far apart")
    marks = [Mark(row, line, need) for line in lines]
    windows = first_windows(row)
    early = bytearray(column(windows)[1] for _ in range(1, at))
    start, last = marks[0], marks[-1]
    labels = [bool(windows[-1] >> t & 1) for t in start.tracks]
    need("M5", start.windows(labels) == windows, "the first mark is not what is there")
    permuted = (last.below, last.used, sorted(last.tracks)) == (start.below, start.used, sorted(start.tracks))
    need("M6", permuted, "the last mark is not the first with its tracks permuted")
    came = [last.tracks.index(t) for t in start.tracks]
    turns = [labels, [labels[track] for track in came]]
    while turns[-1] != labels and len(turns) * again <= period:
        turns.append([turns[-1][track] for track in came])
    right = turns[-1] == labels and (len(turns) - 1) * again == period
    need("M7", right, "the labels come back at another multiple of the rows below")
    period = (len(turns) - 1) * again
    need("", not wish or wish[0] < wish[1] <= segments, "the certificate has no such segments", 2)
    chosen = range(*wish) if wish else range(segments)
    for j in chosen:
        after = marks[j + 1]
        reached = marks[j].follow(spacing, need)
        right = reached == (after.below, after.used, after.tracks)
        need("M10", right, "mark %d does not lead to the next" % j)
    if segments - 1 not in chosen:
        return False
    def later(columns):
        turn, rest = columns % period // again, columns % again
        found = marks[rest // spacing].windows(turns[turn])
        for _ in range(rest % spacing):
            column(found)
        return found
    def alike(here, there):
        for _ in range(2**10):
            column(here), column(there)
            if here[-1] != there[-1]:
                return False
        return True
    for q in primes(period):
        need("M11", not alike(list(windows), later(period // q)), "the period is not least, or not seen to be")
    late = later(period - (at - 1) % period)
    differ = [b for b, place in enumerate(early, 1) if column(late)[1] != place]
    need("M12", first == max([0] + differ) + 1, "`first` is not the least column from which on the row has the period")
    return len(chosen) == segments

def check(reader, wish, need, number):
    """Whether all was shown, what, and up to which column or row."""
    reader.field("kind", "star", str)
    subject, *tokens = reader.field("subject", "(?:(?:row|value|diagonal)|pair {0}) {0}".format(NUMBER), str.split)
    tokens = [number(token) for token in tokens]
    line, first, p, at = tokens[0], reader.field("first"), reader.field("period"), reader.field("at")
    again, lists = reader.field("again") if reader.peek("again") else None, []
    kind = next((word for word in ("state", "mark", "block", "pair") if reader.lines[reader.at :][:1] and
                 reader.lines[reader.at].split(" ")[0] == word), None)
    for text in reader.lines[reader.at :]:
        need("F4", kind and re.fullmatch("%s(?: %s)*" % (kind, NUMBER), text), "a line that does not belong here")
        lists.append([number(word) for word in text.split(" ")[1:]])
    # With blocks nothing comes back but they: earlier versions wrote `again 0`.
    right = again is None if kind == "pair" else again in (None, 0) if kind == "block" else again is not None
    need("F4", right, "an `again` too many, or too few")
    need("F4", kind not in ("block", "pair") or all(len(four) == 4 for four in lists), "a line of another length")
    need("C1", p > 0, "the period is 0")
    need("S2", (subject, kind) in PROOFS, "what has the period cannot be shown so")
    shown, grounds = True, "P.9, everything recomputed"
    if kind == "mark":
        shown, grounds = check_tracks(line, first, p, at, again, lists, wish, need), "8.12, the tracks followed"
    else:
        need("", not wish, "the certificate has no such segments", 2)
        if kind == "pair":
            end = check_pairs(*tokens, first, p, at, lists, need)
            what = "D(%d, %d, c+%d) = D(%d, %d, c)+%d for every c >= %d" % (*tokens, p, *tokens, p, first)
            return True, "In 4-Star Nim, %s, and for no smaller: theorem 7.9, up to %d." % (what, end), end
        if kind == "block":
            check_blocks(subject, line, first, p, at, lists, need)
        else:
            {"row": check_row, "value": check_value}[subject](line, first, p, at, again, lists, need)
    end = at + (lists[-1][2] + lists[-1][3] if kind == "block" else again)
    what = {"row": "G(%d, b+%d) = G(%d, b)+%d for every b >= %d" % (line, p, line, p, first),
            "value": "the differences of value %d have period %d from pair %d on" % (line, p, first),
            "diagonal": "G(a+%d, a+%d+%d) = G(a, a+%d) for every a >= %d" % (p, p, line, line, first)}[subject]
    if not shown:
        return False, "Some segments hold; it is not shown that in 2-Star Nim %s." % what, at - 1
    return True, "In 2-Star Nim, %s, and for no smaller: theorem %s, up to %d." % (what, grounds, end), end
