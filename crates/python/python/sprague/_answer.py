"""Answers to positions: who wins, how, and why."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field
from typing import Any, Literal, SupportsIndex, cast

from . import _native
from ._number import whole
from ._play import Outcome, Play, is_misere
from ._progress import Progress


@dataclass(frozen=True)
class Component:
    """A part of the position that is played on its own, its value, and what that rests on."""

    position: str
    value: int | None
    outcome: Outcome
    because: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What is known of a position.

    ``value`` is the Sprague-Grundy value, ``misere_value`` that of misère play where a search computed it.
    ``winning_moves`` are positions as text, at most as many as were asked for; ``winning_moves_total`` says how many
    there are, ``None`` where not all were found. ``reasons`` is the whole answer in words.
    """

    position: str
    play: Play
    outcome: Outcome
    value: int | None
    misere_value: int | None
    options: int | None
    winning_moves: tuple[str, ...]
    winning_moves_total: int | None
    components: tuple[Component, ...]
    theorem: str | None
    reasons: str = field(repr=False)

    def __str__(self) -> str:
        return self.reasons

    def _repr_html_(self) -> str:
        head, _, rest = self.reasons.partition("\n")
        said = rest.partition("\n")[0]
        rows = "".join(
            f"<tr><td style='text-align:left'>{html.escape(part.position)}</td>"
            f"<td>{'?' if part.value is None else part.value}</td><td>{part.outcome}</td>"
            f"<td style='text-align:left'>{html.escape(', '.join(part.because))}</td></tr>"
            for part in self.components
        )
        if rows:
            rows = (
                "<table><thead><tr><th style='text-align:left'>component</th><th>value</th><th>outcome</th>"
                f"<th style='text-align:left'>because</th></tr></thead><tbody>{rows}</tbody></table>"
            )
        shown = "".join(f"<li><code>{html.escape(move)}</code></li>" for move in self.winning_moves[:20])
        hidden = (self.winning_moves_total or len(self.winning_moves)) - min(len(self.winning_moves), 20)
        more = f"<p>and {hidden} more</p>" if hidden > 0 else ""
        moves = f"<p>Winning moves:</p><ul>{shown}</ul>{more}" if shown else ""
        return f"<div><p><b>{html.escape(head)}</b><br>{html.escape(said)}</p>{rows}{moves}</div>"


def solve(
    position: str,
    *,
    play: Play = "normal",
    moves: SupportsIndex = 100,
    positions: SupportsIndex | None = None,
    steps: SupportsIndex | None = None,
    progress: bool = True,
) -> Answer:
    """Who wins a position, by which moves, and why.

    ``moves`` is the most winning moves to list; ``positions`` and ``steps`` bound a search.

    >>> import sprague as sp
    >>> answer = sp.solve("kayles: 5 7 + nim: 3")
    >>> answer.outcome, answer.value, answer.winning_moves
    ('N', 5, ('kayles: 7 4 + nim: 3',))
    >>> sp.solve("kayles: 5 7", play="misere").outcome
    'N'
    """
    with Progress("solve", unit=" positions") as listener:
        text, reasons = _native.solve(
            position,
            is_misere(play),
            whole("moves", moves),
            whole("positions", positions),
            whole("steps", steps),
            listener if progress else None,
        )
    found = cast("dict[str, Any]", json.loads(text))
    return Answer(
        position=found["position"],
        play=found["play"],
        outcome=found["outcome"],
        value=found["value"],
        misere_value=found.get("misere_value"),
        options=found.get("options"),
        winning_moves=tuple(found["winning_moves"]),
        winning_moves_total=found.get("winning_moves_total"),
        components=tuple(
            Component(part["position"], part["value"], part["outcome"], tuple(part["because"]))
            for part in found["components"]
        ),
        theorem=found.get("theorem"),
        reasons=reasons,
    )


@dataclass(frozen=True)
class Match:
    """A known game that has the values given, from heap ``first`` on; further values were not compared."""

    game: str
    rule: str
    first: int


def identify(values: Any, *, progress: bool = True) -> list[Match]:
    """The known games with these values: named games, octal codes of up to three digits, and a few more.

    >>> import sprague as sp
    >>> sp.identify([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])[0]
    Match(game='kayles', rule='0.77', first=0)
    """
    numbers = [whole("a value", value) for value in values]
    if len(numbers) > 20_000:
        raise ValueError(f"{len(numbers)} values are more than the limit of 20000")
    with Progress("identify", unit=" games") as listener:
        found = _native.identify(numbers, listener if progress else None)
    return [Match(game, rule, first) for game, rule, first in found]


@dataclass(frozen=True)
class Count:
    """How many positions the previous player wins (``p``) and the next one (``n``).

    ``winning_moves`` is how many winning moves they have together, ``None`` where their options are too many to list.
    ``proved`` says that a theorem gives the values of heaps of all these sizes; otherwise they were computed.
    ``reasons`` is the answer in words.
    """

    p: int
    n: int
    winning_moves: int | None
    proved: bool
    reasons: str = field(repr=False)

    def __str__(self) -> str:
        return self.reasons


def count(
    game: object,
    heaps: SupportsIndex,
    to: SupportsIndex,
    *,
    from_: SupportsIndex = 1,
    order: Literal["unordered", "ordered", "distinct"] = "unordered",
    play: Play = "normal",
    steps: SupportsIndex | None = None,
    progress: bool = True,
) -> Count:
    """How many positions of so many heaps of ``from_`` to ``to`` tokens each player wins, exactly.

    ``order`` says which choices of heaps are different positions: in any order, in a row, or without equal heaps.

    >>> import sprague as sp
    >>> sp.count("kayles", 2, 5)
    Count(p=6, n=9, winning_moves=13, proved=True)
    >>> sp.count("kayles", 2, 10**18).proved
    True
    """
    with Progress("count", unit=" heaps") as listener:
        text, reasons = _native.count(
            str(getattr(game, "name", game)),
            whole("heaps", heaps),
            (whole("from_", from_), whole("to", to)),
            order,
            is_misere(play),
            whole("steps", steps),
            listener if progress else None,
        )
    found = cast("dict[str, Any]", json.loads(text))
    moves = found["winning_moves"]
    return Count(int(found["p"]), int(found["n"]), None if moves is None else int(moves), found["proved"], reasons)
