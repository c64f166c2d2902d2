"""Games of one's own: the answers of a ten-line oracle, and every refusal."""

import gc
import itertools
import os
import random
import subprocess
import sys

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sp
from sprague._memory import _free_of_groups, available, deep_size


def oracle(options, position, misere, known):
    """The value by the definition, remembered by position."""
    if position not in known:
        values = {oracle(options, option, misere, known) for option in options(position)}
        if misere and not values:
            known[position] = 1
        else:
            known[position] = next(n for n in itertools.count() if n not in values)
    return known[position]


@st.composite
def games(draw):
    """A random game: the options of position n are positions below n; and a position to ask about."""
    size = draw(st.integers(1, 24))
    moves = [draw(st.lists(st.integers(0, n - 1), max_size=5)) if n else [] for n in range(size)]
    return moves, size - 1


@settings(max_examples=1000, deadline=None, database=None)
@given(games(), st.booleans())
def test_random_games_have_the_values_of_the_oracle(game, misere):
    moves, start = game
    play = "misere" if misere else "normal"
    own = sp.rules(options=lambda n: moves[n])
    known = {}
    for position in range(start, -1, -1):
        assert own.value(position, play=play) == oracle(lambda n: moves[n], position, misere, known)
    wins = [option for option in dict.fromkeys(moves[start]) if known[option] == 0]
    assert own.winning_moves(start, play=play) == wins
    assert own.outcome(start, play=play) == ("N" if known[start] else "P")


@settings(max_examples=150, deadline=None, database=None)
@given(games(), games(), st.booleans())
def test_sums_by_components_have_the_values_of_whole_sums(one, two, misere):
    rules_of = (one[0], two[0])

    def options(pair):
        for side in (0, 1):
            if pair[side] is not None:
                for option in rules_of[side][pair[side]]:
                    yield (option, pair[1]) if side == 0 else (pair[0], option)

    play = "misere" if misere else "normal"
    own = sp.rules(
        options=options,
        components=lambda pair: [part for part in ((pair[0], None), (None, pair[1])) if part != (None, None)],
    )
    start = (one[1], two[1])
    assert own.value(start, play=play) == oracle(options, start, misere, {})


def test_node_kayles_on_a_cycle_as_in_the_contract():
    graph = nx.cycle_graph(12)
    game = sp.rules(
        options=lambda s: [s - {v, *graph[v]} for v in s],
        components=lambda s: map(frozenset, nx.connected_components(graph.subgraph(s))),
    )
    whole = frozenset(graph)
    # a first move leaves a path of nine, whose value is that of nine in Dawson's Kayles on paths
    path = frozenset(range(1, 10))
    assert game.value(whole) == (1 if game.value(path) == 0 else 0)
    assert game.outcome(whole) in "NP"
    assert all(len(move) == 9 for move in game.winning_moves(whole))
    assert {type(move) for move in game.winning_moves(whole)} <= {frozenset}


def test_a_graph_stands_for_its_components():
    chance = random.Random(11)
    for number in range(20):
        graph = nx.gnp_random_graph(9, 0.3, seed=chance.randrange(10**6))
        graph = nx.relabel_nodes(graph, {n: ("vertex", n) for n in graph}) if number % 2 else graph

        def options(left, graph=graph):
            return [left - {v, *graph[v]} for v in left]

        whole = frozenset(graph)
        for components in (graph, {v: list(graph[v]) for v in graph}):
            own = sp.rules(options, components)
            for misere in (False, True):
                play = "misere" if misere else "normal"
                assert own.value(whole, play=play) == oracle(options, whole, misere, {})
            assert all(type(move) is frozenset for move in own.winning_moves(whole))
    with pytest.raises(TypeError, match="sets of its vertices"):
        sp.rules(options, graph).value((1, 2))
    with pytest.raises(TypeError, match="sets of its vertices"):
        sp.rules(options, graph).value(frozenset({"nowhere"}))
    with pytest.raises(TypeError, match="no vertex"):
        sp.rules(options, {1: [2]})
    with pytest.raises(TypeError, match="graph"):
        sp.rules(options, 5)


def test_large_graphs_have_components_too():
    graph = nx.path_graph(90)
    own = sp.rules(lambda left: [left - {v, *graph[v]} for v in left], graph)
    assert own.value(frozenset(graph)) == sp.Game("0.137").value(90)


