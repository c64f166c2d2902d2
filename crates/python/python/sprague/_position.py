"""Positions and moves as objects, and sums of them with games of one's own."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex

from . import _native
from ._answer import Answer, Component, Working, solve
from ._ask import ask
from ._errors import SpragueError, TooLarge
from ._number import whole
from ._pictures import Picture
from ._play import Outcome, Play, is_misere

if TYPE_CHECKING:
    from ._pictures import GraphPicture
    from ._rules import Rules

#: Winning moves that are listed unless told.
_MANY = 10_000


class Position:
    """A position in the notation: a sum of heaps and boards, and how the game ends.

    >>> import sprague as sp
    >>> p = sp.kayles.position(5, 7) + sp.nim(3)
    >>> p
    Position('kayles: 7 5 + nim: 3')
    >>> p.outcome, p.value
    ('N', 5)
    >>> [move.after for move in p.winning_moves]
    [Position('kayles: 7 4 + nim: 3')]
    >>> p.misere.outcome
    'N'

    Equal positions are written alike; what was found is kept.
    """

    __slots__ = ("_answer", "_play", "_terms", "_text")

    _answer: Answer | None
    _play: Play
    _terms: tuple[tuple[str, str], ...]
    _text: str

    def __init__(self, position: str | Position, *, play: Play = "normal") -> None:
        is_misere(play)
        if isinstance(position, Position):
            self._text, self._terms = position._text, position._terms
        else:
            seen = json.loads(_native.look(position))
            self._text = seen["position"]
            self._terms = tuple((game, text) for game, text in seen["terms"])
        self._play = play
        self._answer = None

    @property
    def text(self) -> str:
        """The position as it is written."""
        return self._text

    @property
    def ending(self) -> Play:
        """How the game ends: ``"normal"`` or ``"misere"``."""
        return self._play

    @property
    def misere(self) -> Position:
        """The same position under misère play."""
        return Position(self, play="misere")

    @property
    def normal(self) -> Position:
        """The same position under normal play."""
        return Position(self)

    @property
    def games(self) -> tuple[str, ...]:
        """The game of each term."""
        return tuple(game for game, _ in self._terms)

    @property
    def terms(self) -> tuple[Position, ...]:
        """The terms of the sum, each a position."""
        return tuple(Position(text, play=self._play) for _, text in self._terms)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        ending = "" if self._play == "normal" else f", play={self._play!r}"
        return f"Position({self._text!r}{ending})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Position):
            return (self._text, self._play) == (other._text, other._play)
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self._text, self._play))

    def __reduce__(self) -> Any:
        return _position, (self._text, self._play)

    def __add__(self, other: Position | Sum | str) -> Any:
        if isinstance(other, str):
            other = Position(other, play=self._play)
        if isinstance(other, Position):
            _same_ending(self, other)
            return Position(f"{self._text} + {other._text}", play=self._play)
        if isinstance(other, Sum):
            return Sum((), self) + other
        return NotImplemented

    def __radd__(self, other: object) -> Any:
        if isinstance(other, str):
            return Position(other, play=self._play) + self
        # the sum of a list begins with 0
        return self if other == 0 and isinstance(other, int) else NotImplemented

    def solve(
        self,
        *,
        moves: SupportsIndex = _MANY,
        positions: SupportsIndex | None = None,
        steps: SupportsIndex | None = None,
        progress: bool = True,
    ) -> Answer:
        """The whole answer, within limits of one's own; the attributes of this position use it from then on."""
        answer = solve(self._text, play=self._play, moves=moves, positions=positions, steps=steps, progress=progress)
        self._answer = answer
        return answer

    @property
    def answer(self) -> Answer:
        """The whole answer, found once."""
        return self._answer or self.solve()

    @property
    def outcome(self) -> Outcome:
        """``"N"`` if the next player wins, ``"P"`` if the previous one does, ``"draw"`` where nobody can force an end."""
        return self.answer.outcome

    @property
    def value(self) -> int | None:
        """The Sprague-Grundy value, or under misère play the misère value; ``None`` where it was not found."""
        return self.answer.value if self._play == "normal" else self.answer.misere_value

    @property
    def components(self) -> tuple[Component, ...]:
        """The parts that are played on their own, each with its value and what that rests on."""
        return self.answer.components

    @property
    def why(self) -> Working:
        """The working: rows with their numbers and digits, how they are combined, and the result."""
        return self.answer.working

    @property
    def winning_moves(self) -> tuple[Move, ...]:
        """The moves that win, each to another position; where there are too many to list, some of them."""
        after = [Position(text, play=self._play) for text in self.answer.winning_moves]
        found = json.loads(_native.moves_to(self._text, [one._text for one in after]))
        return tuple(Move(self, one, entry) for one, entry in zip(after, found))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every way to move; several may lead to the same position. ``TooLarge`` where they cannot all be listed."""
        text, is_all = _native.moves_of(self._text, 5000)
        if not is_all:
            raise TooLarge(f"{self._text} has more moves than can be listed")
        return tuple(Move(self, Position(entry["to"], play=self._play), entry) for entry in json.loads(text))

    @property
    def options(self) -> tuple[Position, ...]:
        """The positions that one move leads to, each once."""
        return tuple(dict.fromkeys(move.after for move in self.moves))

    def graph(self, *, nodes: SupportsIndex = 200) -> GraphPicture:
        """The game graph: every position that can be reached, with outcome and value."""
        from ._pictures import graph

        return graph(self._text, play=self._play, nodes=nodes)

    def board(self) -> Picture:
        """The picture of the board."""
        return draw(self)

    def _repr_svg_(self) -> str | None:
        try:
            return self.board().svg
        except SpragueError:
            return None

    def play(self, *, opponent: str = "perfect", first: bool = True) -> Any:
        """A board to play on in the notebook, against an opponent; where there is no anywidget, its picture.

        ``opponent`` is perfect, strong, casual, beginner or random; ``first`` says whether you move first.
        """
        from ._widget import play

        return play(self, opponent, first)


def _position(text: str, play: Play) -> Position:
    return Position(text, play=play)


def _same_ending(one: Position | Sum, other: Position | Sum) -> None:
    if one.ending != other.ending:
        raise ValueError(f"a sum ends in one way: {one!r} is under {one.ending} play, {other!r} under {other.ending} play")


class Move:
    """A move: what it does, to which part, and the position ``after`` it.

    >>> import sprague as sp
    >>> move = sp.kayles(5).winning_moves[0]
    >>> str(move), move.game, move.heap, move.taken, move.left, move.after
    ('5 -> 2 2', 'kayles', 5, 1, (2, 2), Position('kayles: 2 2'))
    """

    __slots__ = ("_entry", "after", "before")

    before: Position
    after: Position

    def __init__(self, before: Position, after: Position, entry: dict[str, Any] | None = None) -> None:
        if entry is None:
            entry = json.loads(_native.moves_to(before.text, [after.text]))[0]
        self.before = before
        self.after = after
        self._entry: dict[str, Any] = entry or {}

    def __repr__(self) -> str:
        return f"Move({self.before!r}, {self.after!r})"

    def __str__(self) -> str:
        return self.words

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Move):
            return (self.before, self.after, self.action) == (other.before, other.after, other.action)
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.before, self.after))

    def __reduce__(self) -> Any:
        return Move, (self.before, self.after, self._entry)

    @property
    def words(self) -> str:
        """The move in short words, as the command prints and reads them."""
        return str(self._entry.get("words") or self.after)

    @property
    def term(self) -> int:
        """The place of the term of the sum that it changes, from 0."""
        return int(self._entry.get("term") or 0)

    @property
    def part(self) -> int | None:
        """The heap, strip or board of the term that is touched, from 0; ``None`` if it is more than one."""
        part: int | None = self._entry.get("part")
        return part

    @property
    def game(self) -> str:
        """The game in which it is made."""
        return self.before.games[self.term]

    @property
    def action(self) -> dict[str, Any]:
        """What the hand does: its kind and its numbers."""
        return dict(self._entry.get("action") or {})

    @property
    def heap(self) -> int | None:
        """The size of the heap that is touched; ``None`` where that is no heap."""
        return _int(self.action.get("heap"))

    @property
    def taken(self) -> int | None:
        """How many tokens are taken; ``None`` where nothing can be taken."""
        return _int(self.action.get("taken"))

    @property
    def left(self) -> tuple[int, ...] | None:
        """What is left of the heap; ``None`` where it is no heap."""
        left = self.action.get("left")
        return None if left is None or self.heap is None else tuple(int(heap) for heap in left)


def _int(number: Any) -> int | None:
    return None if number is None else int(number)


@dataclass(frozen=True)
class SumMove:
    """A move in a sum with games of one's own: the ``part`` that is changed, from 0, and the sum ``after`` it."""

    before: Sum
    after: Sum
    part: int


