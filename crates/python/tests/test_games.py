"""Heap games: values, periods, certificates, positions, runs."""

import json
import pickle
import subprocess
import sys

import numpy as np
import pytest

import sprague as sp

# A002188, the nim-values of Grundy's game
GRUNDY = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4, 1]


def test_values_are_those_of_the_literature():
    values = sp.Game("grundy").values(len(GRUNDY) - 1)
    assert values.dtype == np.uint16
    assert values.tolist() == GRUNDY


def test_ranges_have_both_ends_in_every_spelling():
    game = sp.Game("kayles")
    whole = game.values(200)
    assert len(whole) == 201
    for part in (game.values(50, 100), game.values(from_=50, to=100), game.values(100, from_=50)):
        assert part.tolist() == whole[50:101].tolist()
    assert game.values(to=0).tolist() == [0]
    for wrong in (lambda: game.values(), lambda: game.values(1, 2, 3), lambda: game.values(1, 2, to=3)):
        with pytest.raises(TypeError):
            wrong()
    for wrong in (lambda: game.values(5, 4), lambda: game.values(-1), lambda: game.values(1 << 63)):
        with pytest.raises(ValueError):
            wrong()


def test_the_array_is_as_wide_as_its_values():
    assert sp.Game("nim").values(10).dtype == np.uint16
    far = sp.Game("nim").values(65_530, 65_540)
    assert (far.dtype, far.tolist()) == (np.uint32, list(range(65_530, 65_541)))
    farther = sp.Game("nim").values(2**33, 2**33 + 1)
    assert (farther.dtype, farther.tolist()) == (np.uint64, [2**33, 2**33 + 1])
    assert farther.flags.owndata or farther.base is not None


def test_numbers_of_sage_and_numpy_are_numbers():
    class Integer:
        def __init__(self, number):
            self.number = number

        def __index__(self):
            return self.number

    game = sp.Game("kayles")
    assert game.values(Integer(10)).tolist() == game.values(np.int64(10)).tolist() == game.values(10).tolist()
    assert type(game.value(Integer(7))) is int
    assert type(sp.solve("kayles: 7").value) is int
    assert [type(n) for n in (game.period().period, game.period().preperiod)] == [int, int]


def test_large_heaps_rest_on_a_proved_period():
    game = sp.Game("0.137")
    near, far = game.values(86, 153), game.values(86 + 34 * 10**15, 153 + 34 * 10**15)
    assert near.tolist() == far.tolist()


def test_a_period_has_its_theorem():
    chess = sp.Game("0.137").period()
    assert (chess.period, chess.preperiod, chess.saltus, chess.proved) == (34, 52, 0, True)
    assert chess.theorem.startswith("P.") and chess.values >= 34 + 52
    period = sp.Game("take(1,3,4)").period()
    assert (period.period, period.preperiod, period.proved) == (7, 0, True)
    assert sp.Game("grundy").period(limit=2000, progress=False) is None
    assert pickle.loads(pickle.dumps(period)) == period


def test_the_period_of_the_contract():
    expected = "Period(period=149459, preperiod=105351, saltus=0, theorem='P.5', values="
    assert repr(sp.Game("0.16").period()).startswith(expected)


def test_games_are_equal_by_their_rule_and_survive_pickling():
    game = sp.Game("0.77")
    assert game == sp.Game("kayles") and hash(game) == hash(sp.Game("kayles"))
    assert game != sp.Game("0.07") and game != "0.77"
    again = pickle.loads(pickle.dumps(game))
    assert again == game and again.values(20).tolist() == game.values(20).tolist()


def test_misere_values_of_kayles():
    values = sp.Game("kayles").values(20, play="misere")
    assert [n for n in range(1, 21) if values[n] == 0] == [1, 4, 9, 12, 20]
    with pytest.raises(ValueError, match="normal"):
        sp.Game("kayles").values(3, play="misère")


