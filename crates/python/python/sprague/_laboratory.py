"""The laboratory: the catalogue, misère play, statistics, comparisons, nim-arithmetic, surveys."""

from __future__ import annotations

import html
import os
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from ._ask import apart, ask, flag, limits, made
from ._errors import QuestionError
from ._game import Game
from ._number import whole
from ._pictures import Picture
from ._play import Play, is_misere

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def name_of(game: Game | str) -> str:
    """The text of a game."""
    if isinstance(game, Game):
        return game.name
    if isinstance(game, str):
        return game
    raise TypeError(f"a game is text or a Game, not {type(game).__name__}")


@dataclass(frozen=True)
class Facts:
    """What is known of a game: names, rules, theorems, what is settled and by whom."""

    game: str
    canonical: str
    code: str | None
    names: tuple[str, ...]
    standard_form: str | None
    rules: str
    known: tuple[str, ...]
    example: str | None
    equal: tuple[str, ...] | None
    solved: dict[str, Any] | None
    solved_by: tuple[str, ...] | None
    computed: tuple[str, ...] | None
    open: str | None
    oeis: str | None
    reasons: str | None = field(repr=False)

    def __str__(self) -> str:
        return self.reasons or self.rules

    def _repr_html_(self) -> str:
        known = "".join(f"<li>{html.escape(one)}</li>" for one in self.known or ())
        names = html.escape(", ".join(self.names))
        return f"<div><p><b>{names}</b><br>{html.escape(self.rules)}</p><ul>{known}</ul></div>"


class Catalogue(tuple[Facts, ...]):
    """All named games; by its place, or by a name."""

    __slots__ = ()

    def names(self) -> tuple[str, ...]:
        """The first name of each game."""
        return tuple(one.game for one in self)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td style='text-align:left'>{html.escape(one.game)}</td><td>{html.escape(one.code or '')}</td>"
            f"<td style='text-align:left'>{html.escape(one.rules)}</td></tr>"
            for one in self
        )
        return f"<table><thead><tr><th>game</th><th>code</th><th>rules</th></tr></thead><tbody>{rows}</tbody></table>"


def games() -> Catalogue:
    """The catalogue: every named game.

    >>> import sprague as sp
    >>> sp.games()[1].names
    ('kayles', 'rayles', 'thesis-a')
    """
    return Catalogue(made(Facts, document, reasons=None) for document in ask("games").document)


def game(game: Game | str) -> Facts:
    """All that is known of one game.

    >>> import sprague as sp
    >>> sp.game("kayles").oeis
    'A002186'
    """
    asked = ask("games", names=(name_of(game),))
    return made(Facts, asked.document, reasons=asked.text)


@dataclass(frozen=True)
class GenusEntry:
    """The genus of a heap: its value, and its misère values with 0, 1, 2, ... heaps of two."""

    heap: int
    value: int
    superscript: tuple[int, ...]
    tame: bool

    def __str__(self) -> str:
        return f"{self.value}^{{{''.join(map(str, self.superscript))}}}"


@dataclass(frozen=True)
class Genus:
    """The genera of single heaps, from heap 0 on, and the first wild heap among them."""

    game: str
    genera: tuple[GenusEntry, ...]
    first_wild: int | None
    period: int | None
    preperiod: int | None
    refusal: str | None
    reasons: str = field(repr=False)

    def __str__(self) -> str:
        return self.reasons

    def __getitem__(self, heap: SupportsIndex) -> GenusEntry:
        return self.genera[index(heap)]

    def __len__(self) -> int:
        return len(self.genera)


def genus(
    game: Game | str, to: SupportsIndex = 20, *, steps: SupportsIndex | None = None, progress: bool = True
) -> Genus:
    """The genera of the heaps 0 to ``to`` (theory M.5).

    >>> import sprague as sp
    >>> found = sp.genus("kayles", 5)
    >>> str(found[5]), found.first_wild
    ('4^{146}', 5)
    """
    words = ["misere", "genus", *flag("to", to), *limits(steps, None)]
    asked = ask(*words, names=(name_of(game),), bar=f"genera of {name_of(game)}" if progress else None)
    found = asked.document
    return made(Genus, found, genera=tuple(made(GenusEntry, row) for row in found["genera"]), reasons=asked.text or "")