class Sum:
    """A sum of positions of games of one's own and of positions in the notation.

    >>> import sprague as sp
    >>> rules = sp.rules(options=lambda n: [n - k for k in (1, 3, 4) if k <= n])
    >>> p = sp.kayles(5, 7) + rules.at(5)
    >>> p.outcome, p.value
    ('N', 5)
    >>> [move.after.parts for move in p.winning_moves]
    [(5, Position('kayles: 7 4'))]
    """

    __slots__ = ("_own", "_play", "_together", "_typed")

    def __init__(
        self, own: tuple[tuple[Rules[Any], Any], ...], typed: Position | None, play: Play | None = None
    ) -> None:
        self._own = own
        self._typed = typed
        self._play: Play = play or (typed.ending if typed else "normal")
        self._together: Any = None

    @property
    def ending(self) -> Play:
        """How the game ends: ``"normal"`` or ``"misere"``."""
        return self._play

    @property
    def parts(self) -> tuple[Any, ...]:
        """The positions of games of one's own, then the position in the notation, if there is one."""
        own = tuple(position for _, position in self._own)
        return own if self._typed is None else (*own, self._typed)

    @property
    def misere(self) -> Sum:
        """The same sum under misère play."""
        return Sum(self._own, self._typed and self._typed.misere, "misere")

    def __repr__(self) -> str:
        own = [f"{rules!r}.at({position!r})" for rules, position in self._own]
        return " + ".join([*own, *([repr(self._typed)] if self._typed else [])])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sum):
            return NotImplemented
        return (
            (self._play, self._typed, len(self._own)) == (other._play, other._typed, len(other._own))
            and all(a[0] is b[0] and a[1] == b[1] for a, b in zip(self._own, other._own))
        )

    def __hash__(self) -> int:
        return hash((self._play, self._typed, tuple((id(rules), position) for rules, position in self._own)))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.parts)

    def __add__(self, other: object) -> Sum:
        if isinstance(other, str):
            other = Position(other, play=self._play)
        if isinstance(other, Position):
            other = Sum((), other)
        if not isinstance(other, Sum):
            return NotImplemented
        _same_ending(self, other)
        if self._typed is None or other._typed is None:
            typed = self._typed or other._typed
        else:
            typed = self._typed + other._typed
        return Sum((*self._own, *other._own), typed, self._play)

    def __radd__(self, other: object) -> Any:
        if isinstance(other, str):
            return Sum((), Position(other, play=self._play)) + self
        return self if other == 0 and isinstance(other, int) else NotImplemented

    def _values(self) -> list[int]:
        """The values of the parts under normal play."""
        values = [rules.value(position) for rules, position in self._own]
        if self._typed is not None:
            value = self._typed.value
            if value is None:
                raise SpragueError(f"the value of {self._typed} is out of reach, so that of the sum is, too")
            values.append(value)
        return values

    @property
    def value(self) -> int:
        """The Sprague-Grundy value, or under misère play the misère value."""
        if self._play == "normal":
            return _native.nim_sum(self._values())
        if self._together is None:
            self._together = _native.OwnSum([rules._own for rules, _ in self._own])
        text = "" if self._typed is None else self._typed.text
        found: int = self._together.value([position for _, position in self._own], text, None)
        return found

    @property
    def outcome(self) -> Outcome:
        """``"N"`` if the next player wins, ``"P"`` if the previous one does."""
        return "N" if self.value else "P"

    @property
    def why(self) -> Working:
        """The working under normal play: the value of each part, and their nim-sum."""
        if self._play == "misere":
            raise SpragueError("under misère play the values of the parts do not decide, so there are no rows to show")
        values = self._values()
        total = _native.nim_sum(values)
        rows = [{"label": str(part), "value": value} for part, value in zip(self.parts, values)]
        return Working.of({"method": "nim-sum", "rows": rows, "combine": "nim-sum", "result": total})

    @property
    def winning_moves(self) -> tuple[SumMove, ...]:
        """The moves that win, part by part; several moves to the same sum are one."""
        return tuple(self._wins_normal() if self._play == "normal" else self._wins_misere())

    def _with(self, at: int, position: Any) -> SumMove:
        if at == len(self._own):
            return SumMove(self, Sum(self._own, position, self._play), at)
        own = (*self._own[:at], (self._own[at][0], position), *self._own[at + 1 :])
        after = Sum(own, self._typed, self._play)
        after._together = self._together
        return SumMove(self, after, at)

    def _wins_normal(self) -> Iterator[SumMove]:
        values = self._values()
        for at, (rules, position) in enumerate(self._own):
            wanted = _native.nim_sum(values[:at] + values[at + 1 :])
            for option in rules._own.options_of_value(position, wanted, False, None):
                yield self._with(at, option)
        if self._typed is not None:
            others = _native.nim_sum(values[:-1])
            # a heap of Nim stands for all other parts
            heap = f"nim: {others} + " if others else ""
            for text in solve(f"{heap}{self._typed.text}", moves=_MANY).winning_moves:
                if text.startswith(heap):
                    yield self._with(len(self._own), Position(text.removeprefix(heap)))

    def _wins_misere(self) -> Iterator[SumMove]:
        _ = self.value
        for at, (rules, position) in enumerate(self._own):
            seen: list[Any] = []
            for option in rules.functions[0](position):
                if option not in seen:
                    seen.append(option)
                    move = self._with(at, option)
                    if move.after.value == 0:
                        yield move
        if self._typed is not None:
            for option in self._typed.options:
                move = self._with(len(self._own), option)
                if move.after.value == 0:
                    yield move

    def _repr_html_(self) -> str:
        return f"<div><code>{html.escape(repr(self))}</code></div>"


def draw(position: str | Position) -> Picture:
    """The board of a position, as books print it.

    >>> import sprague as sp
    >>> sp.draw("chomp: 3x4")
    <picture of chomp: 3x4>
    """
    text = str(Position(position))
    svg = ask("draw", "--format=svg", names=(text,), json=False).output.decode()
    return Picture(svg, text)
