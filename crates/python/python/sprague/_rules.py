"""Games of one's own: any hashable position, a function for its options."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, SupportsIndex, TypeVar, overload

from . import _native
from ._memory import available
from ._number import whole
from ._pictures import GraphNode, GraphPicture
from ._play import Outcome, Play, is_misere
from ._position import Sum
from ._progress import Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Position = TypeVar("Position")


class VertexGraph(Protocol):
    """A graph: vertices to go through, and the neighbors of each; a dict of lists, a graph of networkx or of Sage."""

    def __iter__(self) -> Iterator[Any]: ...
    def __getitem__(self, vertex: Any, /) -> Iterable[Any]: ...


class Rules(Generic[Position]):
    """A game that functions describe; ``rules`` makes one. What was computed is kept between calls."""

    __slots__ = ("_arguments", "_limits", "_own")

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
        self._limits = (positions, memory)
        self._arguments = (options, components, canonical, key, whole("positions", positions), limit)
        self._own = _native.OwnRules(*self._arguments)

    def __call__(self, position: Position) -> Iterable[Position]:
        """The options of a position: what ``options`` makes, also where it was decorated."""
        return self._arguments[0](position)

    def __reduce__(self) -> Any:
        # what was computed stays; the functions go by their names
        return type(self), (*(_by_name(function) for function in self._arguments[:4]), *self._limits)

    def at(self, position: Position, *, play: Play = "normal") -> Sum:
        """A position of this game, to be added to others: ``rules.at(5) + sp.nim(3)``.

        >>> import sprague as sp
        >>> subtraction = sp.rules(options=lambda n: [n - k for k in (1, 3, 4) if k <= n])
        >>> (subtraction.at(5) + sp.nim(3)).outcome, (subtraction.at(5) + "nim: 3").misere.outcome
        ('P', 'P')
        """
        is_misere(play)
        return Sum(((self, position),), None, play)

    def values(
        self, positions: Iterable[Position], *, play: Play = "normal", progress: bool = True
    ) -> NDArray[np.uint64]:
        """The values of many positions, as an array, in one call.

        >>> import sprague as sp
        >>> sp.rules(options=lambda n: [n - k for k in (1, 3, 4) if k <= n]).values(range(8))
        array([0, 1, 0, 1, 2, 3, 2, 0], dtype=uint64)
        """
        with Progress("search", unit=" positions") as listener:
            return self._own.values(positions, is_misere(play), listener if progress else None)

    def table(self) -> Any:
        """Every position whose value under normal play was computed: a ``DataFrame`` of pandas with ``position``,
        ``value`` and ``outcome``. With ``components`` these are components.

        >>> import sprague as sp
        >>> rules = sp.rules(options=range)
        >>> rules.value(3)
        3
        >>> rules.table().sort_values("value")["position"].tolist()
        [0, 1, 2, 3]
        """
        import pandas

        positions, values = self._own.known()
        column = pandas.Series(positions, dtype=object)
        return pandas.DataFrame({"position": column, "value": values, "outcome": ["N" if v else "P" for v in values]})

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
            found: list[Position] = self._own.options_of_value(position, 0, is_misere(play), listener if progress else None)
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
            found, edges = self._own.graph(position, is_misere(play), most, isinstance(self, LoopyRules), heard)
        drawn = tuple(self._graph_nodes(found, play, write))
        title = str(write(position))
        heading = title.replace("\n", " ") + (", misère play" if play == "misere" else "")
        return GraphPicture(title, drawn, tuple(edges), heading)

    def _graph_nodes(self, found: list[tuple[Any, int]], play: Play, write: Callable[[Any], str]) -> list[GraphNode]:
        return [GraphNode(one, "N" if value else "P", value, str(write(one))) for one, value in found]

    def clear(self) -> None:
        """Forgets what was computed: what is held counts against the limits of the next call too."""
        self._own = _native.OwnRules(*self._arguments)


class VectorRules:
    """A game whose positions are whole numbers from 0 on and whose options come for many positions at once; ``rules``
    with ``vector=True`` makes one. What was computed is kept between calls."""

    __slots__ = ("_arguments", "_own")

    def __init__(
        self, options: Callable[[NDArray[np.int64]], Any], positions: SupportsIndex, memory: SupportsIndex | None
    ) -> None:
        if not callable(options):
            raise TypeError(f"options is a function of an array of positions, not {type(options).__name__}")
        limit = available() // 2 if memory is None else whole("memory", memory)
        self._arguments = (options, positions, memory)
        self._own = _native.VectorRules(options, whole("positions", positions), limit)

    def __repr__(self) -> str:
        count, size = self._own.held()
        return f"<rules over arrays: {count} positions met, about {size / 2**20:.1f} MiB>"

    def __reduce__(self) -> Any:
        return VectorRules, self._arguments

    def values(self, positions: Iterable[int], *, progress: bool = True) -> NDArray[np.uint64]:
        """The Sprague-Grundy values of positions, as an array.

        >>> import numpy as np
        >>> import sprague as sp
        >>> subtraction = sp.rules(lambda n: n[:, None] - np.array([1, 3, 4]), vector=True)
        >>> subtraction.values(range(8))
        array([0, 1, 0, 1, 2, 3, 2, 0], dtype=uint64)
        """
        import numpy as np

        asked = np.asarray(positions if isinstance(positions, np.ndarray) else list(positions))
        if asked.size and asked.dtype.kind not in "iu":
            raise TypeError("positions of these rules are whole numbers")
        with Progress("search", unit=" positions") as listener:
            return self._own.values(asked.astype(np.int64).ravel(), listener if progress else None)

    def value(self, position: SupportsIndex, *, progress: bool = True) -> int:
        """The Sprague-Grundy value of a position."""
        return int(self.values([whole("a position", position)], progress=progress)[0])

    def outcome(self, position: SupportsIndex, *, progress: bool = True) -> Outcome:
        """``"N"`` if the next player wins, ``"P"`` if the previous one does."""
        return "N" if self.value(position, progress=progress) else "P"

    def winning_moves(self, position: SupportsIndex, *, progress: bool = True) -> list[int]:
        """The options that are P-positions, each once."""
        import numpy as np

        number = whole("a position", position)
        made = np.asarray(self._arguments[0](np.array([number], dtype=np.int64))).ravel()
        options = list(dict.fromkeys(int(option) for option in made if option >= 0))
        return [option for option, value in zip(options, self.values(options, progress=progress)) if value == 0]


class LoopyRules(Rules[Position]):
    """A game of one's own whose play may come back to a position; ``rules`` with ``loopy=True`` makes one.

    Outcomes are ``"N"``, ``"P"`` and ``"draw"``. A value is a number, or where play may go on for ever the set of the
    numbers that moves reach (Smith's theory, theory D).

    >>> import sprague as sp
    >>> @sp.rules(loopy=True)
    ... def square_but_one(n):
    ...     yield from (n - k * k for k in range(1, n + 1) if k * k <= n)
    ...     if n and n % 2 == 0:
    ...         yield n + 1
    >>> [n for n in range(26) if square_but_one.outcome(n) == "P"]
    [0, 5]
    >>> square_but_one.outcome(2), square_but_one.value(5), square_but_one.value(2)
    ('draw', 0, frozenset({1}))
    """

    __slots__ = ()

    def value(self, position: Position, *, play: Play = "normal", progress: bool = True) -> Any:
        """The value: a number, or a ``frozenset`` of the numbers that moves reach where play may go on for ever."""
        if is_misere(play):
            raise ValueError("under misère play loopy games have outcomes, and no values")
        with Progress("search", unit=" positions") as listener:
            number, reached = self._own.loopy_value(position, listener if progress else None)
        return frozenset(reached or ()) if number is None else number

    def outcome(self, position: Position, *, play: Play = "normal", progress: bool = True) -> Outcome:
        """``"N"``, ``"P"``, or ``"draw"`` where neither player can force an end."""
        return self._outcomes([position], play, progress)[0]

    def remoteness(self, position: Position, *, play: Play = "normal", progress: bool = True) -> int | None:
        """After how many moves the game ends if who wins hurries and who loses lingers; ``None`` for a draw."""
        with Progress("search", unit=" positions") as listener:
            return self._own.remoteness(position, is_misere(play), listener if progress else None)

    def winning_moves(self, position: Position, *, play: Play = "normal", progress: bool = True) -> list[Position]:
        """The options that win, in the order of ``options`` and each once; none in a draw."""
        options: list[Position] = []
        for option in self(position):
            if option not in options:
                options.append(option)
        found = self._outcomes(options, play, progress)
        return [option for option, outcome in zip(options, found) if outcome == "P"]

    def _outcomes(self, positions: list[Position], play: Play, progress: bool) -> list[Outcome]:
        with Progress("search", unit=" positions") as listener:
            return self._own.loopy_outcomes(positions, is_misere(play), listener if progress else None)

    def values(self, positions: Iterable[Position], *, play: Play = "normal", progress: bool = True) -> Any:
        """The values of many positions, as a list: numbers, and sets where play may go on for ever."""
        return [self.value(position, play=play, progress=progress) for position in positions]

    def at(self, position: Position, *, play: Play = "normal") -> Sum:
        """Loopy games do not add up here: their sums are decided by ``components``."""
        raise TypeError("sums with loopy games are not answered; give components to the rules")

    def _graph_nodes(self, found: list[tuple[Any, int]], play: Play, write: Callable[[Any], str]) -> list[GraphNode]:
        outcomes = self._outcomes([one for one, _ in found], play, False)
        nodes = []
        for (one, _), outcome in zip(found, outcomes):
            value = self.value(one, progress=False) if play == "normal" else None
            reached = tuple(sorted(value)) if isinstance(value, frozenset) else None
            nodes.append(GraphNode(one, outcome, None if reached is not None else value, str(write(one)), reached))
        return nodes


@overload
def rules(
    options: Callable[[Position], Iterable[Position]],
    components: Callable[[Position], Iterable[Position]] | VertexGraph | None = None,
    canonical: Callable[[Position], Position] | None = None,
    key: Callable[[Position], Hashable] | None = None,
    *,
    positions: SupportsIndex = 10_000_000,
    memory: SupportsIndex | None = None,
) -> Rules[Position]: ...
@overload
def rules(
    options: Callable[[Position], Iterable[Position]],
    components: Callable[[Position], Iterable[Position]] | VertexGraph | None = None,
    canonical: Callable[[Position], Position] | None = None,
    key: Callable[[Position], Hashable] | None = None,
    *,
    positions: SupportsIndex = 10_000_000,
    memory: SupportsIndex | None = None,
    loopy: Literal[True],
) -> LoopyRules[Position]: ...
@overload
def rules(
    options: Callable[[NDArray[np.int64]], Any],
    *,
    positions: SupportsIndex = 10_000_000,
    memory: SupportsIndex | None = None,
    vector: Literal[True],
) -> VectorRules: ...
@overload
def rules(
    options: None = None,
    components: Callable[[Position], Iterable[Position]] | VertexGraph | None = None,
    canonical: Callable[[Position], Position] | None = None,
    key: Callable[[Position], Hashable] | None = None,
    *,
    positions: SupportsIndex = 10_000_000,
    memory: SupportsIndex | None = None,
    loopy: bool = ...,
) -> Callable[[Callable[[Position], Iterable[Position]]], Rules[Position]]: ...
def rules(
    options: Callable[[Any], Any] | None = None,
    components: Callable[[Any], Iterable[Any]] | VertexGraph | None = None,
    canonical: Callable[[Any], Any] | None = None,
    key: Callable[[Any], Hashable] | None = None,
    *,
    positions: SupportsIndex = 10_000_000,
    memory: SupportsIndex | None = None,
    vector: bool = False,
    loopy: bool = False,
) -> Any:
    """A game of one's own.

    ``options`` gives the positions after one move. The others make the search smaller and change no answer:
    ``components`` takes a position apart into independent ones, whose sum it is; ``canonical`` names one among
    positions that are the same up to a symmetry; ``key`` gives something hashable for positions that are not. Where
    positions are sets of vertices of a graph and fall apart where the graph does, ``components`` may be the graph
    itself (of networkx, or a dict of neighbors): its connected parts are found by compiled code.

    With ``vector=True`` positions are whole numbers from 0 on, and ``options`` is called with an array of many of them:
    it gives an array with a row of options for each, negative where there is none. That is many times as fast.

    An exception inside a function comes out as it is. A game that can go on for ever is refused with the cycle
    (``CyclicGame``), unless ``loopy=True`` asks for draws, too. A search holds at most ``positions`` positions and ``memory`` bytes, by estimate: half of what
    the machine has free, unless told (``TooLarge``).

    >>> import sprague as sp
    >>> subtraction = sp.rules(options=lambda n: [n - k for k in (1, 3, 4) if k <= n])
    >>> [subtraction.value(n) for n in range(8)]
    [0, 1, 0, 1, 2, 3, 2, 0]
    >>> subtraction.outcome(7)
    'P'

    As a decorator, with the options as a generator:

    >>> @sp.rules
    ... def halving(n):
    ...     if n:
    ...         yield n - 1
    ...         yield n // 2
    >>> halving.values(range(8)).tolist()
    [0, 1, 0, 2, 1, 2, 0, 1]

    Node Kayles on a path of nine, where a vertex goes with its neighbors:

    >>> path = {n: [m for m in (n - 1, n + 1) if 0 <= m < 9] for n in range(9)}
    >>> kayles = sp.rules(options=lambda left: [left - {v, *path[v]} for v in left], components=path)
    >>> kayles.value(frozenset(path))
    3
    """
    if loopy:
        if vector:
            raise TypeError("rules are over arrays or loopy, not both")
        return _made(LoopyRules, options, components, canonical, key, positions, memory)
    if vector:
        if components is not None or canonical is not None or key is not None:
            raise TypeError("with vector=True positions are numbers: components, canonical and key are for other rules")
        return VectorRules(options, positions, memory) if options else lambda made: VectorRules(made, positions, memory)
    return _made(Rules, options, components, canonical, key, positions, memory)


def _made(kind: Any, options: Any, *arguments: Any) -> Any:
    """The rules, or what decorates a function with them."""
    return kind(options, *arguments) if options is not None else lambda function: kind(function, *arguments)


class _Decorated:
    """A function by its name, where the name stands for the rules that decorate it."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    def __call__(self, *arguments: Any) -> Any:
        import importlib

        thing: Any = importlib.import_module(self.module)
        for part in self.name.split("."):
            thing = getattr(thing, part)
        return thing(*arguments)


def _by_name(function: Any) -> Any:
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", "")
    if module is None or "<" in name or not isinstance(function, FunctionType):
        return function
    import sys

    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return _Decorated(module, name) if isinstance(found, Rules) else function


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
