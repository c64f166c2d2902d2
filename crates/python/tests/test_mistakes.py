"""Forty mistakes: each gets one clear exception, of the package's hierarchy or its own, and the interpreter goes on."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import sprague as sp


def options(n):
    return [n - k for k in (1, 3, 4) if k <= n]


@sp.rules
def decorated(n):
    yield from (n - k for k in (1, 3, 4) if k <= n)


class Own(Exception):
    pass


def fail(_):
    raise Own("inside")


MISTAKES = [
    (TypeError, "whole number", lambda: sp.Game("kayles").values(10.5)),
    (TypeError, "whole number", lambda: sp.Game("kayles").values("10")),
    (TypeError, "whole number", lambda: sp.Game("kayles").value(float(10**17 + 1))),
    (TypeError, "whole number", lambda: sp.identify([0.5, 1.7])),
    (TypeError, "whole number", lambda: sp.identify(np.array([0.5, 1.7]))),
    (TypeError, "whole number", lambda: sp.kayles(2.5)),
    (TypeError, "whole number", lambda: sp.kayles[2.0]),
    (TypeError, "whole number", lambda: sp.kayles[1:2.5]),
    (TypeError, "whole number", lambda: sp.genus("kayles", 5.5)),
    (TypeError, "whole number", lambda: sp.star.row("3")),
    (TypeError, "whole number", lambda: sp.lab(port="80")),
    (TypeError, "whole number", lambda: sp.rules(options, positions=1e6)),
    (TypeError, "whole number", lambda: sp.nim_mul(2, 2.5)),
    (TypeError, "text", lambda: sp.solve(5)),
    (TypeError, "text or a Game", lambda: sp.genus(5)),
    (TypeError, "graph", lambda: sp.node_kayles(5)),
    (TypeError, "function", lambda: sp.rules(5)),
    (TypeError, "iterable", lambda: sp.rules(lambda n: 5).value(0)),
    (TypeError, "key=", lambda: sp.rules(lambda n: []).value([1])),
    (TypeError, "vector", lambda: sp.rules(options, key=tuple, vector=True)),
    (ValueError, "from 0 to", lambda: sp.Game("kayles").values(-1)),
    (ValueError, "from 0 to", lambda: sp.Game("kayles").values(1 << 63)),
    (ValueError, "from 0 to", lambda: sp.kayles.prove(limit=-1)),
    (ValueError, "from 0 to", lambda: sp.kayles.prove(steps=-1)),
    (ValueError, "from 0 to", lambda: sp.survey("0.7", to=-1)),
    (ValueError, "2\\^64", lambda: sp.Nimber(1 << 64)),
    (ValueError, "empty", lambda: sp.Game("kayles").values(9, 5)),
    (ValueError, "normal", lambda: sp.solve("nim: 3", play="miserable")),
    (ValueError, "order", lambda: sp.count("kayles", 2, 5, order="sorted")),
    (ValueError, "neither", lambda: sp.scatter("kayles", 50).save("x.gif")),
    (ValueError, "no node", lambda: sp.digraph({1: [2]}, 7)),
    (sp.NotationError, "column 11", lambda: sp.solve("kayles: 5 x")),
    (sp.NotationError, "unknown game", lambda: sp.misere_quotient("no-such-game")),
    (sp.NotationError, "column", lambda: sp.nimber("5 *")),
    (sp.QuestionError, "1 to 17", lambda: sp.star.row(10**6)),
    (sp.TooLarge, "positions=", lambda: sp.solve("chomp: " + "14," * 13 + "13")),
    (sp.TooLarge, "steps=", lambda: sp.grundy.values(10**6, steps=1000)),
    (sp.TooLarge, "nodes=", lambda: sp.graph("nim: 9 9 9")),
    (sp.TooLarge, "memory=", lambda: sp.rules(lambda n: [n + 1], memory=10**5).value(0)),
    (sp.CyclicGame, "for ever", lambda: sp.rules(lambda n: [(n + 1) % 3]).value(0)),
    (sp.CyclicGame, "for ever", lambda: (sp.rules(lambda n: [n]).at(0) + sp.nim(3)).value),
    (sp.CertificateError, "certificate", lambda: sp.Certificate("nonsense").check()),
    (sp.CertificateError, "no period", lambda: sp.grundy.prove(limit=100)),
    (Own, "inside", lambda: sp.rules(fail).value(0)),
    (Own, "inside", lambda: (sp.rules(fail).at(0) + sp.nim(3)).misere.value),
    (FileNotFoundError, "no-such-file", lambda: sp.Certificate.load("no-such-file")),
    (ValueError, "no-such-folder", lambda: sp.Run("no-such-folder")),
]


@pytest.mark.parametrize("number", range(len(MISTAKES)))
def test_a_mistake_is_told_in_one_exception(number, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kind, said, ask = MISTAKES[number]
    with pytest.raises(kind, match=said) as caught:
        ask()
    text = str(caught.value)
    assert text and "--" not in text.replace("-->", "") and "panick" not in text and "sprague games`" not in text
    assert issubclass(kind, (sp.SpragueError, Own)) or type(caught.value).__module__ in ("builtins", "sprague"), type(caught.value)
    assert sp.kayles.value(100) == 1, "the next question is answered"


def test_there_are_forty():
    assert len(MISTAKES) >= 40


def test_names_are_those_of_the_package():
    for name in sp.__all__:
        if name != "star":
            assert getattr(sp, name).__module__ == "sprague", name
    with pytest.raises(AttributeError, match="no attribute"):
        sp.no_such_game
    assert "kayles" in dir(sp) and pickle.loads(pickle.dumps(sp.TooLarge("much"))).message == "much"


def ask_rules(rules, n):
    return rules.value(n)


def test_rules_go_to_other_processes():
    for rules in (sp.rules(options), decorated, sp.rules(options, positions=500)):
        again = pickle.loads(pickle.dumps(rules))
        assert again.value(9) == rules.value(9) and again.value(30, play="misere") == rules.value(30, play="misere")
    with ProcessPoolExecutor(2) as pool:
        assert list(pool.map(ask_rules, [sp.rules(options)] * 4, range(4))) == [0, 1, 0, 1]
    with pytest.raises((AttributeError, pickle.PicklingError), match="lambda|local"):
        pickle.dumps(sp.rules(lambda n: []))


def test_rules_that_ask_each_other_do_not_wait_for_ever():
    """Two threads, two rules: each asks the other's while its own are at work. One is refused, or both are answered."""
    met = threading.Barrier(2, timeout=20)
    asked = []

    def meet(n):
        # each of them once
        if n == 1 and len(asked) < 2:
            asked.append(n)
            met.wait()

    def first(n):
        meet(n)
        if n == 1:
            two.value(2)
        return [0] if n else []

    def second(n):
        meet(n)
        if n == 1:
            one.value(2)
        return [0] if n else []

    one, two = sp.rules(first), sp.rules(second)
    outcomes = []

    def ask(rules):
        try:
            outcomes.append(rules.value(1))
        except (RuntimeError, threading.BrokenBarrierError) as error:
            outcomes.append(error)

    threads = [threading.Thread(target=ask, args=(rules,), daemon=True) for rules in (one, two)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(outcomes) == 2, "nobody waits for ever"
    assert any("each waits for the other" in str(outcome) for outcome in outcomes), outcomes


INTERRUPTED = """
import os, random, signal, sys, threading, time
import sprague as sp
signal.signal(signal.SIGINT, signal.default_int_handler)
chance = random.Random(int(sys.argv[1]))
calls = [
    lambda: sp.grundy.values(10**9), lambda: sp.rules(options=range, positions=10**9).value(10**5),
    lambda: sp.histogram("grundy", 10**9), lambda: sp.graph("nim: 30 30 30", nodes=10**6),
    lambda: sp.stats("grundy", 10**9), lambda: sp.grundy.prove(limit=10**9), lambda: sp.star.row(17),
    lambda: sp.survey("0.????", to=10**6, jobs=2), lambda: sp.compare("grundy", "thesis-d", 10**9),
    lambda: (sp.rules(options=range).at(40) + "nim: 40 40 40").misere.value,
    lambda: sp.rules(lambda n: (n[:, None] - (1 + (n % 7))[:, None]), vector=True, positions=10**9).values(range(10**8)),
]
stopped = 0
for call in chance.sample(calls, 4):
    timer = threading.Timer(chance.uniform(0.05, 0.5), lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        call()
        timer.join()
        time.sleep(0.1)
    except KeyboardInterrupt:
        stopped += 1
    except sp.SpragueError as error:
        print(error)
        try:
            timer.join()
            time.sleep(0.1)
        except KeyboardInterrupt:
            pass
    assert sp.kayles.value(100) == 1
print("end", stopped)
"""


@pytest.mark.parametrize("seed", [1, 2])
def test_ctrl_c_at_random_moments_ends_the_call_and_not_the_kernel(seed):
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, str(seed)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout.splitlines()[-1].startswith("end"), done.stdout + done.stderr
    assert int(done.stdout.split()[-1]) >= 2, done.stdout


def test_closed_pools_are_told():
    pool = ProcessPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(RuntimeError, match="shutdown"):
        pool.submit(ask_rules, sp.rules(options), 3)
    assert sp.rules(options).value(3) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_asks_on():
    rules = sp.rules(options)
    assert rules.value(50) == sp.Game("take(1,3,4)").value(50)
    child = os.fork()
    if child == 0:
        os._exit(0 if rules.value(60) == sp.Game("take(1,3,4)").value(60) else 1)
    deadline = time.monotonic() + 30
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.02)
    assert ended[1] == 0
