"""What calls do to the interpreter around them: signals, threads, memory, progress, pictures."""

import os
import resource
import signal
import struct
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ET

import pytest

import sprague as sp

# Each takes many seconds; the first word is what it is called.
LONG_CALLS = {
    "values": 'sp.Game("grundy").values(10**9)',
    "dense values": 'sp.Game("take(squares)").values(10**8)',
    "wide values": 'sp.Game("0.6").values(10**9)',
    "misere values": 'sp.Game("0.07").values(100, play="misere", steps=10**15, positions=10**9)',
    "period": 'sp.Game("grundy").period(limit=10**9)',
    "prove": 'sp.Game("0.454").prove(limit=3*10**8)',
    "graph": 'sp.graph("nim: 30 30 30", nodes=10**6)',
    "layout": "sp.rules(options=range).graph(450, nodes=500).svg",
    "stats": 'sp.stats("grundy", 10**9)',
    "sum": "(sp.rules(options=range).at(40) + \"nim: 40 40 40\").misere.value",
    "solve": 'sp.solve("chomp: " + "14," * 13 + "13", positions=10**9, steps=10**15)',
    "raster": 'sp.raster("grundy", 10**9)',
    "scatter": 'sp.scatter("grundy", 10**9)',
    "rules": "sp.rules(options=nim).value((9,) * 9)",
    "rules of builtins": "sp.rules(options=range, positions=10**9).value(10**5)",
    "misere rules": 'sp.rules(options=nim).value((9,) * 9, play="misere")',
}

CHILD = """
import os, signal, sys, threading, time
import sprague as sp
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests in the background ignores it
def nim(heaps):
    return [(*heaps[:i], less, *heaps[i + 1:]) for i, heap in enumerate(heaps) for less in range(heap)]
def threads():
    return set(os.listdir("/proc/self/task"))
sp.solve("nim: 1")
before = threads()  # a thread that has been joined may still be listed, so they are told apart by their numbers
sent = []
def interrupt():
    time.sleep({delay})
    sent.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)
sender = threading.Thread(target=interrupt)
sender.start()
try:
    {call}
except KeyboardInterrupt:
    late = time.perf_counter() - sent[0]
    sender.join()
    patience = time.monotonic() + 5
    while threads() - before and time.monotonic() < patience:
        time.sleep(0.05)
    print("stopped", late, len(threads() - before))
else:
    print("ended", 0, 0)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads are counted in /proc")
@pytest.mark.parametrize("name", LONG_CALLS)
def test_ctrl_c_stops_every_call_at_once_and_leaves_no_thread(name):
    child = CHILD.format(call=LONG_CALLS[name], delay=0.4)
    done = subprocess.run([sys.executable, "-c", child], capture_output=True, text=True, timeout=120)
    assert done.stdout.startswith("stopped"), (done.stdout, done.stderr)
    _, late, threads = done.stdout.split()
    assert int(threads) == 0
    # some 0.1 s on a quiet machine; the calls themselves would take minutes
    assert float(late) < 10, late


def test_the_interpreter_goes_on_while_the_engine_works():
    counted = [0]
    over = threading.Event()

    def count():
        while not over.is_set():
            counted[0] += 1
            time.sleep(0)

    counter = threading.Thread(target=count)
    counter.start()
    try:
        before = counted[0]
        sp.Game("grundy").values(400_000)
        assert counted[0] - before > 20
    finally:
        over.set()
        counter.join()


def test_eight_threads_ask_at_once():
    shared = sp.Game("grundy")
    own = sp.rules(options=lambda n: [n - k for k in (1, 3, 4) if k <= n])
    expected = sp.Game("grundy").values(60_000).tolist()
    failures = []

    def ask(number):
        try:
            for turn in range(5):
                assert shared.values(50_000 + 1000 * number).tolist() == expected[: 50_001 + 1000 * number]
                assert sp.Game("kayles").values(100).tolist()[11] == 6
                assert sp.solve("kayles: 5 7 + nim: 3").value == 5
                assert own.value(200 + number + turn) == sp.Game("take(1,3,4)").value(200 + number + turn)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_memory_stays_flat_over_many_thousand_calls():
    game = sp.Game("kayles")
    own = sp.rules(options=lambda n: [n - k for k in (1, 2) if k <= n])

    def calls(count):
        for number in range(count):
            game.values(20)
            own.value(number % 50)
            if number % 10 == 0:
                sp.solve("kayles: 5 7 + nim: 3")
                own.winning_moves(number % 50)
                with pytest.raises(sp.NotationError):
                    sp.Game("take(1,")

    calls(500)
    before = resident()
    calls(2_500)
    # some 400 bytes a call would be noticed
    assert resident() - before < 1 << 20


def test_long_calls_show_a_bar_and_short_ones_do_not(capsys):
    pytest.importorskip("tqdm")
    sp.Game("kayles").values(1000)
    assert capsys.readouterr().err == ""

    def slow(n):
        time.sleep(0.02)
        return range(n)

    own = sp.rules(options=slow)
    own.value(80)
    shown = capsys.readouterr().err
    assert "search" in shown and "positions" in shown
    sp.rules(options=slow).value(80, progress=False)
    assert capsys.readouterr().err == ""


def test_without_tqdm_there_is_no_bar_and_no_error(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)

    def slow(n):
        time.sleep(0.05)
        return range(n)

    assert sp.rules(options=slow).value(30) == 30
    assert capsys.readouterr().err == ""


def test_pictures_are_svg_in_a_cell_and_files(tmp_path):
    for number, picture in enumerate(
        [
            sp.scatter(sp.Game("grundy"), 5000),
            sp.raster("kayles", 1000, width=12),
            sp.histogram("0.07", 2000),
            sp.graph("grundy: 6"),
        ]
    ):
        root = ET.fromstring(picture._repr_svg_())
        assert root.tag.endswith("svg") and float(root.attrib["width"]) > 100
        picture.save(tmp_path / f"{number}.svg")
        assert (tmp_path / f"{number}.svg").read_text() == picture.svg
        picture.save(tmp_path / f"{number}.png")
        content = (tmp_path / f"{number}.png").read_bytes()
        assert content[:8] == b"\x89PNG\r\n\x1a\n" and min(struct.unpack(">II", content[16:24])) > 100
        with pytest.raises(ValueError, match="neither"):
            picture.save(tmp_path / "picture.gif")
    sp.graph("grundy: 6").save(tmp_path / "g.dot")
    assert (tmp_path / "g.dot").read_text().startswith("digraph")
    with pytest.raises(ValueError):
        sp.raster("kayles", 100, width=0)


def test_a_signal_in_another_handler_is_no_end():
    heard = []
    before = signal.signal(signal.SIGUSR1, lambda *_: heard.append(1))
    try:
        timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGUSR1))
        timer.start()
        sp.Game("grundy").values(600_000)
        timer.join()
        assert heard == [1]
    finally:
        signal.signal(signal.SIGUSR1, before)
