"""Certificates of kind star, periods in 2-Star Nim, for check.py: written from docs/certificate.md alone.

Sets of small numbers are the bits of integers: bit i of the window of row a at column b tells that the value b - a + i is
used in that row before that column; bit i of the mask of value g at row a tells that a + i is in a pair of g already.
"""
import re

NUMBER = "(?:0|[1-9][0-9]{0,19})"
MOST, FAR = 2**24, 2**48

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
    """terms[start:] is one turn; the period is p from first on, both least."""
    turn = terms[start:]
    need(turn and len(turn) % p == 0 and 0 <= first <= start, "the state comes back at no multiple of the period")
    need(terms[first : len(terms) - p] == terms[first + p :], "the terms do not have the period")
    need(first == 0 or terms[first - 1] != terms[first - 1 + p], "`first` is not least")
    for q in (p // prime for prime in primes(p)):
        need(turn[:-q] != turn[q:], "the period is not least")

def check_row(row, claim, at, again, state, need):
    need(1 <= row <= 16 and again > 0, "no such row")
    windows, terms = first_windows(row), []
    for b in range(1, at + again + 1):
        if b in (at, at + again):
            unused = [[i for i in range(2 * a) if not window >> i & 1] for a, window in enumerate(windows, 1)]
            need(unused == state, "the state is another")
        terms.append(column(windows)[1])
    check_terms(terms[:-1], at - 1, claim[0] - 1, claim[1], need)

def check_block(at, block, following, masks, need):
    (first, last, before, again), lowest_value = block, max(0, 2 * block[0] - 1)
    follows = first == following <= last and 2 * last < len(masks) and again > 0
    need(follows and before + again <= MOST, "the blocks do not follow each other, or are beyond the limits")
    own, state = masks[lowest_value : 2 * last + 1], None
    for row in range(before + again):
        state = list(own) if row == before else state
        need(fill(own, 2**first - 1)[0] == 2 ** (last + 1) - 1, "a block does not fill exactly its diagonals")
    need(own == state, "the state of a block does not come back")
    return last + 1

def check_pairs(subject, number, claim, at, again, state, blocks, end, need):
    largest = number
    if blocks:
        first, last, before, _ = blocks[-1]
        inside = max(0, 2 * first - 1) <= number <= 2 * last if subject == "value" else first <= number <= last
        need(inside and not state, "the blocks are not those of what has the period")
        largest, turn = 2 * last, at + before
    else:
        need(subject == "value" and again > 0, "the blocks are not those of what has the period")
        turn = at
    need(largest <= 58, "no such value")
    masks, terms, start = [0] * (largest + 1), [], 0
    for row in range(end):
        if row == at:
            need(blocks or [bits(mask) for mask in masks] == state, "the state is another")
            following = 0
            for block in blocks:
                following = check_block(at, block, following, masks, need)
        if row == turn:
            start = len(terms)
        _, pairs = fill(masks, int(row == 0))
        if subject == "value":
            terms += [difference for value, difference in pairs if value == number]
        elif row > 0:
            terms.append(next((value for value, difference in pairs if difference == number), None))
    need(blocks or [bits(mask) for mask in masks] == state, "the state is another")
    check_terms(terms, start, claim[0] - (subject == "diagonal"), claim[1], need)

class Mark:
    def __init__(self, row, numbers, need):
        need(len(numbers) > row and max(numbers) < 2**32, "a mark has too few numbers, or one that is too large")
        self.below, self.used, self.tracks = numbers[: row - 1], numbers[row - 1], numbers[row:]
        apart = all(t < 32 and not self.used >> t & 1 for t in self.tracks)
        need(apart and len(set(self.tracks)) == len(self.tracks), "two tracks at one place, or one that is used")
    def windows(self, labels):
        return self.below + [self.used | sum(2**t for t, label in zip(self.tracks, labels) if label)]
    def follow(self, columns, need):
        below, used, tracks = list(self.below), self.used, {2**t: k for k, t in enumerate(self.tracks)}
        for _ in range(columns):
            seen, mask = column(below)[0], sum(tracks)
            v = lowest(~(used | mask | seen))
            u = mask & ~seen & (v - 1)
            need(u and u == lowest(u) and (used | u) & 1, "in some column the tracks do not move as they should")
            tracks[v] = tracks.pop(u)
            used, tracks = (used | u) >> 1, {bit >> 1: k for bit, k in tracks.items()}
        return below, used, [place(bit) for bit in sorted(tracks, key=tracks.get)]

def check_tracks(row, claim, at, again, lines, wish, need):
    first, period = claim
    segments = len(lines) - 1
    need(2 <= row <= 16 and segments > 0 and at <= MOST and again <= FAR and 1 <= first <= at, "beyond the limits")
    spacing = again // segments
    need(spacing > 0 and spacing * segments == again, "the marks are not equally far apart")
    marks = [Mark(row, line, need) for line in lines]
    windows = first_windows(row)
    early = [column(windows)[1] for _ in range(1, at)]
    start, last = marks[0], marks[-1]
    labels = [bool(windows[-1] >> t & 1) for t in start.tracks]
    need(start.windows(labels) == windows, "the first mark is not what is there")
    same = (last.below, last.used, sorted(last.tracks)) == (start.below, start.used, sorted(start.tracks))
    need(same, "the last mark is not the first with its tracks permuted")
    came = [last.tracks.index(t) for t in start.tracks]
    turns = [labels]
    while len(turns) == 1 or turns[-1] != labels:
        turns.append([turns[-1][track] for track in came])
    need((len(turns) - 1) * again == period, "the labels come back at another multiple of the rows below")
    need(not wish or 1 <= wish[0] <= wish[1] <= segments, "the certificate has no such segments", 2)
    chosen = range(wish[0] - 1, wish[1]) if wish else range(segments)
    for j in chosen:
        after = marks[j + 1]
        reached = marks[j].follow(spacing, need)
        need(reached == (after.below, after.used, after.tracks), "mark %d does not lead to the next" % (j + 1))
    if len(chosen) < segments:
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
        need(not alike(list(windows), later(period // q)), "the period is not least, or not seen to be")
    begin = max(1, first - 1)
    late = later(period - (at - begin) % period)
    differ = [column(late)[1] != taken for taken in early[begin - 1 :]]
    need(not any(differ[first - begin :]), "the row does not have the period from `first` on")
    need(all(differ[: first - begin]), "`first` is not least")
    return True

def check(reader, wish, need):
    """Whether all was shown, what, and up to which column or row."""
    reader.field("kind", "star", str)
    subject, number = reader.field("subject", "(?:row|value|diagonal) " + NUMBER, str.split)
    claim = first, p = reader.field("first"), reader.field("period")
    at, again, found = reader.field("at"), reader.field("again"), {"state": [], "mark": [], "block": []}
    order = []
    for line in reader.lines[reader.at :]:
        need(re.fullmatch("(?:state|mark|block)(?: %s)*" % NUMBER, line), "a line that does not belong here")
        order.append(line.split()[0])
        found[order[-1]].append([int(word) for word in line.split()[1:]])
    state, marks, blocks = found["state"], found["mark"], found["block"]
    need(order == ["state"] * len(state) + ["mark"] * len(marks) + ["block"] * len(blocks), "lines in another order")
    numbers = [n for lines in found.values() for line in lines for n in line] + [int(number)]
    need(max(numbers) <= 2**56 and all(len(block) == 4 for block in blocks), "a number is too large, or no block")
    number, end = int(number), at + max([again] + [block[2] + block[3] for block in blocks[-1:]])
    need(at > 0 and p > 0, "a number is zero")
    shown = True
    if marks:
        need(subject == "row" and not state and not blocks, "there is more than marks")
        shown, grounds = check_tracks(number, claim, at, again, marks, wish, need), "8.12, the tracks followed"
    else:
        need(not wish, "the certificate has no such segments", 2)
        need(end <= MOST and (subject != "row" or not blocks), "beyond the limits, or blocks of a row")
        if subject == "row":
            check_row(number, claim, at, again, state, need)
        else:
            check_pairs(subject, number, claim, at, again, state, blocks, end, need)
        grounds = "P.9, everything recomputed"
    what = {"row": "G(%d, b+%d) = G(%d, b)+%d for every b >= %d" % (number, p, number, p, first),
            "value": "the differences of value %d have period %d from pair %d on" % (number, p, first),
            "diagonal": "G(a+%d, a+%d+%d) = G(a, a+%d) for every a >= %d" % (p, p, number, number, first)}[subject]
    if not shown:
        return False, "Some segments hold; it is not shown that in 2-Star Nim %s." % what, at - 1
    return True, "In 2-Star Nim, %s, and for no smaller: theorem %s, up to %d." % (what, grounds, end), end
