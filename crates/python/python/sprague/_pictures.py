"""Pictures: SVG in a notebook's cell, a file by ``save``."""

from __future__ import annotations

import os
from typing import SupportsIndex

from . import _native
from ._game import Game
from ._number import whole
from ._play import Play, is_misere
from ._progress import Progress


class Picture:
    """A picture. A notebook shows it; ``save`` writes it as SVG or PNG, as the name ends.

    >>> import sprague as sp
    >>> picture = sp.graph("grundy: 6")
    >>> picture.svg[:4]
    '<svg'
    """

    def __init__(self, svg: str, title: str) -> None:
        self.svg = svg
        self.title = title

    def __repr__(self) -> str:
        return f"<picture of {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def png(self) -> bytes:
        """The picture as PNG."""
        return _native.png(self.svg)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file whose name ends in .svg or .png."""
        ending = os.path.splitext(os.fspath(path))[1].lower()
        if ending == ".svg":
            content = self.svg.encode()
        elif ending == ".png":
            content = self.png()
        else:
            raise ValueError(f"{os.fspath(path)} ends neither in .svg nor in .png")
        with open(path, "wb") as file:
            file.write(content)


class GraphPicture(Picture):
    """The picture of a game graph, which is also a text in the DOT language of Graphviz."""

    def __init__(self, svg: str, title: str, dot: str) -> None:
        super().__init__(svg, title)
        self.dot = dot

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file whose name ends in .svg, .png or .dot."""
        if os.fspath(path).lower().endswith(".dot"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.dot)
        else:
            super().save(path)


def _plot(kind: str, game: Game | str, to: int, width: int | None, show: bool) -> Picture:
    game = game if isinstance(game, Game) else Game(game)
    if width is not None and width < 1:
        raise ValueError("width is at least 1")
    with Progress(f"{kind} of {game.name}", to + 1) as progress:
        svg = game._sequence.plot(kind, to, width, progress if show else None)
    return Picture(svg, f"{game.name}: {kind} to heap {to}")


def scatter(game: Game | str, to: SupportsIndex = 1000, *, progress: bool = True) -> Picture:
    """The values of the heaps 0 to ``to`` against the heaps.

    >>> import sprague as sp
    >>> sp.scatter("grundy", 20_000)
    <picture of grundy: scatter to heap 20000>
    """
    return _plot("scatter", game, whole("to", to), None, progress)


def raster(
    game: Game | str, to: SupportsIndex = 1000, *, width: SupportsIndex | None = None, progress: bool = True
) -> Picture:
    """The values of the heaps 0 to ``to`` in rows of ``width`` cells.

    >>> import sprague as sp
    >>> sp.raster("kayles", 500, width=12)
    <picture of kayles: raster to heap 500>
    """
    return _plot("raster", game, whole("to", to), whole("width", width), progress)


def histogram(game: Game | str, to: SupportsIndex = 1000, *, progress: bool = True) -> Picture:
    """How often each value occurs among the heaps 0 to ``to``.

    >>> import sprague as sp
    >>> sp.histogram("0.07", 5000)
    <picture of 0.07: histogram to heap 5000>
    """
    return _plot("histogram", game, whole("to", to), None, progress)


def graph(position: str, *, play: Play = "normal", nodes: SupportsIndex = 200) -> GraphPicture:
    """The game graph of a position: every position that can be reached, with outcome and value.

    >>> import sprague as sp
    >>> sp.graph("nim: 2 1")
    <picture of nim: 2 1>
    """
    svg, dot = _native.graph(position, is_misere(play), whole("nodes", nodes))
    return GraphPicture(svg, position, dot)