def test_a_certificate_is_written_checked_and_refused_when_forged(tmp_path):
    certificate = sp.Game("0.137").prove()
    check = certificate.check()
    assert check.valid and check.complete and "G(n+34)" in check.claim
    path = tmp_path / "chess.cert"
    certificate.save(path)
    assert sp.Certificate.load(path) == certificate
    forged = sp.Certificate(certificate.text.replace("34", "17"))
    with pytest.raises(sp.CertificateError):
        forged.check()
    with pytest.raises(sp.CertificateError):
        sp.Certificate("nonsense").check()
    with pytest.raises(sp.CertificateError, match="no period was proved"):
        sp.Game("grundy").prove(limit=1000)


def test_a_certificate_of_misere_play():
    assert "quotient" in sp.Game("kayles").prove(play="misere").check().claim.lower()


def test_an_answer_tells_who_wins_and_why():
    answer = sp.solve("kayles: 5 7 + nim: 3")
    assert (answer.outcome, answer.value, answer.winning_moves) == ("N", 5, ("kayles: 7 4 + nim: 3",))
    assert [part.value for part in answer.components] == [2, 4, 3]
    assert "Bouton" in answer.reasons and "nim-sum" in str(answer)
    assert pickle.loads(pickle.dumps(answer)) == answer
    table = answer._repr_html_()
    assert table.count("<tr>") == 4 and "kayles: 7 4 + nim: 3" in table
    assert "<script>" not in table


def test_misere_play_of_a_sum():
    assert sp.solve("kayles: 5 7", play="misere").play == "misere"
    assert sp.solve("nim: 1 1 1", play="misere").outcome == "P"
    assert sp.solve("nim: 1 1", play="misere").outcome == "N"


def test_games_are_identified():
    assert sp.Match("grundy", sp.Game("grundy").rule, 0) in sp.identify(GRUNDY)
    assert sp.identify(np.array(GRUNDY))[0].game == "grundy"
    assert sp.identify([0, 1, 5]) == []
    with pytest.raises(ValueError):
        sp.identify([0, -1])
    with pytest.raises(ValueError):
        sp.identify([0] * 20_001)


def test_positions_are_counted():
    found = sp.count("take(1,2,4,9) leave(0,1) | split(2)", 9, 124)
    assert found.p == 2_259_208_528_408
    kayles = sp.Game("kayles")
    values = [int(value) for value in kayles.values(6)]
    pairs = [(a, b) for a in range(7) for b in range(7)]
    lost = sum(values[a] == values[b] for a, b in pairs)
    found = sp.count(kayles, 2, np.int64(6), from_=0, order="ordered")
    assert (found.p, found.n, found.proved) == (lost, 49 - lost, True)
    assert "P-positions" in str(found)
    far = sp.count(kayles, 3, 10**18)
    assert far.p + far.n == 10**18 * (10**18 + 1) * (10**18 + 2) // 6 and far.proved and far.winning_moves is None
    assert sp.count("kayles", 1, 20, play="misere").p == 5
    with pytest.raises(sp.TooLarge):
        sp.count("grundy", 3, 10**18)
    with pytest.raises(ValueError, match="order is one of"):
        sp.count("kayles", 2, 5, order="sorted")
    with pytest.raises(ValueError, match="empty"):
        sp.count("kayles", 2, 5, from_=6)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: sp.Game("kayles").values(10.5),
        lambda: sp.Game("kayles").values("10"),
        lambda: sp.Game("kayles").value(float(10**17 + 1)),
        lambda: sp.identify([0.5, 1.7]),
        lambda: sp.Game("kayles").period(limit=1e5),
        lambda: sp.scatter("kayles", 100.0),
        lambda: sp.solve("kayles: 5", moves=2.5),
        lambda: sp.count("kayles", 2.0, 5),
        lambda: sp.graph("kayles: 3", nodes="5"),
    ],
)
def test_numbers_are_numbers(ask):
    with pytest.raises(TypeError, match="whole number"):
        ask()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: sp.Game("kayles").values(-1),
        lambda: sp.Game("kayles").values(1 << 63),
        lambda: sp.Game("kayles").period(limit=-1),
        lambda: sp.solve("kayles: 5", moves=-1),
        lambda: sp.solve("kayles: 5", positions=-1),
        lambda: sp.scatter("kayles", -5),
        lambda: sp.raster("kayles", 100, width=-5),
        lambda: sp.rules(lambda n: [], positions=-1),
    ],
)
def test_numbers_out_of_range_are_refused_in_a_line(ask):
    with pytest.raises(ValueError, match="from 0 to 2"):
        ask()


