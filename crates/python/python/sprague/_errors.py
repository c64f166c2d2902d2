"""What can go wrong, as exceptions with the numbers in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class SpragueError(Exception):
    """Every exception of this package is one of these."""


class NotationError(SpragueError, ValueError):
    """A text that could not be read: what is wrong, and the column, counted from 1.

    >>> import sprague as sp
    >>> try:
    ...     sp.solve("kayles: 5 x")
    ... except sp.NotationError as error:
    ...     print(error.column)
    11
    """

    def __init__(self, message: str, text: str, column: int) -> None:
        super().__init__(message, text, column)
        self.message = message
        self.text = text
        self.column = column

    def __str__(self) -> str:
        said = f"column {self.column}: {self.message}"
        if "\n" in self.text or len(self.text) > 100:
            return said
        return f"{said}\n  {self.text}\n  {' ' * (self.column - 1)}^"


class QuestionError(SpragueError, ValueError):
    """A question that has no answer as it was asked: what is the matter, in one line.

    >>> import sprague as sp
    >>> try:
    ...     sp.nim_length("nim")
    ... except sp.SpragueError as error:
    ...     print(type(error).__name__)
    QuestionError
    """


class TooLarge(SpragueError):
    """A question that is beyond a limit: the estimate, the limit, and the argument that raises it.

    ``estimate`` is ``None`` where the search itself met the limit before anything could be estimated, ``parameter``
    where no argument helps. Where several limits are in the way, ``needs`` has all their arguments, each with what it
    would have to be, or ``None`` where that is not known. For a game of one's own the estimate comes from the share of
    the moves that was looked at; it is rather too high, since positions that are met again cost nothing.

    >>> import sprague as sp
    >>> try:
    ...     sp.solve("chomp: " + "14," * 13 + "13")
    ... except sp.TooLarge as error:
    ...     print(error.parameter, error.limit, f"{error.estimate:.1e}")
    positions 10000000 4.0e+07
    """

    def __init__(
        self,
        message: str,
        estimate: float | None = None,
        limit: int | None = None,
        needs: Iterable[tuple[str, float | None]] = (),
    ) -> None:
        needed = dict(needs)
        super().__init__(message, estimate, limit, tuple(needed.items()))
        self.message = message
        self.estimate = estimate
        self.limit = limit
        self.needs = needed

    @property
    def parameter(self) -> str | None:
        """The first argument that must be raised."""
        return next(iter(self.needs), None)

    def __str__(self) -> str:
        if not self.needs:
            return self.message
        return f"{self.message}; raise it with {' and '.join(f'{name}=' for name in self.needs)}"


class OutOfMemory(TooLarge, MemoryError):
    """A question for which the system gives too little memory: what is free, or what ``ulimit`` and control groups allow.
    """


class CyclicGame(SpragueError, ValueError):
    """Play that need not end, so that there are no values. ``cycle`` lists the positions once around.

    >>> import sprague as sp
    >>> try:
    ...     sp.rules(options=lambda n: [(n + 1) % 3]).value(0)
    ... except sp.CyclicGame as error:
    ...     print(error)
    the game can go on for ever: 0 -> 1 -> 2 -> 0
    """

    def __init__(self, cycle: list[Any]) -> None:
        super().__init__(cycle)
        self.cycle = cycle

    def __str__(self) -> str:
        shown = [_short(position) for position in [*self.cycle, *self.cycle[:1]]]
        if len(shown) > 12:
            shown = [*shown[:8], f"... ({len(shown) - 11} more)", *shown[-3:]]
        return "the game can go on for ever: " + " -> ".join(shown)


class CertificateError(SpragueError, ValueError):
    """A certificate that the checker does not accept, or a period for which there is none."""


def _short(position: object) -> str:
    text = repr(position)
    return text if len(text) <= 60 else f"{text[:40]} ... {text[-15:]}"
