"""Writes classic_games.csv: values and outcomes from the rules as a textbook states them.

It knows no theorem and shares no code with the library. The published values at the end are compared with the table.

    python3 classic_games.py > classic_games.csv
"""

from functools import cache
from itertools import product
from math import isqrt


def mex(values):
    seen = set(values)
    return next(n for n in range(len(seen) + 1) if n not in seen)


def solve(moves):
    """The value and the misère outcome of a game, from its moves."""

    @cache
    def value(position):
        return mex(value(after) for after in moves(position))

    @cache
    def misere_win(position):
        after = moves(position)
        return not after or any(not misere_win(it) for it in after)

    return value, misere_win


ROWS = []
VALUES = {}


def row(text, value, misere_win=None):
    misere = "" if misere_win is None else "PN"[misere_win]
    ROWS.append(f"{text};{value};{'N' if value else 'P'};{misere}")
    VALUES[text] = value


def table(name, moves, positions, write=lambda p: " ".join(map(str, p))):
    value, misere_win = solve(moves)
    for position in positions:
        row(f"{name}: {write(position)}", value(position), misere_win(position))


# A piece on its way to the corner (0, 0); Wythoff's game, where amounts taken from both heaps differ by less than k.


def rook(p):
    x, y = p
    return [(i, y) for i in range(x)] + [(x, j) for j in range(y)]


def bishop(p):
    x, y = p
    return [(x - i, y - i) for i in range(1, min(x, y) + 1)]


def king(p):
    x, y = p
    return [(a, b) for a, b in [(x - 1, y), (x, y - 1), (x - 1, y - 1)] if a >= 0 and b >= 0]


def knight(p):
    x, y = p
    steps = [(x - 2, y + 1), (x - 2, y - 1), (x + 1, y - 2), (x - 1, y - 2)]
    return [(a, b) for a, b in steps if a >= 0 and b >= 0]


def wythoff(k):
    def moves(p):
        x, y = p
        both = product(range(1, x + 1), range(1, y + 1))
        return rook(p) + [(x - i, y - j) for i, j in both if abs(i - j) < k]

    return moves


# Heaps: a move from a heap of n leaves a tuple of heaps.


def nim_heap(n):
    return [(i,) for i in range(n)]


