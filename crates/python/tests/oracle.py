"""Answers by the definition, in a few lines: what the tests compare with."""

import itertools


def value(options, position, misere, known):
    """The value by the definition, remembered by position; under misère play that with a heap of Nim."""
    if position not in known:
        values = {value(options, option, misere, known) for option in options(position)}
        known[position] = 1 if misere and not values else next(n for n in itertools.count() if n not in values)
    return known[position]


def kayles(heap):
    """What is left of a row after one move: one or two neighbors fall."""
    return [tuple(p for p in (a, heap - n - a) if p) for n in (1, 2) for a in range(heap - n + 1)]


def nim(heap):
    return [(less,) if less else () for less in range(heap)]


def grundy(heap):
    return [(a, heap - a) for a in range(1, (heap + 1) // 2)]


GAMES = {"kayles": kayles, "nim": nim, "grundy": grundy}


def heaps_after(games, heaps):
    """The options of a sum of heaps, each of a game of its own: pairs of a name and a size, in order."""
    for at, (name, heap) in enumerate(heaps):
        for left in games[name](heap):
            yield tuple(sorted(heaps[:at] + tuple((name, part) for part in left) + heaps[at + 1 :]))
