"""Games of one's own against a plain recursion in Python, and values against the command: bench.py [COMMAND].

Both sides of the first table call the same `options`. The plain recursion remembers positions in a dict and takes the
mex, as most scripts do. Ours is told the graph, whose connected parts are the components; parts, memo, mex and sums are
compiled.
"""

import subprocess
import sys
import time

import networkx as nx

import sprague as sp


def plain(options, position, known):
    """The value by the definition, remembered."""
    if position in known:
        return known[position]
    seen = {plain(options, option, known) for option in options(position)}
    value = 0
    while value in seen:
        value += 1
    known[position] = value
    return value


def seconds(work, clock=time.perf_counter):
    start = clock()
    result = work()
    return clock() - start, result


def shape(free):
    """A set of squares, moved to the corner; of its four mirror images the first."""
    x, y = min(x for x, _ in free), min(y for _, y in free)
    below, right = max(x for x, _ in free), max(y for _, y in free)
    images = (
        [(a - x, b - y) for a, b in free],
        [(below - a, b - y) for a, b in free],
        [(a - x, right - b) for a, b in free],
        [(below - a, right - b) for a, b in free],
    )
    return frozenset(min(map(sorted, images)))


def node_kayles():
    """Node Kayles on paths, cycles and grids of four rows: seconds of CPU time of both, and the ratio."""
    print(f"{'Node Kayles on':18}{'plain':>10}{'positions':>11}{'sprague':>10}{'positions':>11}{'ratio':>9}")
    ratios = []
    for name, graph, canonical in [
        ("a path of 22", nx.path_graph(22), None),
        ("a path of 26", nx.path_graph(26), None),
        ("a cycle of 24", nx.cycle_graph(24), None),
        ("a cycle of 28", nx.cycle_graph(28), None),
        ("a 4 x 5 grid", nx.grid_2d_graph(4, 5), None),
        ("a 4 x 6 grid", nx.grid_2d_graph(4, 6), None),
        ("a 4 x 7 grid", nx.grid_2d_graph(4, 7), None),
        ("  with symmetries", nx.grid_2d_graph(4, 7), shape),
        ("a 4 x 8 grid", nx.grid_2d_graph(4, 8), None),
    ]:
        neighbors = {v: frozenset({v, *graph[v]}) for v in graph}

        def options(left, neighbors=neighbors):
            return [left - neighbors[v] for v in left]

        whole, known = frozenset(graph), {}
        slow, expected = seconds(lambda: plain(options, whole, known), time.process_time)
        own = sp.rules(options, graph, canonical)
        fast, value = seconds(lambda: own.value(whole), time.process_time)
        assert value == expected, (name, value, expected)
        if slow > 1:
            ratios.append(slow / fast)
        met = own._own.held()[0]
        print(f"{name:18}{slow:9.3f}s{len(known):11}{fast:9.3f}s{met:11}{slow / fast:8.1f}x", flush=True)
    print(f"where the plain recursion takes more than a second: {min(ratios):.1f} times as fast at least; 20 are asked for\n")


def values(command):
    """`values(10**7)` against the command's own time for the same values, without writing them."""
    to, turns = 10**7, 3
    ours, copies, theirs = [], [], []
    for _ in range(turns):
        game = sp.Game("grundy")
        took, array = seconds(lambda: game.values(to, progress=False))
        ours.append(took)
        copies.append(seconds(array.copy)[0])
        if command:
            # the signature of the values is computed from them as they come; a run of one heap is the start alone
            words = [command, "values", "grundy", "--format", "hash", "--to"]
            start, _ = seconds(lambda: subprocess.run([*words, "1"], check=True, capture_output=True))
            took, _ = seconds(lambda: subprocess.run([*words, str(to)], check=True, capture_output=True))
            theirs.append(took - start)
    print(f"values(10**7) of Grundy's game: {min(ours):.3f} s, one copy of the array {min(copies):.3f} s")
    if command:
        print(f"the command, with the signature of the values: {min(theirs):.3f} s")
        print(f"ratio {min(ours) / (min(theirs) + min(copies)):.3f}; at most 1.05 is asked for")


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    node_kayles()
    values(sys.argv[1] if len(sys.argv) > 1 else None)