def test_symmetries_and_keys_change_no_answer():
    def options(heaps):
        return [[*heaps[:i], less, *heaps[i + 1 :]] for i, heap in enumerate(heaps) for less in range(heap)]

    plain = sp.rules(options=options, key=tuple)
    sorted_ones = sp.rules(options=options, canonical=sorted, key=tuple)
    parts = sp.rules(options=options, components=lambda heaps: [[heap] for heap in heaps], key=tuple)
    for heaps in itertools.product(range(4), repeat=3):
        heaps = list(heaps)
        expected = heaps[0] ^ heaps[1] ^ heaps[2]
        assert plain.value(heaps) == sorted_ones.value(heaps) == parts.value(heaps) == expected
        assert plain.value(heaps, play="misere") == sorted_ones.value(heaps, play="misere")
        assert plain.winning_moves(heaps) == sorted_ones.winning_moves(heaps) == parts.winning_moves(heaps)
    assert len(sorted_ones.winning_moves([1, 1, 1])) == 3, "as the function made them, not up to symmetry"


def test_any_hashable_object_is_a_position():
    class Place:
        def __init__(self, n):
            self.n = n

        def __hash__(self):
            return hash(self.n)

        def __eq__(self, other):
            return self.n == other.n

    own = sp.rules(options=lambda place: [Place(m) for m in range(place.n)])
    assert own.value(Place(5)) == 5
    assert own.winning_moves(Place(5)) == [Place(0)]
    mixed = sp.rules(options={None: [], "a": [None], (1, "b"): ["a", None]}.get)
    assert mixed.value((1, "b")) == 2


def test_cycles_are_refused_and_shown():
    moves = {"a": ["b", "d"], "b": ["c"], "c": ["a", "d"], "d": []}
    for play in ("normal", "misere"):
        with pytest.raises(sp.CyclicGame) as caught:
            sp.rules(options=moves.get).value("a", play=play)
        cycle = caught.value.cycle
        assert sorted(cycle) == ["a", "b", "c"]
        for one, next_one in zip(cycle, [*cycle[1:], cycle[0]]):
            assert next_one in moves[one]
        assert "for ever" in str(caught.value) and "'b'" in str(caught.value)
    with pytest.raises(sp.CyclicGame) as caught:
        sp.rules(options=lambda n: [n]).value(7)
    assert caught.value.cycle == [7]
    with pytest.raises(sp.CyclicGame):
        sp.rules(options=lambda n: [(n + 1) % 5000]).value(0)


def test_a_deep_game_is_no_cycle_and_needs_no_stack():
    assert sp.rules(options=lambda n: [n - 1] if n else []).value(100_001) == 1


def test_unhashable_positions_are_refused_with_the_way_out():
    for position in ([1, 2], {1: 2}, ([1],)):
        with pytest.raises(TypeError, match="key="):
            sp.rules(options=lambda p: []).value(position)
    with pytest.raises(TypeError, match="tuples"):
        sp.rules(options=lambda p: [], key=list).value((1,))


def test_exceptions_come_out_unchanged():
    class Own(Exception):
        pass

    raised = Own("here", 7)

    def fail(position):
        if position == 3:
            raise raised
        return [position - 1] if position else []

    for name in ("options", "components", "canonical", "key"):
        functions = {"options": lambda n: [n - 1] if n else []}
        functions[name] = (lambda n: [n] if fail(n) is not None else []) if name == "components" else fail
        if name in ("canonical", "key"):
            functions[name] = lambda n: (fail(n), n)[1]
        own = sp.rules(**functions)
        for _ in range(2):
            with pytest.raises(Own) as caught:
                own.value(5)
            assert caught.value is raised
        assert own.value(2) == 0, "what does not meet the error is answered still"

    class Broken:
        def __hash__(self):
            return 1

        def __eq__(self, other):
            raise raised

    with pytest.raises(Own):
        sp.rules(options=lambda p: [Broken(), Broken()] if p == 0 else []).value(0)
    with pytest.raises(TypeError, match="iterable"):
        sp.rules(options=lambda n: 5).value(0)
    with pytest.raises(TypeError, match="function"):
        sp.rules(options=5)
    with pytest.raises(KeyboardInterrupt):
        sp.rules(options=lambda n: (_ for _ in ()).throw(KeyboardInterrupt())).value(0)


