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
class Row:
    """A row of a working: a part, its number or word, its digits in binary where they are combined, the numbers that it
    comes from, and why."""

    label: str
    value: int | str | None
    digits: str | None = None
    source: tuple[int | str | None, ...] = ()
    because: str | None = None


@dataclass(frozen=True)
class Working:
    """The working behind an answer: rows with their numbers, how they are combined, and the result.

    ``digits`` are the numbers in binary, one below the other, where they are added without carrying.
    """

    method: str
    rows: tuple[Row, ...]
    combine: str | None
    result: int | str | None
    move: Any = field(default=None, repr=False)

    @classmethod
    def of(cls, found: dict[str, Any] | None) -> Working:
        """From the document of an answer."""
        found = found or {}
        rows = [
            Row(row["label"], row["value"], row.get("digits"), tuple(row.get("from", ())), row.get("because"))
            for row in found.get("rows", [])
        ]
        return cls(found.get("method", ""), tuple(rows), found.get("combine"), found.get("result"), found.get("move"))

    @property
    def digits(self) -> tuple[str, ...]:
        """The digits of the rows, in binary and of one length."""
        return tuple(row.digits for row in self.rows if row.digits is not None)

    def __str__(self) -> str:
        name = max((len(row.label) for row in self.rows), default=0)
        said = [f"{row.label:{name}}  {_shown(row.value):>6}  {row.digits or ''}".rstrip() for row in self.rows]
        return "\n".join([*said, f"{self.combine or self.method:{name}}  {_shown(self.result):>6}"])

    def _repr_html_(self) -> str:
        def line(label: str, value: int | str | None, digits: str | None, because: str | None) -> str:
            cells = [html.escape(text or "") for text in (_shown(value), digits, because)]
            return (
                f"<tr><td style='text-align:left'>{html.escape(label)}</td><td>{cells[0]}</td>"
                f"<td><code>{cells[1]}</code></td><td style='text-align:left'>{cells[2]}</td></tr>"
            )

        rows = "".join(line(row.label, row.value, row.digits, row.because) for row in self.rows)
        total = line(self.combine or "", self.result, None, None)
        return f"<table><caption>{html.escape(self.method)}</caption><tbody>{rows}</tbody><tfoot>{total}</tfoot></table>"


def _shown(value: int | str | None) -> str:
    return "?" if value is None else str(value)


@dataclass(frozen=True)
class Answer:
    """What is known of a position.

    ``value`` is the Sprague-Grundy value, ``misere_value`` that of misère play where a search computed it. Where play may
    go on for ever ``loopy_value`` has the numbers that moves reach, as in ``∞{0,2}``, and the outcome may be a draw.
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
    loopy_value: str | None = None
    working: Working = field(default=Working("", (), None, None), repr=False)

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
    position: object,
    *,
    play: Play = "normal",
    moves: SupportsIndex = 100,
    positions: SupportsIndex | None = None,
    steps: SupportsIndex | None = None,
    progress: bool = True,
) -> Answer:
    """Who wins a position, by which moves, and why.

    ``position`` is text in the notation, or a ``Position``, which says itself how the game ends. ``moves`` is the most
    winning moves to list; ``positions`` and ``steps`` bound a search.

    >>> import sprague as sp
    >>> answer = sp.solve("kayles: 5 7 + nim: 3")
    >>> answer.outcome, answer.value, answer.winning_moves
    ('N', 5, ('kayles: 7 4 + nim: 3',))
    >>> sp.solve("kayles: 5 7", play="misere").outcome
    'N'
    """
    with Progress("solve", unit=" positions") as listener:
        text, reasons = _native.solve(
            text_of(position),
            is_misere(play) or getattr(position, "ending", play) == "misere",
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
        loopy_value=found.get("loopy_value"),
        working=Working.of(found.get("working")),
    )


def text_of(position: object) -> str:
    """The text of a position, which is text or has it."""
    text = getattr(position, "text", position)
    if not isinstance(text, str):
        raise TypeError(f"a position is text in the notation or a Position, not {type(position).__name__}")
    return text


@dataclass(frozen=True)
class Match:
    """A known game that has the values given, from heap ``first`` on; further values were not compared.

    >>> import sprague as sp
    >>> sp.identify([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])[0].oeis
    'A002186'
    """

    game: str
    rule: str
    first: int

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the game."""
        return self._facts()[0]

    @property
    def oeis(self) -> str | None:
        """Its number in the OEIS, where it is known."""
        return self._facts()[1]

    def _facts(self) -> tuple[tuple[str, ...], str | None]:
        from ._laboratory import game

        facts = game(self.game)
        return facts.names, facts.oeis


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