@dataclass(frozen=True)
class MisereQuotient:
    """The misère quotient of a game: the elements, which of them are P, and the element of every heap.

    ``elements`` are words in ``generators``, heaps with their actions on all elements; element 0 is the identity.
    """

    game: str
    order: int
    portion: tuple[int, ...]
    generators: tuple[dict[str, Any], ...] = field(repr=False)
    phi: tuple[int, ...] = field(repr=False)
    period: int | None
    preperiod: int | None
    heaps: int
    kernel: tuple[int, ...] = field(repr=False)
    theorem: str | None
    lower_bound: dict[str, int] | None
    rules: tuple[Any, ...] = field(repr=False)
    reasons: str = field(repr=False)

    def __str__(self) -> str:
        return self.reasons

    def __len__(self) -> int:
        return self.order

    @property
    def proved(self) -> bool:
        """Whether it decides sums of heaps of any size; otherwise it is that of the heaps that were added."""
        return self.theorem is not None and self.lower_bound is None

    @cached_property
    def elements(self) -> tuple[tuple[int, ...], ...]:
        """The elements as words: the heaps whose sum is this element.

        >>> import sprague as sp
        >>> sp.misere_quotient("0.07", to=8).elements
        ((), (2,), (4,), (2, 4), (4, 4), (2, 4, 4))
        """
        words: dict[int, tuple[int, ...]] = {0: ()}
        found = [0]
        for one in found:
            for generator in self.generators:
                after = generator["action"][one]
                if after not in words:
                    words[after] = (*words[one], generator["heap"])
                    found.append(after)
        return tuple(tuple(sorted(words[one])) for one in range(self.order))

    def product(self, *elements: SupportsIndex) -> int:
        """The product of elements, by their numbers."""
        actions = {generator["heap"]: generator["action"] for generator in self.generators}
        result = 0
        for element in elements:
            for heap in self.elements[index(element)]:
                result = actions[heap][result]
        return result

    @cached_property
    def table(self) -> NDArray[np.int64]:
        """The products of all pairs of elements, as an array.

        >>> import sprague as sp
        >>> sp.misere_quotient("0.07", to=8).table[2]
        array([2, 3, 4, 5, 2, 3])
        """
        import numpy as np

        actions = {generator["heap"]: np.array(generator["action"]) for generator in self.generators}
        table = np.empty((self.order, self.order), dtype=np.int64)
        for column, word in enumerate(self.elements):
            row = np.arange(self.order)
            for heap in word:
                row = actions[heap][row]
            table[:, column] = row
        return table

    def picture(self, *heaps: SupportsIndex) -> Picture:
        """The picture of the quotient; with heaps, with the walk of their sum through it."""
        walk = [f"--walk={' '.join(str(whole('a heap', heap)) for heap in heaps)}"] if heaps else []
        words = ["misere", "quotient", "--svg", f"--to={self.heaps}", f"--max-order={max(self.order, 400)}", *walk]
        svg = ask(*words, names=(self.game,), json=False).output.decode()
        return Picture(svg, f"the misère quotient of {self.game}")

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{number}</td><td style='text-align:left'>{html.escape(_word(word))}</td>"
            f"<td>{'P' if number in self.portion else 'N'}</td></tr>"
            for number, word in enumerate(self.elements[:40])
        )
        more = f"<p>and {self.order - 40} more</p>" if self.order > 40 else ""
        head = html.escape(self.reasons.partition("\n")[0])
        return (
            f"<div><p><b>{head}</b></p><table><thead><tr><th></th><th>element</th><th>outcome</th></tr></thead>"
            f"<tbody>{rows}</tbody></table>{more}</div>"
        )


def _word(heaps: tuple[int, ...]) -> str:
    return " + ".join(map(str, heaps)) or "0"


def misere_quotient(
    game: Game | str,
    *,
    to: SupportsIndex | None = None,
    max_order: SupportsIndex = 400,
    steps: SupportsIndex | None = None,
    progress: bool = True,
) -> MisereQuotient:
    """The misère quotient of a game (theory M.7): what decides every sum of its heaps under misère play.

    ``to`` is the last heap to add, unless a period is proved before.

    >>> import sprague as sp
    >>> quotient = sp.misere_quotient("kayles")
    >>> quotient.order, len(quotient.portion), quotient.proved
    (40, 9, True)
    """
    words = ["misere", "quotient", *flag("to", to), *flag("max_order", max_order), *limits(steps, None)]
    asked = ask(*words, names=(name_of(game),), bar=f"quotient of {name_of(game)}" if progress else None)
    return made(MisereQuotient, asked.document, reasons=asked.text or "")


