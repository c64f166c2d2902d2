"""Games of one's own: any hashable position, a function for its options."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Generic, Protocol, SupportsIndex, TypeVar

from . import _native
from ._memory import available
from ._number import whole
from ._pictures import GraphPicture
from ._play import Outcome, Play, is_misere
from ._progress import Progress

Position = TypeVar("Position")


class VertexGraph(Protocol):
    """A graph: vertices to go through, and the neighbors of each; a dict of lists, a graph of networkx or of Sage."""

    def __iter__(self) -> Iterator[Any]: ...
    def __getitem__(self, vertex: Any, /) -> Iterable[Any]: ...


class Rules(Generic[Position]):
    """A game that functions describe; ``rules`` makes one. What was computed is kept between calls."""

    __slots__ = ("_arguments", "_own")

    def __init__(
        self,
        options: Callable[[Position], Iterable[Position]],
        components: Callable[[Position], Iterable[Position]] | VertexGraph | None,
        canonical: Callable[[Position], Position] | None,
        key: Callable[[Position], Hashable] | None,
        positions: SupportsIndex,
        memory: SupportsIndex | None,
    ) -> None:
        for name, function in [("options", options), ("canonical", canonical), ("key", key)]:
            if not callable(function) and (function is not None or name == "options"):
                raise TypeError(f"{name} is a function of a position, not {type(function).__name__}")
        if not (components is None or callable(components) or hasattr(components, "__getitem__")):
            kind = type(components).__name__
            raise TypeError(f"components is a function of a position or a graph of vertices, not {kind}")
        limit = available() // 2 if memory is None else whole("memory", memory)
        self._arguments = (options, components, canonical, key, whole("positions", positions), limit)
        self._own = _native.OwnRules(*self._arguments)

    @property
    def functions(
        self,
    ) -> tuple[
        Callable[[Position], Iterable[Position]],
        Callable[[Position], Iterable[Position]] | VertexGraph | None,
        Callable[[Position], Position] | None,
        Callable[[Position], Hashable] | None,
    ]:
        """``options``, ``components``, ``canonical`` and ``key``, to make other rules from them."""
        return self._arguments[:4]

    def __repr__(self) -> str:
        count, size = self._own.held()
        return f"<rules: {count} components met, about {size / 2**20:.1f} MiB>"

    def value(self, position: Position, *, play: Play = "normal", progress: bool = True) -> int:
        """The Sprague-Grundy value of a position. Under misère play, the n for which the position together with a heap
        of n in Nim is lost for the player to move; 0 if the position itself is.

        >>> import sprague as sp
        >>> kayles = sp.rules(
        ...     options=lambda row: [
        ...         (a, row[0] - taken - a) for taken in (1, 2) for a in range(row[0] - taken + 1)
        ...     ],
        ...     components=lambda rows: [(n,) for n in rows if n],
        ... )
        >>> [kayles.value((n,)) for n in range(12)]
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
        >>> [n for n in range(1, 21) if kayles.value((n,), play="misere") == 0]
        [1, 4, 9, 12, 20]
        """
        with Progress("search", unit=" positions") as listener:
            return self._own.value(position, is_misere(play), listener if progress else None)

    def outcome(self, position: Position, *, play: Play = "normal", progress: bool = True) -> Outcome:
        """``"N"`` if the next player wins, ``"P"`` if the previous one does."""
        return "N" if self.value(position, play=play, progress=progress) else "P"

    def winning_moves(self, position: Position, *, play: Play = "normal", progress: bool = True) -> list[Position]:
        """The options that win, as ``options`` made them, in its order and each once.

        >>> import sprague as sp
        >>> nim = sp.rules(options=lambda heaps: [
        ...     (*heaps[:i], less, *heaps[i + 1:]) for i, heap in enumerate(heaps) for less in range(heap)])
        >>> nim.winning_moves((3, 4, 5))
        [(1, 4, 5)]
        """
        with Progress("search", unit=" positions") as listener:
            found: list[Position] = self._own.winning_moves(position, is_misere(play), listener if progress else None)
        return found

    def graph(
        self,
        position: Position,
        *,
        play: Play = "normal",
        nodes: SupportsIndex = 200,
        label: Callable[[Position], str] | None = None,
        progress: bool = True,
    ) -> GraphPicture:
        """The game graph of a position, with outcomes and values; ``label`` writes a position."""
        write = _label if label is None else label
        with Progress("graph", unit=" positions") as listener:
            most, heard = whole("nodes", nodes), listener if progress else None
            svg, dot = self._own.graph(position, is_misere(play), most, lambda one: str(write(one)), heard)
        return GraphPicture(svg, str(write(position)), dot)

    def clear(self) -> None:
        """Forgets what was computed: what is held counts against the limits of the next call too."""
        self._own = _native.OwnRules(*self._arguments)


def rules(
    options: Callable[[Position], Iterable[Position]],
    components: Callable[[Position], Iterable[Position]] | VertexGraph | None = None,
    canonical: Callable[[Position], Position] | None = None,
    key: Callable[[Position], Hashable] | None = None,
    *,
    positions: SupportsIndex = 10_000_000,
    memory: SupportsIndex | None = None,
) -> Rules[Position]:
    """A game of one's own.

    ``options`` gives the positions after one move. The others make the search smaller and change no answer:
    ``components`` takes a position apart into independent ones, whose sum it is; ``canonical`` names one among
    positions that are the same up to a symmetry; ``key`` gives something hashable for positions that are not. Where
    positions are sets of vertices of a graph and fall apart where the graph does, ``components`` may be the graph
    itself (of networkx, or a dict of neighbors): its connected parts are found by compiled code.

    An exception inside a function comes out as it is. A game that can go on for ever is refused with the cycle
    (``CyclicGame``). A search holds at most ``positions`` positions and ``memory`` bytes, by estimate: half of what
    the machine has free, unless told (``TooLarge``).

    >>> import sprague as sp
    >>> subtraction = sp.rules(options=lambda n: [n - k for k in (1, 3, 4) if k <= n])
    >>> [subtraction.value(n) for n in range(8)]
    [0, 1, 0, 1, 2, 3, 2, 0]
    >>> subtraction.outcome(7)
    'P'

    Node Kayles on a path of nine, where a vertex goes with its neighbors:

    >>> path = {n: [m for m in (n - 1, n + 1) if 0 <= m < 9] for n in range(9)}
    >>> kayles = sp.rules(options=lambda left: [left - {v, *path[v]} for v in left], components=path)
    >>> kayles.value(frozenset(path))
    3
    """
    return Rules(options, components, canonical, key, positions, memory)


def _label(position: Any) -> str:
    """A position as a short text: the elements of a set in order, without the word."""
    if isinstance(position, (set, frozenset)):
        try:
            members = sorted(position)
        except TypeError:
            members = sorted(position, key=repr)
        position = "{" + ", ".join(map(str, members)) + "}"
    text = str(position)
    lines = [text[start : start + 24] for start in range(0, len(text), 24)]
    return "\n".join(lines[:4])
