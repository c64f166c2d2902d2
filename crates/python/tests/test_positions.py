"""Positions and moves as objects, sums with games of one's own, and boards."""

import copy
import json
import os
import pickle
import shutil
import subprocess
import sys

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sp


def test_the_example_of_the_contract():
    k = sp.kayles
    p = k.position(5, 7) + sp.nim(3)
    assert (p.outcome, p.value) == ("N", 5)
    assert [m.after for m in p.winning_moves] == [sp.Position("kayles: 7 4 + nim: 3")]
    rules = sp.rules(options=lambda n: [n - i for i in (1, 3, 4) if i <= n])
    q = p + rules.at(5)
    assert (q.outcome, q.value) == ("N", 5 ^ rules.value(5))
    assert k[100] == 1 and k[1:20].tolist() == k.values(1, 19).tolist()
    far = k[1 : 10**6 : 1000]
    assert isinstance(far, np.ndarray) and far.tolist() == k.values(10**6)[1 : 10**6 : 1000].tolist()
    with pytest.raises(TypeError, match="every size"):
        list(k)
    with pytest.raises(ValueError, match="where to end"):
        k[5:]


def test_the_working_has_rows_and_digits():
    why = (sp.kayles(5, 7) + sp.nim(3)).why
    assert [row.value for row in why.rows] == [2, 4, 3] and why.result == 5
    assert why.digits == ("010", "100", "011")
    table = why._repr_html_()
    assert table.count("<tr>") == 4 and "100" in table and "<script" not in table
    assert "nim-sum" in str(why)
    rules = sp.rules(options=range)
    assert [row.value for row in (rules.at(6) + sp.nim(3)).why.rows] == [6, 3]


def test_positions_are_values():
    p = sp.Position("kayles: 5 7 + nim: 3")
    assert p == sp.Position("kayles: 7 5 + nim: 3") and hash(p) == hash(sp.kayles(7, 5) + "nim: 3")
    assert p != p.misere and p.misere.normal == p and p != "kayles: 7 5 + nim: 3"
    for again in (pickle.loads(pickle.dumps(p)), copy.copy(p), copy.deepcopy(p), eval(repr(p), {"Position": sp.Position})):
        assert again == p and again.outcome == "N"
    assert eval(repr(p.misere), {"Position": sp.Position}) == p.misere
    assert sum([sp.nim(3), sp.nim(5), sp.kayles(2)]) == sp.Position("nim: 3 + nim: 5 + kayles: 2")
    assert p.terms == (sp.kayles(5, 7), sp.nim(3)) and p.games == ("kayles", "nim")
    assert len(p.components) == 3 and {p, p.misere} == {p.misere, p}


def test_moves_say_what_they_do():
    p = sp.kayles(3)
    assert {str(move) for move in p.moves} == {"take 1 from 3", "take 2 from 3", "3 -> 1 1"}
    assert p.options == (sp.kayles(2), sp.kayles(1, 1), sp.kayles(1))
    move = p.winning_moves[0]
    assert (move.game, move.heap, move.taken, move.left, move.after) == ("kayles", 3, 1, (1, 1), sp.kayles(1, 1))
    assert pickle.loads(pickle.dumps(move)) == move and sp.Move(move.before, move.after).words == move.words
    bite = sp.Position("chomp: 2x2").winning_moves[0]
    assert bite.heap is None and bite.taken is None and bite.action["kind"] == "bite"
    with pytest.raises(sp.TooLarge):
        sp.nim(10**18).moves
    assert sp.nim(10**18, 7).winning_moves[0].after == sp.nim(7, 7)
    assert sp.nim(10**18, 7).winning_moves[0].taken == 10**18 - 7
    for before in (sp.grundy(9), sp.Position("welter: 1 4 7"), sp.Position("cram: 2x3 + nim: 2")):
        assert {m.after for m in before.winning_moves} == {o for o in before.options if o.outcome == "P"}
        assert {m.after for m in before.misere.winning_moves} == {o for o in before.misere.options if o.outcome == "P"}


@st.composite
def sums(draw):
    """A random game, a position of it, and a few heaps."""
    size = draw(st.integers(1, 10))
    moves = [draw(st.lists(st.integers(0, n - 1), max_size=4)) if n else [] for n in range(size)]
    heaps = draw(st.lists(st.tuples(st.sampled_from(sorted(oracle.GAMES)), st.integers(1, 5)), max_size=3))
    return moves, size - 1, tuple(sorted(heaps))


@settings(max_examples=120, deadline=None, database=None)
@given(sums(), st.booleans())
def test_sums_with_games_of_ones_own_have_the_values_of_the_oracle(game, misere):
    moves, start, heaps = game

    def options(place):
        own, typed = place
        yield from ((option, typed) for option in moves[own])
        yield from ((own, after) for after in oracle.heaps_after(oracle.GAMES, typed))

    rules = sp.rules(options=lambda n: moves[n])
    total = rules.at(start, play="misere" if misere else "normal")
    if heaps:
        typed = sum(sp.Game(name)(heap) for name, heap in heaps)
        total = total + (typed.misere if misere else typed)
    known = {}
    expected = oracle.value(options, (start, heaps), misere, known)
    assert total.value == expected and total.outcome == ("N" if expected else "P")
    wins = {option for option in options((start, heaps)) if known[option] == 0}
    found = set()
    for move in total.winning_moves:
        own, *typed = move.after.parts
        left = tuple(sorted((t.games[0], int(h)) for p in typed for t in p.terms for h in t.text.split(":")[1].split()))
        found.add((own, left))
    assert found == wins