@dataclass(frozen=True)
class Stats:
    """How often each value occurs among the heaps 0 to ``to``, the zeros, the records, and which periods are excluded."""

    game: str
    to: int
    max: int
    argmax: int
    zero_count: int
    zeros: tuple[int, ...] = field(repr=False)
    records: tuple[tuple[int, int], ...] = field(repr=False)
    counts: dict[int, int] = field(repr=False)
    excluded_periods: tuple[int, ...] = field(repr=False)

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """How often each value occurs, as bars in axes of matplotlib."""
        if ax is None:
            from matplotlib import pyplot

            ax = pyplot.figure().add_subplot()
        ax.bar(list(self.counts), list(self.counts.values()), **style)
        ax.set_xlabel("value")
        ax.set_ylabel("heaps")
        ax.set_title(self.game)
        return ax


def stats(
    game: Game | str, to: SupportsIndex = 10_000, *, steps: SupportsIndex | None = None, progress: bool = True
) -> Stats:
    """Counts of values, zeros, records and excluded periods among the heaps 0 to ``to``.

    >>> import sprague as sp
    >>> found = sp.stats("grundy", 100)
    >>> found.max, found.argmax, found.counts[0]
    (7, 87, 11)
    """
    words = ["stats", *flag("to", to), *limits(steps, None)]
    asked = ask(*words, names=(name_of(game),), bar=f"statistics of {name_of(game)}" if progress else None)
    found = asked.document
    return made(Stats, found, counts={int(value): int(count) for value, count in found["counts"].items()})


@dataclass(frozen=True)
class Comparison:
    """Where two games first differ; ``same_values`` says why they never do, where that is known."""

    a: str
    b: str
    to: int
    same_game: bool
    same_values: str | None
    first_difference: int | None
    values: tuple[int, int] | None
    reasons: str = field(repr=False)

    def __str__(self) -> str:
        return self.reasons


@dataclass(frozen=True)
class MisereComparison:
    """Whether the misère quotients of two games are the same, and the first heap where their elements differ."""

    a: dict[str, Any]
    b: dict[str, Any]
    to: int
    same_game: bool
    isomorphic: bool | None
    first_difference: int | None
    joint: dict[str, Any] | None
    reasons: str = field(repr=False)

    def __str__(self) -> str:
        return self.reasons


def compare(
    a: Game | str,
    b: Game | str,
    to: SupportsIndex = 1000,
    *,
    play: Play = "normal",
    steps: SupportsIndex | None = None,
    progress: bool = True,
) -> Comparison | MisereComparison:
    """Where the values of two games first differ; under misère play whether their quotients do.

    >>> import sprague as sp
    >>> sp.compare("kayles", "0.07").first_difference
    1
    >>> sp.compare("0.15", "0.115", play="misere").isomorphic
    True
    """
    kind: Any = MisereComparison if is_misere(play) else Comparison
    words = ["compare", *flag("to", to), *limits(steps, None), *(["--misere"] if is_misere(play) else [])]
    asked = ask(*words, names=(name_of(a), name_of(b)), bar="comparison" if progress else None)
    found: Comparison | MisereComparison = made(kind, asked.document, reasons=asked.text or "")
    return found


