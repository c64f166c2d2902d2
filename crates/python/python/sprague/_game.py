"""Heap games: values, periods, certificates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from . import _native
from ._certificate import Certificate, prove
from ._memory import available
from ._number import whole
from ._play import Play, is_misere
from ._progress import Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]


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

    __slots__ = ("_sequence",)

    def __init__(self, game: str) -> None:
        self._sequence = _native.HeapSequence(game)

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
        return found

    def value(self, heap: SupportsIndex, *, play: Play = "normal") -> int:
        """The value of one heap.

        >>> import sprague as sp
        >>> sp.Game("0.137").value(10**18)
        7
        """
        return int(self.values(from_=heap, to=heap, play=play)[0])

    def period(
        self, *, limit: SupportsIndex | None = None, steps: SupportsIndex | None = None, progress: bool = True
    ) -> Period | None:
        """The fundamental period with the exact preperiod, as far as it was found; ``None`` where none is seen.

        ``limit`` is the last heap to look at. Only a period with a ``theorem`` is proved.

        >>> import sprague as sp
        >>> sp.Game("kayles").period()
        Period(period=12, preperiod=71, saltus=0, theorem='P.11', values=106)
        """
        with Progress(f"period of {self.name}") as listener:
            heard = listener if progress else None
            found, _ = self._sequence.period(whole("limit", limit), whole("steps", steps), heard)
        if found is None:
            return None
        period, preperiod, saltus, constant, theorem, values = found
        return Period(period, preperiod, saltus, theorem, values, tuple(constant))

    def prove(self, *, limit: SupportsIndex | None = None, play: Play = "normal") -> Certificate:
        """A certificate of the period, which the independent checker has accepted; under misère play, of the quotient.

        Raises ``CertificateError`` where nothing is proved.

        >>> import sprague as sp
        >>> certificate = sp.Game("0.137").prove()
        >>> certificate.check().valid
        True
        """
        return prove(self.name, whole("limit", limit), is_misere(play))


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
