"""Heap games: values, periods, certificates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from . import _native
from ._ask import flag, limits
from ._certificate import Certificate, prove
from ._memory import available
from ._number import whole
from ._play import Play, is_misere
from ._progress import Progress

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from ._position import Position
    from ._run import Run
    from ._values import Values

#: Values that are computed at once where only some of them are asked for.
_TOGETHER = 10_000_000
#: Values that are asked for one by one.
_APART = 100_000


@dataclass(frozen=True)
class Period:
    """G(n + period) = G(n) + saltus for all n >= preperiod, and for no smaller period or preperiod.

    ``theorem`` is the number of the theorem that proves it, ``values`` the number of values, from heap 0 on, that it
    needed. Both are ``None`` where the pattern is only observed. ``constant`` lists the residues modulo the period
    whose values do not grow although there is a saltus.
    """

    period: int
    preperiod: int
    saltus: int = 0
    theorem: str | None = None
    values: int | None = None
    constant: tuple[int, ...] = ()

    @property
    def proved(self) -> bool:
        """Whether a theorem proves it; otherwise it is observed."""
        return self.theorem is not None

    def __repr__(self) -> str:
        shown = [f"{name}={getattr(self, name)!r}" for name in ("period", "preperiod", "saltus", "theorem", "values")]
        if self.constant:
            shown.append(f"constant={self.constant!r}")
        return f"Period({', '.join(shown)})"


class Game:
    """A heap game by a name, a code or a rule.

    >>> import sprague as sp
    >>> sp.Game("0.77") == sp.Game("take(1,2) leave(0..2)")
    True
    >>> sp.Game("grundy").values(12)
    array([0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1], dtype=uint16)

    What was computed is kept, so that a second question costs less. Several threads may ask at once.
    """

    __slots__ = ("_searched", "_sequence")

    def __init__(self, game: str) -> None:
        self._sequence = _native.HeapSequence(game)
        self._searched: int | None = None

    @property
    def searched(self) -> int | None:
        """The last heap that ``period`` looked at; ``None`` before.

        >>> import sprague as sp
        >>> grundy = sp.Game("grundy")
        >>> grundy.period(limit=2000), grundy.searched
        (None, 2000)
        """
        return self._searched

    @property
    def name(self) -> str:
        """The name, or the rule where there is none."""
        return self._sequence.name

    @property
    def rule(self) -> str:
        """The rule in its canonical form: equal games, equal rules.

        >>> import sprague as sp
        >>> sp.Game("kayles").rule
        '0.77'
        """
        return self._sequence.rule

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return self.rule == other.rule if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rule)

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return Game, (self.name,)

    @overload
    def values(
        self,
        to: SupportsIndex,
        /,
        *,
        play: Play = ...,
        steps: SupportsIndex | None = ...,
        positions: SupportsIndex | None = ...,
        memory: SupportsIndex | None = ...,
        progress: bool = ...,
    ) -> Values: ...

    @overload
    def values(
        self,
        from_: SupportsIndex,
        to: SupportsIndex,
        /,
        *,
        play: Play = ...,
        steps: SupportsIndex | None = ...,
        positions: SupportsIndex | None = ...,
        memory: SupportsIndex | None = ...,
        progress: bool = ...,
    ) -> Values: ...

    @overload
    def values(
        self,
        *,
        to: SupportsIndex,
        from_: SupportsIndex = ...,
        play: Play = ...,
        steps: SupportsIndex | None = ...,
        positions: SupportsIndex | None = ...,
        memory: SupportsIndex | None = ...,
        progress: bool = ...,
    ) -> Values: ...

    def values(
        self,
        *heaps: SupportsIndex,
        from_: SupportsIndex | None = None,
        to: SupportsIndex | None = None,
        play: Play = "normal",
        steps: SupportsIndex | None = None,
        positions: SupportsIndex | None = None,
        memory: SupportsIndex | None = None,
        progress: bool = True,
    ) -> Values:
        """The values of the heaps 0 to ``to``, or ``from_`` to ``to``, both ends included, as an array of numpy.

        The array has 16 bits for each value, or more where a value needs them. Heaps up to 10^9 are computed whatever
        it costs, unless ``steps`` bounds the work; beyond, a proved period or the usual limit of steps decides. Under
        misère play a search holds at most ``positions`` positions. The memory is estimated first, and refused beyond
        ``memory`` bytes: what the machine has free, unless told.

        >>> import sprague as sp
        >>> sp.Game("kayles").values(from_=10**12, to=10**12 + 4)
        array([1, 4, 7, 2, 1], dtype=uint16)
        >>> sp.Game("kayles").values(4, play="misere")
        array([1, 0, 2, 3, 0], dtype=uint16)
        """
        first, last = _range(heaps, from_, to)
        limit = available() if memory is None else whole("memory", memory)
        with Progress(self.name, last - first + 1) as listener:
            heard = listener if progress else None
            within = whole("steps", steps), whole("positions", positions), limit
            found = self._sequence.values(first, last, is_misere(play), *within, heard)
        from ._values import of

        return of(found, self.name, first)

    def value(self, heap: SupportsIndex, *, play: Play = "normal", progress: bool = True) -> int:
        """The value of one heap.

        >>> import sprague as sp
        >>> sp.Game("0.137").value(10**18)
        7
        """
        number = whole("a heap", heap)
        with Progress(f"{self.name}: heap {number}") as listener:
            heard = listener if progress else None
            found = self._sequence.values(number, number, is_misere(play), None, None, available(), heard)
        return int(found[0])

    def position(self, *heaps: SupportsIndex, play: Play = "normal") -> Position:
        """The position of these heaps.

        >>> import sprague as sp
        >>> sp.Game("kayles").position(5, 7)
        Position('kayles: 7 5')
        """
        from ._position import Position

        return Position(f"{self.name}: {' '.join(str(whole('a heap', heap)) for heap in heaps)}", play=play)

    def __call__(self, *heaps: SupportsIndex) -> Position:
        """The same as ``position``: ``sp.nim(3, 5)``."""
        return self.position(*heaps)

    @overload
    def __getitem__(self, heaps: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, heaps: slice) -> Values: ...
    def __getitem__(self, heaps: SupportsIndex | slice) -> int | Values:
        """The value of a heap, or those of a range as an array; as everywhere in Python without its end.

        >>> import sprague as sp
        >>> sp.kayles[100], sp.kayles[1:8]
        (1, array([1, 2, 3, 1, 4, 3, 2], dtype=uint16))
        >>> sp.kayles[0:10**15:10**14]
        array([0, 8, 4, 1, 2, 8, 4, 1, 2, 8], dtype=uint16)
        """
        import numpy as np

        from ._values import of

        if not isinstance(heaps, slice):
            return self.value(heaps)
        first = whole("a heap", heaps.start) or 0
        end, step = whole("a heap", heaps.stop), whole("the step", heaps.step)
        if end is None:
            raise ValueError(f"a game has heaps of every size: say where to end, as in game[{first}:{first + 100}]")
        if step == 0:
            raise ValueError("the step of a range is at least 1")
        wanted = range(first, end, step or 1)
        if not wanted:
            return of(np.zeros(0, np.uint16), self.name, first)
        if wanted[-1] - first < _TOGETHER or step in (None, 1):
            together = self.values(first, wanted[-1])
            if step in (None, 1):
                return together
            return of(np.asarray(together)[:: wanted.step], "", 0)
        if len(wanted) > _APART:
            raise ValueError(f"at most {_APART} values lie so far apart in one range, not {len(wanted)}")
        values = [self.value(heap) for heap in wanted]
        largest = max(values)
        return of(np.array(values, np.uint16 if largest < 1 << 16 else np.uint32 if largest < 1 << 32 else np.uint64), "", 0)

    def __iter__(self) -> Iterator[int]:
        raise TypeError(f"a game has heaps of every size; go through some of them, as in game[:100] ({self!r})")

    def run(
        self, to: SupportsIndex, folder: str | os.PathLike[str], *, keep_values: bool = False, progress: bool = True
    ) -> Run:
        """Computes the values to a heap in a folder, with checkpoints; the same call goes on where it was stopped.

        Ctrl-C writes a checkpoint. ``keep_values`` keeps the values themselves, for ``Run.values``.
        """
        from ._run import work

        return work(self.name, whole("to", to), folder, keep_values, progress)

    def period(
        self, *, limit: SupportsIndex | None = None, steps: SupportsIndex | None = None, progress: bool = True
    ) -> Period | None:
        """The fundamental period with the exact preperiod, as far as it was found; ``None`` where none is seen.

        ``limit`` is the last heap to look at: 10^6 unless told. Only a period with a ``theorem`` is proved. How far the
        last search has looked is ``searched``, also where it saw no period.

        >>> import sprague as sp
        >>> sp.Game("kayles").period()
        Period(period=12, preperiod=71, saltus=0, theorem='P.11', values=106)
        """
        with Progress(f"period of {self.name}") as listener:
            heard = listener if progress else None
            found, searched = self._sequence.period(whole("limit", limit), whole("steps", steps), heard)
        self._searched = searched
        if found is None:
            return None
        period, preperiod, saltus, constant, theorem, values = found
        return Period(period, preperiod, saltus, theorem, values, tuple(constant))

    def prove(
        self,
        *,
        limit: SupportsIndex | None = None,
        play: Play = "normal",
        max_order: SupportsIndex | None = None,
        steps: SupportsIndex | None = None,
        progress: bool = True,
    ) -> Certificate:
        """A certificate of the period, which the independent checker has accepted; under misère play, of the quotient.

        Where the quotient has more than ``max_order`` elements, the certificate shows a lower bound of their number
        alone (``Certificate.is_bound``). Raises ``CertificateError`` where nothing is proved.

        >>> import sprague as sp
        >>> certificate = sp.Game("0.137").prove()
        >>> certificate.check().valid
        True
        """
        words = [*flag("limit", limit), *flag("max_order", max_order), *limits(steps, None)]
        return prove([*words, *(["--misere"] if is_misere(play) else [])], self.name, progress)


def _range(heaps: tuple[SupportsIndex, ...], from_: SupportsIndex | None, to: SupportsIndex | None) -> tuple[int, int]:
    """The first and the last heap, as in ``values(to)``, ``values(from_, to)`` and by names."""
    named = [bound for bound in (from_, to) if bound is not None]
    if len(heaps) == 1 and not named:
        from_, to = 0, heaps[0]
    elif len(heaps) == 1 and to is None:
        to = heaps[0]
    elif len(heaps) == 2 and not named:
        from_, to = heaps
    elif heaps:
        raise TypeError("the range is values(to), values(from_, to), or by the names from_ and to")
    if to is None:
        raise TypeError("the last heap is missing: values(to)")
    first, last = whole("a heap", from_) or 0, whole("a heap", to)
    if last < first:
        raise ValueError(f"the range from heap {first} to {last} is empty")
    return first, last