class Nimber:
    """A nimber: ``+``, ``-`` and ``^`` are the nim-sum, ``*`` the nim-product, ``/`` the product with the inverse.

    >>> import sprague as sp
    >>> a, b = sp.Nimber(5), sp.Nimber(7)
    >>> a + b, a * b, a / b, a ** 3, (a * a).sqrt()
    (Nimber(2), Nimber(13), Nimber(12), Nimber(13), Nimber(5))
    """

    __slots__ = ("_number",)

    def __init__(self, number: SupportsIndex) -> None:
        self._number = _nimber(number)

    def __index__(self) -> int:
        return self._number

    def __repr__(self) -> str:
        return f"Nimber({self._number})"

    def __str__(self) -> str:
        return f"*{self._number}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Nimber, int)):
            return self._number == index(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._number)

    def __bool__(self) -> bool:
        return self._number != 0

    def __lt__(self, other: SupportsIndex) -> bool:
        return self._number < index(other)

    def _with(self, operator: str, other: object, swapped: bool = False) -> Any:
        try:
            number = index(other)  # type: ignore[arg-type]
        except TypeError:
            return NotImplemented
        a, b = (number, self._number) if swapped else (self._number, number)
        return Nimber(nimber(f"{_nimber(a)} {operator} {_nimber(b)}"))

    def __add__(self, other: SupportsIndex) -> Nimber:
        found: Nimber = self._with("+", other)
        return found

    def __mul__(self, other: SupportsIndex) -> Nimber:
        found: Nimber = self._with("*", other)
        return found

    def __truediv__(self, other: SupportsIndex) -> Nimber:
        if index(other) == 0:
            raise ZeroDivisionError("0 has no inverse among the nimbers either")
        found: Nimber = self._with("/", other)
        return found

    def __rtruediv__(self, other: SupportsIndex) -> Nimber:
        if self._number == 0:
            raise ZeroDivisionError("0 has no inverse among the nimbers either")
        found: Nimber = self._with("/", other, swapped=True)
        return found

    def __pow__(self, exponent: SupportsIndex) -> Nimber:
        power = index(exponent)
        if power < 0:
            return Nimber(1) / self ** -power
        return Nimber(nimber(f"{self._number}^{power}"))

    def sqrt(self) -> Nimber:
        """The square root: every nimber has one."""
        return Nimber(nimber(f"sqrt({self._number})"))

    __radd__ = __add__
    __xor__ = __add__
    __rxor__ = __add__
    __sub__ = __add__
    __rsub__ = __add__
    __rmul__ = __mul__


def _nimber(number: SupportsIndex) -> int:
    try:
        plain = index(number)
    except TypeError:
        raise TypeError(f"a nimber is a whole number, not {number!r}") from None
    if not 0 <= plain < 1 << 64:
        raise ValueError(f"a nimber is from 0 to 2^64 - 1, not {plain}")
    return plain


def nimber(expression: str) -> int:
    """What an expression of nim-arithmetic comes to.

    >>> import sprague as sp
    >>> sp.nimber("(6 + 9)^3 / sqrt(2)")
    6
    """
    return int(ask("nimber", names=(expression,)).document["value"])


def nim_mul(*numbers: SupportsIndex) -> int:
    """The nim-product of nimbers.

    >>> import sprague as sp
    >>> sp.nim_mul(5, 7), sp.nim_mul(2, 2, 2)
    (13, 1)
    """
    if not numbers:
        return 1
    return nimber(" * ".join(str(_nimber(number)) for number in numbers))


@dataclass(frozen=True)
class NimLength:
    """The longest game of Nim in which a player who can win does."""

    heaps: tuple[int, ...]
    tokens: int
    outcome: str
    length: int
    taken: int | None
    reasons: str = field(repr=False)

    def __str__(self) -> str:
        return self.reasons


def nim_length(*heaps: SupportsIndex) -> NimLength:
    """The longest game of Nim in which a player who can win moves to nim-sum 0.

    >>> import sprague as sp
    >>> sp.nim_length(3, 4, 5).length
    11
    """
    if not heaps or any(isinstance(heap, str) for heap in heaps):
        raise QuestionError("nim_length is asked for heaps, whole numbers: nim_length(3, 4, 5)")
    asked = ask("nim-length", names=tuple(str(whole("a heap", heap)) for heap in heaps))
    return made(NimLength, asked.document, reasons=asked.text or "")


@dataclass(frozen=True)
class Table:
    """Values of two numbers, row by row, ``None`` where there is no position; ``first_row`` and ``first_column`` are the
    numbers of the first row and column, 0 unless told."""

    game: str
    rows: int
    cols: int
    values: tuple[tuple[int | None, ...], ...] = field(repr=False)
    first_row: int | None = 0
    first_column: int | None = 0

    def __getitem__(self, row: SupportsIndex) -> tuple[int | None, ...]:
        return self.values[index(row)]

    @property
    def array(self) -> Any:
        """The values as an array of numpy, masked where there is no position."""
        import numpy as np

        width = max(map(len, self.values), default=0)
        full = [[*row, *[None] * (width - len(row))] for row in self.values]
        missing = np.array([[value is None for value in row] for row in full])
        return np.ma.masked_array(np.array([[value or 0 for value in row] for row in full], dtype=np.int64), missing)

    def _repr_html_(self) -> str:
        columns = range(self.first_column or 0, (self.first_column or 0) + max(map(len, self.values), default=0))
        head = "".join(f"<th>{column}</th>" for column in columns)
        rows = "".join(
            f"<tr><th>{number}</th>{''.join(f'<td>{_cell(value)}</td>' for value in row)}</tr>"
            for number, row in enumerate(self.values, start=self.first_row or 0)
        )
        return f"<table><caption>{html.escape(self.game)}</caption><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _cell(value: int | None) -> str:
    return "" if value is None else str(value)


