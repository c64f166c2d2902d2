"""Pictures: SVG in a notebook's cell, a file by ``save``."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, SupportsIndex

from . import _native
from ._answer import text_of
from ._ask import apart
from ._game import Game
from ._number import whole
from ._play import Outcome, Play, is_misere
from ._progress import Progress


#: Graphs of so many nodes are drawn at once.
_SMALL = 200


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


@dataclass(frozen=True)
class GraphNode:
    """A position of a game graph, with its outcome and its value; where play may go on for ever the value is none and
    ``loopy`` has the numbers that moves reach."""

    position: Any
    outcome: Outcome
    value: int | None
    label: str = ""
    loopy: tuple[int, ...] | None = None


class GraphPicture(Picture):
    """A game graph: its nodes and edges, its picture, and the same in the DOT language of Graphviz.

    >>> import sprague as sp
    >>> graph = sp.graph("nim: 2")
    >>> [node.position for node in graph.nodes], graph.edges
    (['nim: 2', 'nim: 1', 'nim:'], ((0, 1), (0, 2), (1, 2)))
    """

    def __init__(
        self, title: str, nodes: tuple[GraphNode, ...], edges: tuple[tuple[int, int], ...], heading: str
    ) -> None:
        self.title = title
        self.nodes = nodes
        self.edges = edges
        self._heading = heading
        self._drawn: tuple[str, str] | None = None

    def _draw(self) -> tuple[str, str]:
        if self._drawn is None:
            nodes = [(node.label or str(node.position), node.outcome, node.value, node.loopy) for node in self.nodes]
            work = (self._heading, nodes, list(self.edges))
            # large graphs are laid out in a process of their own, which can be stopped
            small = len(self.nodes) <= _SMALL and len(self.edges) <= 4 * _SMALL
            self._drawn = _native.draw_graph(*work) if small else apart("draw_graph", *work)
        return self._drawn

    @property
    def svg(self) -> str:  # type: ignore[override]
        """The picture."""
        return self._draw()[0]

    @property
    def dot(self) -> str:
        """The graph in the DOT language."""
        return self._draw()[1]

    def to_networkx(self) -> Any:
        """The graph as a ``DiGraph`` of networkx: nodes are positions, with their outcome and value as attributes."""
        import networkx

        graph = networkx.DiGraph()
        keys = [_hashable(node.position) for node in self.nodes]
        for key, node in zip(keys, self.nodes):
            graph.add_node(key, outcome=node.outcome, value=node.value)
        graph.add_edges_from((keys[a], keys[b]) for a, b in self.edges)
        return graph

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


def _hashable(position: Any) -> Any:
    try:
        hash(position)
    except TypeError:
        return repr(position)
    return position


def graph(position: object, *, play: Play = "normal", nodes: SupportsIndex = 200) -> GraphPicture:
    """The game graph of a position: every position that can be reached, with outcome and value.

    >>> import sprague as sp
    >>> sp.graph("nim: 2 1")
    <picture of nim: 2 1>
    """
    text, most = text_of(position), whole("nodes", nodes)
    misere = is_misere(play) or getattr(position, "ending", play) == "misere"
    work = (text, misere, most)
    # what takes long is done in a process of its own, which can be stopped
    found, edges, heading = _native.graph(*work) if most <= _SMALL else apart("graph", *work)
    drawn = tuple(
        GraphNode(place, outcome, value, label, None if reached is None else tuple(reached))
        for place, outcome, value, label, reached in found
    )
    return GraphPicture(text, drawn, tuple(edges), heading)
