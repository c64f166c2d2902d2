"""The Star Nim laboratory: ``sprague.star``.

>>> import sprague as sp
>>> sp.star.row(3).period
9
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, SupportsIndex

from ._ask import apart, ask, flag, made
from ._laboratory import Table
from ._number import whole

__all__ = [
    "StarDiagonal", "StarLine", "StarPair", "StarPositions", "StarRow", "StarSequence",
    "diagonal", "line", "pair", "positions", "row", "sequence", "table",
]


@dataclass(frozen=True)
class StarRow:
    """The additive period of a row of 2-Star Nim, from its first column on."""

    row: int
    first_column: int | None
    period: int | None
    proved: bool
    method: str


@dataclass(frozen=True)
class StarPair:
    """The partners of a third token beside two that stay in 4-Star Nim, and their period."""

    a: int
    b: int
    period: int | None
    first_column: int | None
    proved: bool
    offsets: tuple[int, ...] | None = field(repr=False)


@dataclass(frozen=True)
class StarSequence:
    """The period of the differences y - x of the pairs of one value."""

    value: int
    preperiod: int | None
    period: int | None
    cycle: tuple[int, ...]
    proved: bool


@dataclass(frozen=True)
class StarDiagonal:
    """The period of a diagonal G(a, a + c), from its first row on."""

    diagonal: int
    first_row: int | None
    period: int | None
    proved: bool
    cycle: tuple[int, ...] | None


@dataclass(frozen=True)
class StarPositions:
    """How many P-positions there are to a highest square, and those of Nim beside them; ``positions`` where listed."""

    tokens: int
    max: int
    nim: int
    star: int
    both: int
    positions: tuple[tuple[int, ...], ...] | None = field(repr=False)


@dataclass(frozen=True)
class StarLine:
    """Values as one token runs up its strip, and their period where one is seen."""

    line: str
    to: int
    values: tuple[int, ...] = field(repr=False)
    first: int | None
    period: int | None
    proved: bool


def _apart(kind: Any, *words: str, names: tuple[str, ...] = ()) -> Any:
    output, _, _ = apart("ask", ["star", *words, "--json", "--quiet", *(["--", *names] if names else [])])
    import json

    return made(kind, json.loads(output))


def table(
    rows: SupportsIndex = 10, cols: SupportsIndex = 15, *, shared: SupportsIndex = 1, offsets: bool = False
) -> Table:
    """The values G(a, b) of two tokens; with ``offsets`` G(a, b) - b.

    >>> import sprague as sp
    >>> sp.star.table(2, 3).values
    ((None, 0, 1, 2), (0, 1, 2, 3), (1, 2, 0, 4))
    """
    words = [*flag("rows", rows), *flag("cols", cols), *flag("shared", shared), *(["--offsets"] if offsets else [])]
    return made(Table, ask("star", "table", *words, "--format=json", json=False).document)


def row(number: SupportsIndex) -> StarRow:
    """The additive period of a row, and its proof."""
    found: StarRow = _apart(StarRow, "row", names=(str(whole("a row", number)),))
    return found


def pair(a: SupportsIndex, b: SupportsIndex) -> StarPair:
    """The partners of a third token beside two that stay, and their period."""
    found: StarPair = _apart(StarPair, "pair", names=(str(whole("a square", a)), str(whole("a square", b))))
    return found


def sequence(value: SupportsIndex) -> StarSequence:
    """The period of the differences of the pairs of a value."""
    found: StarSequence = _apart(StarSequence, "sequence", names=(str(whole("a value", value)),))
    return found


def diagonal(offset: SupportsIndex) -> StarDiagonal:
    """The period of a diagonal."""
    found: StarDiagonal = _apart(StarDiagonal, "diagonal", names=(str(whole("a diagonal", offset)),))
    return found


def positions(tokens: SupportsIndex, to: SupportsIndex = 10, *, listed: bool = True) -> StarPositions:
    """The P-positions of so many tokens on squares up to ``to``.

    >>> import sprague as sp
    >>> sp.star.positions(3, 5).positions
    ((1, 2, 3), (1, 4, 5))
    """
    words = [f"--max={whole('to', to)}", *(["--list"] if listed else [])]
    found: StarPositions = _apart(StarPositions, "positions", *words, names=(str(whole("tokens", tokens)),))
    return found


def line(position: str, to: SupportsIndex = 100) -> StarLine:
    """The values as one token runs up its strip: a position with a ``*`` in place of its square.

    >>> import sprague as sp
    >>> sp.star.line("[2] [1,*]").period
    3
    """
    return made(StarLine, ask("star", "line", *flag("to", to), names=(position,)).document)