def table(game: Game | str, rows: SupportsIndex = 10, cols: SupportsIndex = 10) -> Table:
    """The values of the positions of two numbers, rows 0 to ``rows`` by columns to ``cols``.

    ``game`` is a game, or a position with a ``*`` for each number.

    >>> import sprague as sp
    >>> sp.table("wythoff", 2, 4).values
    ((0, 1, 2, 3, 4), (1, 2, 0, 4, 5), (2, 0, 1, 5, 3))
    """
    words = ["table", *flag("rows", rows), *flag("cols", cols), "--format=json"]
    return made(Table, ask(*words, names=(name_of(game),), json=False).document)


@dataclass(frozen=True)
class PositionList:
    """The P-positions of a game with so many heaps or other numbers, all of them."""

    game: str
    heaps: int
    max: int
    positions: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.positions)


def p_positions(
    game: Game | str,
    heaps: SupportsIndex,
    to: SupportsIndex,
    *,
    from_: SupportsIndex = 1,
    play: Play = "normal",
    steps: SupportsIndex | None = None,
) -> PositionList:
    """The P-positions of so many heaps of ``from_`` to ``to`` tokens.

    >>> import sprague as sp
    >>> sp.p_positions("wythoff", 2, 7).positions
    ((1, 2), (3, 5), (4, 7))
    """
    words = ["positions", *flag("max", to), *flag("from", from_), *limits(steps, None)]
    words += ["--misere"] if is_misere(play) else []
    found = ask(*words, names=(name_of(game), str(whole("heaps", heaps)))).document
    return made(PositionList, found)


def survey(
    codes: str | Iterable[Game | str],
    *,
    to: SupportsIndex = 20_000,
    folder: str | os.PathLike[str] | None = None,
    jobs: SupportsIndex | None = None,
    progress: bool = True,
) -> Any:
    """A table of many games, a row for each: its period where one is proved, and what its values are like.

    ``codes`` is a pattern in which ``?`` is any octal digit, or a list of patterns, codes, names and rules. The work is
    shared among all cores. With a ``folder`` it is kept there: the same call goes on where it was stopped. The table is
    a ``DataFrame`` of pandas.

    >>> import sprague as sp
    >>> frame = sp.survey("0.?7", to=2000)
    >>> len(frame), int(frame.set_index("game").loc["0.77", "period"])
    (8, 12)
    """
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="sprague-") as place:
            return survey(codes, to=to, folder=os.path.join(place, "survey"), jobs=jobs, progress=progress)
    import pandas

    place = os.fspath(folder)
    workers = whole("jobs", jobs) or os.cpu_count() or 1
    names: Sequence[Game | str] = [codes] if isinstance(codes, (str, Game)) else list(codes)
    if not os.path.isdir(place):
        texts = [name_of(one) for one in names]
        patterns = [f"--codes={text}" for text in texts if "?" in text]
        rest = [text for text in texts if "?" not in text]
        with tempfile.TemporaryDirectory(prefix="sprague-") as beside:
            listed = os.path.join(beside, "games.txt")
            with open(listed, "w", encoding="utf-8") as file:
                file.writelines(f"{text}\n" for text in rest)
            rules = [f"--rules={listed}"] if rest else []
            ask("survey", "plan", *patterns, *rules, *flag("to", to), f"--tasks={4 * workers}", f"--dir={place}")
    status = ask("survey", "status", f"--dir={place}").document
    missing = status["missing"]
    words = [["survey", "run", f"--dir={place}", f"--task={task}", "--threads=1", "--json", "--quiet"] for task in missing]
    with ThreadPoolExecutor(max_workers=workers) as pool:
        from ._progress import Progress

        with Progress("survey", len(words), " units") as heard:
            for done, _ in enumerate(pool.map(lambda one: apart("ask", one), words), start=1):
                if progress:
                    heard(done)
    path = os.path.join(tempfile.mkdtemp(prefix="sprague-"), "survey.csv")
    try:
        ask("survey", "merge", f"--dir={place}", f"--output={path}")
        frame = pandas.read_csv(path, dtype={"game": str, "canonical": str, "form": str})
    finally:
        if os.path.exists(path):
            os.remove(path)
        os.rmdir(os.path.dirname(path))
    return frame
