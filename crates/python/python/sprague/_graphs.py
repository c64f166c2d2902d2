"""Graphs of other libraries as positions: those of networkx and of Sage, dicts of neighbors, lists of edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ._position import Position


def _parts(graph: Any) -> tuple[list[Any], list[tuple[Any, Any]]]:
    """The nodes and the edges of a graph."""
    if isinstance(graph, Mapping):
        nodes = list(graph)
        return nodes, [(node, other) for node in nodes for other in graph[node]]
    if hasattr(graph, "vertices") and hasattr(graph, "edge_iterator"):  # Sage
        return list(graph.vertices()), [(edge[0], edge[1]) for edge in graph.edge_iterator()]
    if hasattr(graph, "nodes") and hasattr(graph, "edges"):  # networkx
        return list(graph.nodes), [(edge[0], edge[1]) for edge in graph.edges]
    if isinstance(graph, Iterable) and not isinstance(graph, (str, bytes)):
        edges = []
        for edge in graph:
            one, other = edge
            edges.append((one, other))
        return [], edges
    raise TypeError(f"a graph is one of networkx or Sage, a dict of neighbors or a list of edges, not {type(graph).__name__}")


def _numbered(graph: Any) -> tuple[dict[Any, int], list[tuple[int, int]]]:
    nodes, edges = _parts(graph)
    numbers: dict[Any, int] = {}
    for node in [*nodes, *(end for edge in edges for end in edge)]:
        numbers.setdefault(node, len(numbers))
    return numbers, [(numbers[a], numbers[b]) for a, b in edges]


def _undirected(game: str, graph: Any) -> Position:
    numbers, edges = _numbered(graph)
    pairs = dict.fromkeys((min(edge), max(edge)) for edge in edges)
    alone = set(numbers.values()) - {end for edge in pairs for end in edge}
    body = [f"{a}-{b}" for a, b in pairs] + [str(node) for node in sorted(alone)]
    return Position(f"{game}: {{{', '.join(body)}}}")


def node_kayles(graph: Any) -> Position:
    """Node Kayles on a graph of networkx or Sage, a dict of neighbors or a list of edges: the nodes get numbers in
    their order.

    >>> import sprague as sp
    >>> sp.node_kayles({"a": ["b"], "b": ["c"], "c": []})
    Position('node-kayles: {0-1, 1-2}')
    """
    return _undirected("node-kayles", graph)


def arc_kayles(graph: Any) -> Position:
    """Arc Kayles on a graph; as ``node_kayles``.

    >>> import sprague as sp
    >>> sp.arc_kayles([("a", "b"), ("b", "c")]).outcome
    'N'
    """
    return _undirected("arc-kayles", graph)


def digraph(graph: Any, start: Any) -> Position:
    """A directed graph as a game: a move goes along an edge, from ``start`` on.

    >>> import sprague as sp
    >>> sp.digraph({"a": ["b", "c"], "b": ["c"], "c": []}, "a").value
    2
    """
    numbers, edges = _numbered(graph)
    if start not in numbers:
        raise ValueError(f"{start!r} is no node of the graph")
    alone = set(numbers.values()) - {end for edge in edges for end in edge}
    body = [f"{a}>{b}" for a, b in dict.fromkeys(edges)] + [str(node) for node in sorted(alone)]
    return Position(f"graph: {{{', '.join(body)}}}#{numbers[start]}")