def kayles_heap(n):
    return [(a, n - t - a) for t in (1, 2) for a in range((n - t) // 2 + 1)]


def grundy_heap(n):
    return [(a, n - a) for a in range(1, (n + 1) // 2)]


def couples_heap(n):
    return [(a, n - a) for a in range(1, n // 2 + 1)] if n >= 3 else []


def three_heap(n):
    return [(a, b, n - a - b) for a in range(1, n) for b in range(a, n) if n - a - b >= b]


def dawson_heap(n):
    """Take one that stands alone, two from an end, three from anywhere: 0.137."""
    found = [()] if n == 1 else []
    found += [(n - 2,)] if n >= 2 else []
    return found + [(a, n - 3 - a) for a in range((n - 3) // 2 + 1)]


def heaps(heap):
    def moves(p):
        found = set()
        for at, size in enumerate(p):
            for parts in heap(size):
                rest = p[:at] + tuple(part for part in parts if part) + p[at + 1 :]
                found.add(tuple(sorted(rest)))
        return sorted(found)

    return moves


# Two strips with one token each; cell i of the first is cell order[i] of the second. A token is neither moved on nor
# past the other one.


def identified(order):
    second_of = dict(enumerate(order))
    first_of = {b: a for a, b in second_of.items()}

    def moves(p):
        a, b = p
        block_a, block_b = first_of.get(b), second_of.get(a)
        low_a = block_a + 1 if block_a is not None and block_a < a else 0
        low_b = block_b + 1 if block_b is not None and block_b < b else 0
        return [(i, b) for i in range(low_a, a)] + [(a, j) for j in range(low_b, b)]

    return moves, lambda p: second_of.get(p[0]) != p[1]


# A nearly disjunctive sum: the first component that is moved to a P-position of its own becomes the owner, and then no
# other one may be moved to such a position.


def nearly(games):
    alone = [solve(moves)[0] for moves in games]

    def moves(p):
        parts, owner = p
        found = []
        for at, part in enumerate(parts):
            for after in games[at](part):
                lost = alone[at](after) == 0
                if lost and owner is not None and owner != at:
                    continue
                new_owner = at if lost and owner is None else owner
                found.append((parts[:at] + (after,) + parts[at + 1 :], new_owner))
        return found

    return solve(moves)[0]


def write_heaps(p):
    return "[" + ",".join(map(str, sorted(p, reverse=True))) + "]"


def write_pair(p):
    return f"[{p[0]} {p[1]}]"


# Rectangles: one side is changed by the rule of its direction; every part keeps the other side. A side of 0 is nothing.


def rectangle(down, across):
    @cache
    def value(rows, columns):
        if rows == 0 or columns == 0:
            return 0
        found = set()
        for parts in down(rows):
            total = 0
            for part in parts:
                total ^= value(part, columns)
            found.add(total)
        for parts in across(columns):
            total = 0
            for part in parts:
                total ^= value(rows, part)
            found.add(total)
        return mex(found)

    return value


# Northcott's game as it is played, with owners and retreats, beside a Nim heap. The game can go in circles, so it is
# solved backwards from its ends. The value is the one heap beside which the player to move loses, whoever that is.


def northcott(count, width):
    lines = [(a, b) for a in range(width) for b in range(width) if a != b]
    states = list(product(product(lines, repeat=count), range(width + 3), (0, 1)))

    def moves(state):
        rows, heap, player = state
        found = [(rows, less, 1 - player) for less in range(heap)]
        for at, line in enumerate(rows):
            own, other = line[player], line[1 - player]
            for step in (-1, 1):
                to = own + step
                while 0 <= to < width and to != other:
                    new = (to, other) if player == 0 else (other, to)
                    found.append((rows[:at] + (new,) + rows[at + 1 :], heap, 1 - player))
                    to += step
        return found

    before = {state: [] for state in states}
    open_moves = {}
    for state in states:
        after = moves(state)
        open_moves[state] = len(after)
        for it in after:
            before[it].append(state)
    wins = {state: False for state in states if open_moves[state] == 0}
    ready = list(wins)
    while ready:
        state = ready.pop()
        for earlier in before[state]:
            if earlier in wins:
                continue
            open_moves[earlier] -= 1
            if not wins[state] or open_moves[earlier] == 0:
                wins[earlier] = not wins[state]
                ready.append(earlier)
    assert len(wins) == len(states), "a draw"
    for rows in product(lines, repeat=count):
        lost = [[heap for heap in range(width + 3) if not wins[rows, heap, player]] for player in (0, 1)]
        assert lost[0] == lost[1] and len(lost[0]) == 1, rows
        yield rows, lost[0][0]


def main():
    pairs = [(x, y) for x in range(13) for y in range(x + 1)]
    for name, moves in [("rook", rook), ("bishop", bishop), ("king", king), ("knight", knight)]:
        table(name, moves, pairs)
    table("queen", wythoff(1), pairs)
    for k in (2, 3, 5):
        table(f"wythoff({k})", wythoff(k), pairs)
    for order in [(1, 0), (0, 2, 1), (2, 0, 1), (2, 1, 0), (1, 0, 3, 2)]:
        moves, legal = identified(order)
        squares = [p for p in product(range(8), repeat=2) if legal(p)]
        table(f"identified({','.join(map(str, order))})", moves, squares)

    one_heap = [(n,) if n else () for n in range(7)]
    some_pairs = [(3, 0), (2, 1), (3, 2), (4, 3), (5, 3)]
    named = {
        "nim": (heaps(nim_heap), one_heap, write_heaps),
        "kayles": (heaps(kayles_heap), one_heap + [(1, 2), (1, 1, 3)], write_heaps),
        "grundy": (heaps(grundy_heap), [(n,) for n in range(1, 8)] + [(3, 4)], write_heaps),
        "wythoff": (wythoff(1), some_pairs, write_pair),
        "king": (king, some_pairs, write_pair),
        "knight": (knight, some_pairs, write_pair),
    }
    for one, other in [
        ("kayles", "nim"),
        ("nim", "grundy"),
        ("wythoff", "nim"),
        ("king", "kayles"),
        ("knight", "wythoff"),
    ]:
        value = nearly([named[one][0], named[other][0]])
        for a, b in product(named[one][1], named[other][1]):
            for owner in (None, 0, 1):
                marks = ["!" if owner == at else "" for at in (0, 1)]
                body = f"{named[one][2](a)}{marks[0]} {named[other][2](b)}{marks[1]}"
                row(f"nearly({one}, {other}): {body}", value(((a, b), owner)))

    cuts = {
        "nim": nim_heap,
        "kayles": kayles_heap,
        "grundy": grundy_heap,
        "split(2) on 3..": couples_heap,
        "split(3)": three_heap,
        "0.137": dawson_heap,
    }
    for down, across in [
        ("kayles", "nim"),
        ("grundy", "split(2) on 3.."),
        ("split(2) on 3..", "kayles"),
        ("split(3)", "nim"),
        ("0.137", "grundy"),
        ("nim", "nim"),
    ]:
        value = rectangle(cuts[down], cuts[across])
        for rows, columns in product(range(1, 9), repeat=2):
            row(f"rectangle({down}, {across}): {rows}x{columns}", value(rows, columns))

    for count, width in [(1, 8), (2, 4)]:
        for rows, value in northcott(count, width):
            row("northcott: " + " ".join(f"{a}-{b}" for a, b in rows), value)

    compare_with_what_is_published()
    print("position;sg;outcome;misere_outcome")
    print("\n".join(ROWS))


def compare_with_what_is_published():
    """OEIS A000201, A001950, A001951, A001952; Winning Ways, chapter 3, for the rows of the queen."""

    def lost(name):
        ending = {text.split(": ")[1] for text, value in VALUES.items() if text.startswith(name + ": ") and value == 0}
        return sorted(tuple(sorted(map(int, text.split()))) for text in ending)

    assert lost("queen") == [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    assert lost("wythoff(2)") == [(0, 0), (1, 3), (2, 6), (4, 10)]
    for n in range(5):  # floor(n sqrt 2) and floor(n (2 + sqrt 2))
        a = isqrt(2 * n * n)
        assert a + 2 * n > 12 or (a, a + 2 * n) in lost("wythoff(2)")
    for x, values in [(1, [1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11, 9]), (2, [2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10])]:
        assert [VALUES[f"queen: {max(x, y)} {min(x, y)}"] for y in range(12)] == values
    for x in range(13):
        for y in range(x + 1):
            assert VALUES[f"rook: {x} {y}"] == x ^ y


main()
