"""Games of one's own against a plain recursion in Python, and values against the command: bench.py [COMMAND].

Both sides of the first two tables call the same `options`. The first is about games without components: the plain
recursion is a function under `functools.lru_cache`. In the second it remembers positions in a dict and takes the mex, as
most scripts do, and ours is told the graph, whose connected parts are the components. Each side runs in a process of its
own, whose memory is told at its highest. What `options` itself takes, called once for each position, is told too: nobody
who calls it once for each can be faster.
"""

import functools
import json
import resource
import subprocess
import sys
import threading
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
    print(f"where the plain recursion takes more than a second: {min(ratios):.1f} times as fast at least; 30 are asked for\n")


def thirds(n):
    return [n - k for k in (1, 3, 4) if k <= n]


def halving(n):
    if n:
        yield n - 1
        yield n // 2
        yield n // 3


def three_heaps(heaps):
    a, b, c = heaps
    return [
        *((x, b, c) for x in range(a)), *((a, x, c) for x in range(b)), *((a, b, x) for x in range(c))
    ]


def two_piles(place):
    a, b = place
    return [(a - i, b) for i in range(1, min(a, 4) + 1)] + [(a, b - i) for i in range(1, min(b, 4) + 1)]


def by_arrays(n):
    import numpy as np

    return n[:, None] - np.array([1, 3, 4])


GAMES = {
    "take 1, 3 or 4 of 10^6": (thirds, 10**6),
    "halves and thirds of 10^6": (halving, 10**6),
    "Nim: 60 60 60": (three_heaps, (60, 60, 60)),
    "two piles of 500": (two_piles, (500, 500)),
}


def cached(options, start):
    """The value by a recursion under `lru_cache`."""
    @functools.lru_cache(None)
    def value(position):
        seen = {value(option) for option in options(position)}
        mex = 0
        while mex in seen:
            mex += 1
        return mex

    return value(start)


def side(name, who):
    """One side of the first table, in this process: seconds, value, megabytes."""
    if who == "ten million":
        rules = sp.rules(thirds, positions=10**8, memory=1 << 40)
        took, value = seconds(lambda: rules.value(10**7, progress=False), time.process_time)
    elif who == "arrays":
        rules = sp.rules(by_arrays, vector=True, positions=10**8, memory=1 << 40)
        took, value = seconds(lambda: int(rules.values(range(10**6 + 1), progress=False)[-1]), time.process_time)
    else:
        options, start = GAMES[name]
        if who == "lru_cache":
            took, value = seconds(lambda: cached(options, start), time.process_time)
        elif who == "options":
            known, open_ = {start}, [start]
            for one in open_:
                new = set(options(one)) - known
                known |= new
                open_ += new
            took, value = seconds(lambda: [list(options(one)) for one in open_] and 0, time.process_time)
        else:
            rules = sp.rules(options, memory=1 << 40)
            took, value = seconds(lambda: rules.value(start, progress=False), time.process_time)
    print(json.dumps([took, value, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))


def apart(name, who):
    words = [sys.executable, __file__, "--side", name, who]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def own_games():
    """Games without components: seconds and megabytes of both, and the ratios."""
    print(f"{'without components':28}{'lru_cache':>10}{'MB':>7}{'sprague':>10}{'MB':>7}{'ratio':>8}{'options alone':>15}")
    for name in GAMES:
        slow, expected, much = apart(name, "lru_cache")
        fast, value, little = apart(name, "sprague")
        assert value == expected, (name, value, expected)
        floor, _, _ = apart(name, "options")
        print(f"{name:28}{slow:9.2f}s{much:7.0f}{fast:9.2f}s{little:7.0f}{slow / fast:7.1f}x{floor:14.2f}s", flush=True)
    slow = apart("take 1, 3 or 4 of 10^6", "lru_cache")[0]
    took, _, held = apart("", "arrays")
    print(f"{'the first one, over arrays':28}{slow:9.2f}s{'':7}{took:9.2f}s{held:7.0f}{slow / took:7.1f}x", flush=True)
    took, _, held = apart("", "ten million")
    print(f"10 million positions: {took:.1f} s, {held:.0f} MB at the highest; 2000 MB are allowed\n", flush=True)


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


def main():
    if sys.argv[1:2] == ["--side"]:
        side(*sys.argv[2:])
        return
    own_games()
    node_kayles()
    values(sys.argv[1] if len(sys.argv) > 1 else None)


if __name__ == "__main__":
    # a plain recursion goes as deep as the game is long
    sys.setrecursionlimit(10**7)
    threading.stack_size(1 << 30)
    worker = threading.Thread(target=main)
    worker.start()
    worker.join()