def nim(heaps):
    return [(*heaps[:i], less, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for less in range(heap)]


def test_limits_are_refused_with_an_estimate():
    # a tree of 1 + 30 + 900 + 27 000 positions
    own = sp.rules(options=lambda t: [(*t, n) for n in range(30)] if len(t) < 3 else [], positions=3000)
    for play in ("normal", "misere"):
        with pytest.raises(sp.TooLarge) as caught:
            own.value((), play=play)
        error = caught.value
        assert (error.parameter, error.limit) == ("positions", 3000)
        assert "% of the moves" in str(error) and 20_000 < error.estimate < 40_000, (str(error), error.estimate)
    with pytest.raises(sp.TooLarge) as caught:
        sp.rules(options=nim, memory=10**6).value((9, 9, 9, 9))
    assert caught.value.parameter == "memory" and caught.value.limit == 10**6
    own.clear()
    assert own.value((1, 2)) == 1, "smaller questions are answered once the rest is forgotten"


def test_a_function_that_asks_its_own_game_is_told_so():
    own = sp.rules(options=lambda n: [own.value(n - 1)] if n else [])
    with pytest.raises(RuntimeError, match="second"):
        own.value(5)
    assert own.value(0) == 0


def test_the_graph_of_a_game_is_drawn():
    own = sp.rules(options=nim)
    picture = own.graph((2, 1))
    assert "(2, 1)" in picture.svg and picture.svg.startswith("<svg") and "digraph" in picture.dot
    assert own.graph((2, 1), label=lambda p: "x".join(map(str, p)), play="misere").svg.count("2x1") >= 1
    with pytest.raises(sp.TooLarge) as caught:
        own.graph((9, 9, 9))
    assert caught.value.parameter == "nodes"
    with pytest.raises(sp.CyclicGame):
        sp.rules(options=lambda n: [(n + 1) % 3]).graph(0)


def test_what_was_computed_is_kept_and_can_be_forgotten():
    calls = []

    def options(n):
        calls.append(n)
        return range(n)

    own = sp.rules(options=options)
    assert own.value(20) == 20
    first = len(calls)
    assert first == 21, "each position is asked for its options once"
    assert own.value(20) == 20 and len(calls) == first
    own.clear()
    assert own.value(20) == 20 and len(calls) == 2 * first


def test_functions_are_let_go():
    class Function:
        alive = 0

        def __init__(self):
            Function.alive += 1

        def __del__(self):
            Function.alive -= 1

        def __call__(self, n):
            return range(n)

    for _ in range(5):
        sp.rules(options=Function()).value(9)
    gc.collect()
    assert Function.alive == 0


def test_random_graphs_node_kayles_with_and_without_components():
    chance = random.Random(7)
    for _ in range(20):
        graph = nx.gnp_random_graph(9, 0.3, seed=chance.randrange(10**6))

        def options(s, graph=graph):
            return [s - {v, *graph[v]} for v in s]

        whole = frozenset(graph)
        split = sp.rules(
            options=options,
            components=lambda s, graph=graph: map(frozenset, nx.connected_components(graph.subgraph(s))),
        )
        for misere in (False, True):
            play = "misere" if misere else "normal"
            assert split.value(whole, play=play) == oracle(options, whole, misere, {})


def line(n):
    return [n + 1]


def fan(n):
    return itertools.count(n + 1)


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("options", [line, fan])
def test_play_and_options_without_an_end_meet_the_limit_of_positions(options, play):
    own = sp.rules(options=options, positions=1000, memory=10**9)
    for ask in (own.value, own.winning_moves):
        with pytest.raises(sp.TooLarge) as caught:
            ask(0, play=play)
        assert (caught.value.parameter, caught.value.limit) == ("positions", 1000)
    assert own._own.held()[0] <= 2 * 1000 + 10, "nothing is held beyond the limit"


def test_components_without_an_end_meet_the_limit_of_positions():
    own = sp.rules(options=lambda n: [n - 1] if n else [], components=itertools.repeat, positions=1000)
    with pytest.raises(sp.TooLarge) as caught:
        own.value(5)
    assert caught.value.parameter == "positions"


# Tuples of tuples: the outer one is small, and has all the rest inside.
DEEP = """
import resource, sys
import sprague as sp
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
options = {
    "deep": lambda t: [tuple((a + 10**6, b + 10**6, len(t), a * b) for a in range(10) for b in range(4))
                       + ((t[-1][0] + k,),) for k in (1, 2)],
    "line": lambda t: [((t[-1][0] + 1,),)],
}[sys.argv[1]]
before, limit = resident(), 60 * 10**6
own = sp.rules(options=options, positions=10**9, memory=limit)
try:
    own.value(((0,),))
except sp.TooLarge as error:
    print(error.parameter, (resident() - before) / limit)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
@pytest.mark.parametrize("kind", ["deep", "line"])
def test_the_limit_of_memory_is_that_of_the_process(kind):
    said = subprocess.run([sys.executable, "-c", DEEP, kind], capture_output=True, text=True, check=True, timeout=300)
    parameter, share = said.stdout.split()
    assert parameter == "memory" and 0.2 < float(share) < 1.6, said.stdout


def test_sizes_count_what_is_inside_and_shared_things_by_share():
    inner = [tuple(range(1000 + n, 1100 + n)) for n in range(10)]
    alone = deep_size((tuple(range(5000, 5100)),))
    assert alone > 100 * 28
    shared = [(part, n) for n in range(50) for part in inner]
    assert sum(map(deep_size, shared)) < 4 * (sum(map(deep_size, inner)) + 100 * len(shared))
    assert deep_size(5) < 100 and deep_size(sp) < 10_000_000


def test_what_control_groups_leave_is_read(tmp_path):
    def write(name, text):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    assert list(_free_of_groups(tmp_path)) == []
    write("proc/self/cgroup", "0::/job/step\n")
    write("sys/fs/cgroup/job/memory.max", "1000000\n")
    write("sys/fs/cgroup/job/memory.current", "400000\n")
    write("sys/fs/cgroup/job/memory.stat", "anon 1\ninactive_file 100000\n")
    write("sys/fs/cgroup/job/step/memory.max", "max\n")
    assert list(_free_of_groups(tmp_path)) == [700_000]
    write("proc/self/cgroup", "5:cpu,memory:/slurm\n3:pids:/slurm\n")
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
    write("sys/fs/cgroup/memory/slurm/memory.limit_in_bytes", "5000\n")
    write("sys/fs/cgroup/memory/slurm/memory.usage_in_bytes", "6000\n")
    assert min(_free_of_groups(tmp_path)) == -1000
    assert 0 <= available() < 1 << 50


# What is asked under `ulimit -v`: words or an exception, never the end of the process.
LIMITED = """
import resource, sys
import sprague as sp
used = int(next(l for l in open("/proc/self/status") if l.startswith("VmSize")).split()[1]) * 1024
resource.setrlimit(resource.RLIMIT_AS, (used + 120 * 10**6,) * 2)
nim = lambda h: [(*h[:i], less, *h[i + 1 :]) for i in range(len(h)) for less in range(h[i])]
for question in [
    lambda: sp.Game("grundy").values(10**9, memory=10**15),
    lambda: sp.Game("0.007").values(10**9, memory=10**15),
    lambda: sp.solve("chomp: " + "13," * 12 + "12", positions=10**9, steps=10**15),
    lambda: sp.solve("grundy: 900000000", positions=10**12, steps=10**15),
    lambda: sp.rules(options=nim, positions=10**9, memory=10**15).value((60, 60, 60, 60)),
    lambda: sp.rules(options=lambda n: [n + 1], positions=10**9, memory=10**15).value(0),
    lambda: sp.rules(options=lambda n: [n + 1]).value(0),
]:
    try:
        question()
        print("answered")
    except (MemoryError, sp.TooLarge) as error:
        print(type(error).__name__, str(error)[:100])
print("end")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="RLIMIT_AS is that of Linux")
def test_under_a_limit_of_memory_no_question_ends_the_process():
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    said = subprocess.run(
        [sys.executable, "-c", LIMITED], capture_output=True, text=True, timeout=600, env=environment
    )
    assert said.returncode == 0 and said.stdout.splitlines()[-1] == "end", said.stdout + said.stderr


HINTED = [
    ("solve", "grundy: 1000000000000"),
    ("solve", "grundy: 1000000000"),
    ("solve", "0.007: 100000000"),
    ("solve", "chomp: " + "14," * 13 + "13"),
    ("solve", "split(3, distinct): 300000"),
    ("solve", "wythoff: 100000 100000"),
]


@pytest.mark.parametrize(("kind", "text"), HINTED)
def test_the_hint_of_a_refusal_is_true(kind, text):
    """Obeyed once, by the numbers that it names: answered, or the estimate is told and the work has begun."""
    try:
        sp.solve(text)
        return
    except sp.TooLarge as error:
        first = error
    assert first.parameter is None or first.parameter in str(first)
    if first.parameter is None:
        assert isinstance(first, MemoryError) or first.estimate > 1e14, str(first)
        return
    if any(need is None or need > 10**12 for need in first.needs.values()):
        assert first.estimate, "what takes long is told"
        return
    code = f"import sprague as sp; sp.solve({text!r}, **{ {name: int(need) for name, need in first.needs.items()} })"
    try:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=4)
    except subprocess.TimeoutExpired:
        return
    last = done.stderr.strip().splitlines()[-1:]
    assert done.returncode == 0 or "stopped" in last[0], (str(first), last)
