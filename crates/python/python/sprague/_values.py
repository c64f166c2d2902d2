"""Values as an array of numpy that can plot and write itself."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.unsignedinteger[Any]]
    Base = NDArray[np.unsignedinteger[Any]]
else:
    Base = np.ndarray


class Values(Base):
    """Values of consecutive heaps: an array of numpy like any other, which knows the game and its first heap.

    >>> import sprague as sp
    >>> values = sp.Game("kayles").values(70, 75)
    >>> values.game, values.first
    ('kayles', 70)
    >>> int(values.max()), values % 2
    (8, array([0, 1, 0, 1, 0, 0], dtype=uint16))
    """

    game: str
    first: int

    def __array_finalize__(self, origin: Any) -> None:
        # a part, a sum or a copy is an array of its own
        self.game, self.first = "", 0

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        # what is computed from values is plain
        return array[()] if array.ndim == 0 else np.asarray(array)

    def __repr__(self) -> str:
        return repr(np.asarray(self))

    def __reduce__(self) -> Any:
        return of, (np.asarray(self), self.game, self.first)

    @property
    def heaps(self) -> NDArray[np.int64]:
        """The heaps, as an array."""
        return np.arange(self.first, self.first + len(self), dtype=np.int64)

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Plots the values against the heaps into axes of matplotlib, new ones unless told; gives the axes."""
        if ax is None:
            from matplotlib import pyplot

            ax = pyplot.figure().add_subplot()
        ax.plot(self.heaps, np.asarray(self), **{"linestyle": "none", "marker": ".", "markersize": 2, **style})
        ax.set_xlabel("heap")
        ax.set_ylabel("value")
        if self.game:
            ax.set_title(self.game)
        return ax

    def to_pandas(self) -> Any:
        """A ``Series`` of pandas, indexed by the heap."""
        import pandas

        return pandas.Series(np.asarray(self), pandas.RangeIndex(self.first, self.first + len(self), name="heap"), name="value")

    def to_polars(self) -> Any:
        """A ``DataFrame`` of polars with the columns ``heap`` and ``value``."""
        import polars

        return polars.DataFrame({"heap": self.heaps, "value": np.asarray(self)})

    def to_arrow(self) -> Any:
        """A ``Table`` of Arrow with the columns ``heap`` and ``value``; the values are not copied."""
        import pyarrow

        return pyarrow.table({"heap": pyarrow.array(self.heaps), "value": pyarrow.array(np.asarray(self))})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the values to a file: ``.npy`` as an array, ``.parquet`` and ``.csv`` as a table with the heaps."""
        name = os.fspath(path)
        ending = os.path.splitext(name)[1].lower()
        if ending == ".npy":
            np.save(name, np.asarray(self))
        elif ending == ".parquet":
            import pyarrow.parquet

            pyarrow.parquet.write_table(self.to_arrow(), name)
        elif ending == ".csv":
            table = np.column_stack((self.heaps, np.asarray(self)))
            np.savetxt(name, table, fmt="%d", delimiter=",", header="heap,value", comments="")
        else:
            raise ValueError(f"{name} ends in none of .npy, .parquet and .csv")


def of(array: Array, game: str, first: int) -> Values:
    """The values of a game from a heap on."""
    values = array.view(Values)
    values.game, values.first = game, first
    return values