@settings(max_examples=60, deadline=None, database=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(oracle.GAMES)), st.integers(0, 7)), min_size=1, max_size=3), st.booleans())
def test_positions_have_the_values_of_the_oracle(heaps, misere):
    position = sum(sp.Game(name)(heap) for name, heap in heaps)
    position = position.misere if misere else position
    known = {}
    place = tuple(sorted((name, heap) for name, heap in heaps if heap))
    expected = oracle.value(lambda p: oracle.heaps_after(oracle.GAMES, p), place, misere, known)
    assert position.outcome == ("N" if expected else "P")
    assert misere or position.value == expected


def test_two_games_of_ones_own_add_up():
    one = sp.rules(options=lambda n: [n - k for k in (1, 3, 4) if k <= n])
    two = sp.rules(options=range)
    for a in range(5):
        for b in range(4):
            assert (one.at(a) + two.at(b)).value == one.value(a) ^ b
            known = {}
            expected = oracle.value(
                lambda p: [(m, p[1]) for m in one.functions[0](p[0])] + [(p[0], m) for m in range(p[1])], (a, b), True, known
            )
            assert (one.at(a) + two.at(b)).misere.value == expected


@pytest.mark.parametrize(
    "ask",
    [
        lambda: sp.nim(3) + sp.nim(3).misere,
        lambda: sp.nim(3) + sp.rules(options=range).at(3, play="misere"),
        lambda: sp.nim(3).play(opponent="lucky"),
        lambda: sp.Position("nim: 3", play="misère"),
        lambda: sp.kayles[1:5:0],
        lambda: sp.kayles[-1],
    ],
)
def test_mistakes_with_positions_are_told(ask):
    with pytest.raises(ValueError):
        ask()


def draw_or_skip():
    try:
        sp.draw("nim: 1")
    except sp.QuestionError:
        pytest.skip("this build has no command `draw`")


def test_a_board_is_drawn():
    draw_or_skip()
    svg = sp.Position("chomp: 3x4")._repr_svg_()
    assert svg is not None and svg.startswith("<svg")
    assert sp.draw("kayles: 5 7").svg.startswith("<svg")


def board_or_skip():
    pytest.importorskip("anywidget", reason="boards to play on need anywidget")
    board = sp.kayles(3).play()
    if isinstance(board, sp.Picture):
        pytest.skip("the package was packed without the board of the page")
    return board


def test_the_board_asks_the_kernel():
    board = board_or_skip()
    sent = []
    board.send = sent.append
    body = {"position": "kayles: 3", "misere": False}
    board._asked(board, {"id": 1, "path": "/api/position", "body": body}, [])
    board._asked(board, {"id": 2, "path": "/api/reply", "body": {**body, "opponent": "perfect"}}, [])
    board._asked(board, {"id": 3, "path": "/api/jobs", "body": {}}, [])
    board._asked(board, {"id": 4, "path": "/api/position", "body": {"position": "kayles: x"}}, [])
    assert [message["status"] for message in sent] == [200, 200, 404, 400]
    assert len(sent[0]["answer"]["moves"]) == 5 and sent[1]["answer"]["to"] == "kayles: 1 1"


FRAME = """
<!doctype html><html><body><iframe id="f" style="width:700px;height:320px"></iframe><script>
const frame = document.getElementById("f");
const answers = ANSWERS;
window.addEventListener("message", (event) => {
  if (event.data.height) { frame.style.height = event.data.height + "px"; return; }
  const key = event.data.path + JSON.stringify(event.data.body);
  document.body.dataset.asked = (document.body.dataset.asked || "") + event.data.path + " ";
  frame.contentWindow.postMessage({ id: event.data.id, status: 200, answer: answers[event.data.path] }, "*");
});
frame.srcdoc = SOURCE;
setTimeout(() => {
  const inside = frame.contentDocument;
  document.title = inside.querySelectorAll("svg").length + " boards: " + inside.querySelector("[role=status]")?.textContent;
}, 1500);
</script></body></html>
"""


def test_the_board_is_shown_in_a_browser(tmp_path):
    """The frame as a notebook puts it into its cell, in Chromium; what it asks is answered with what the kernel says."""
    board = board_or_skip()
    browser = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
    if browser is None:
        pytest.skip("no Chromium is installed")
    sent = []
    board.send = sent.append
    board._asked(board, {"id": 0, "path": "/api/position", "body": {"position": "kayles: 3", "misere": False}}, [])
    page = FRAME.replace("ANSWERS", json.dumps({"/api/position": sent[0]["answer"]}).replace("</", "<\\/"))
    page = page.replace("SOURCE", json.dumps(board.frame).replace("</", "<\\/"))
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    words = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile"]
    words += ["--allow-file-access-from-files", "--virtual-time-budget=5000", "--dump-dom", f"file://{tmp_path}/page.html"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, env={**os.environ, "HOME": str(tmp_path)})
    assert "<title>1 boards: Your move.</title>" in done.stdout, done.stdout[-500:] + done.stderr[-500:]
    assert "/api/position" in done.stdout


def test_without_anywidget_the_board_is_a_picture(monkeypatch):
    draw_or_skip()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    assert isinstance(sp.kayles(3).play(), sp.Picture)