def test_errors_of_notation_have_column_and_caret():
    with pytest.raises(sp.NotationError) as caught:
        sp.Game("take(1,2")
    error = caught.value
    assert error.text == "take(1,2" and error.column == 9
    lines = str(error).splitlines()
    assert lines[1:] == ["  take(1,2", "          ^"]
    assert isinstance(error, ValueError) and isinstance(error, sp.SpragueError)
    again = pickle.loads(pickle.dumps(error))
    assert (again.column, str(again)) == (error.column, str(error))
    with pytest.raises(sp.NotationError):
        sp.solve("kayles: 5 + no-such-game: 3")


def test_refusals_have_estimate_limit_and_parameter():
    with pytest.raises(sp.TooLarge) as caught:
        sp.solve("chomp: " + "40," * 39 + "39")
    assert caught.value.parameter is None and caught.value.estimate > 1e22, "no machine holds so many"
    with pytest.raises(sp.TooLarge) as caught:
        sp.solve("chomp: " + "14," * 13 + "13")
    error = caught.value
    assert error.parameter == "positions" and error.limit == 10_000_000 and error.estimate > 1e7
    assert error.needs == {"positions": error.estimate}
    assert str(error).endswith("raise it with positions=") and "--" not in str(error)
    assert pickle.loads(pickle.dumps(error)).estimate == error.estimate
    with pytest.raises(sp.TooLarge) as caught:
        sp.Game("grundy").values(10**15, 10**15 + 5)
    assert caught.value.parameter == "steps"
    with pytest.raises(sp.TooLarge) as caught:
        sp.Game("grundy").values(10**9, memory=10**6)
    assert caught.value.parameter == "memory" and caught.value.estimate >= 2e9
    with pytest.raises(sp.TooLarge) as caught:
        sp.Game("grundy").values(10**6, steps=1000)
    assert caught.value.parameter == "steps"
    with pytest.raises(sp.TooLarge) as caught:
        sp.graph("nim: 9 9 9 9")
    assert caught.value.parameter == "nodes"


def test_a_kept_run_gives_its_values(tmp_path):
    folder = tmp_path / "run"
    words = ["run", "grundy", "--to", "3000", "--dir", str(folder), "--keep-values", "--quiet"]
    assert command(*words).returncode == 0
    run = sp.Run(folder)
    whole = sp.Game("grundy").values(3000)
    assert run.values(1000, 1100).tolist() == whole[1000:1101].tolist()
    assert run.values(3000).tolist() == whole.tolist()
    assert (run.game, run.done, run.keeps_values) == (sp.Game("grundy"), 3000, True)
    assert len(run.signature) == 64 and run.label
    assert pickle.loads(pickle.dumps(run)).values(5).tolist() == whole[:6].tolist()
    with pytest.raises(ValueError, match="does not keep"):
        run.values(4000)
    with pytest.raises(ValueError):
        sp.Run(tmp_path / "nothing")


def command(*words, **more):
    return subprocess.run([sys.executable, "-m", "sprague", *words], capture_output=True, text=True, **more)


def test_the_module_is_the_command():
    done = command("solve", "nim: 3 4 5", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["winning_moves"] == ["nim: 5 4 1"]
    wrong = command("solve", "nim: 3 x")
    assert wrong.returncode == 2 and "column" in wrong.stderr
    negative = command("period", "grundy", "--limit", "1000")
    assert negative.returncode == 1
    assert "Usage: sprague" in command("--help").stdout
    usage = command("values", "--json", "--nonsense")
    assert usage.returncode == 2 and json.loads(usage.stderr)["error"]


def test_the_lab_serves_the_page():
    import urllib.request

    with sp.lab() as lab:
        assert lab.url.startswith("http://") and lab.url in lab._repr_html_()
        # the address holds a token, for which the browser is given a cookie
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with browser.open(lab.url, timeout=20) as page:
            assert "<title>" in page.read().decode()
    assert "stopped" in repr(lab)
