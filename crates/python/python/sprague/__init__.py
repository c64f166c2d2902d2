"""Exact values, winning moves and proved periods of impartial games.

>>> import sprague as sp
>>> sp.Game("grundy").values(10)
array([0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0], dtype=uint16)
>>> p = sp.kayles.position(5, 7) + sp.nim(3)
>>> p.outcome, [move.after for move in p.winning_moves]
('N', [Position('kayles: 7 4 + nim: 3')])

``Game`` is a heap game by name, code or rule: values, periods, certificates. ``Position`` is a position of any game of
the catalogue, or a sum: who wins, how, and why. ``rules`` makes a game of your own from a function. ``scatter``,
``raster``, ``histogram``, ``graph`` and ``draw`` make pictures. ``misere_quotient``, ``genus``, ``stats``, ``compare``,
``count``, ``identify``, ``Nimber``, ``survey`` and the module ``star`` are the laboratory. Every number is exact; what is
too large is refused with ``TooLarge``.
"""

from __future__ import annotations

from importlib.metadata import version as _version

from . import star
from ._answer import Answer, Component, Count, Match, Row, Working, count, identify, solve
from ._certificate import Certificate, Check
from ._errors import (
    CertificateError,
    CyclicGame,
    NotationError,
    OutOfMemory,
    QuestionError,
    SpragueError,
    TooLarge,
)
from ._game import Game, Period
from ._graphs import arc_kayles, digraph, node_kayles
from ._lab import Lab, lab
from ._laboratory import (
    Catalogue,
    Comparison,
    Facts,
    Genus,
    GenusEntry,
    MisereComparison,
    MisereQuotient,
    Nimber,
    NimLength,
    PositionList,
    Stats,
    Table,
    compare,
    game,
    games,
    genus,
    misere_quotient,
    nim_length,
    nim_mul,
    nimber,
    p_positions,
    stats,
    survey,
    table,
)
from ._pictures import GraphNode, GraphPicture, Picture, graph, histogram, raster, scatter
from ._position import Move, Position, Sum, SumMove, draw
from ._rules import LoopyRules, Rules, VectorRules, rules
from ._run import Run

__version__ = _version("sprague")

__all__ = [
    "Answer",
    "Catalogue",
    "Certificate",
    "CertificateError",
    "Check",
    "Comparison",
    "Component",
    "Count",
    "CyclicGame",
    "Facts",
    "Game",
    "Genus",
    "GenusEntry",
    "GraphNode",
    "GraphPicture",
    "Lab",
    "LoopyRules",
    "Match",
    "MisereComparison",
    "MisereQuotient",
    "Move",
    "NimLength",
    "Nimber",
    "NotationError",
    "OutOfMemory",
    "Period",
    "Picture",
    "Position",
    "PositionList",
    "QuestionError",
    "Row",
    "Rules",
    "Run",
    "SpragueError",
    "Stats",
    "Sum",
    "SumMove",
    "Table",
    "TooLarge",
    "VectorRules",
    "Working",
    "arc_kayles",
    "compare",
    "count",
    "digraph",
    "draw",
    "game",
    "games",
    "genus",
    "graph",
    "histogram",
    "identify",
    "lab",
    "misere_quotient",
    "nim_length",
    "nim_mul",
    "nimber",
    "node_kayles",
    "p_positions",
    "raster",
    "rules",
    "scatter",
    "solve",
    "star",
    "stats",
    "survey",
    "table",
]

for _name in __all__:
    if _name != "star":
        globals()[_name].__module__ = __name__

# named heap games, made when they are asked for
nim: Game
kayles: Game
grundy: Game
lasker: Game
officers: Game
guiles: Game
dawsons_kayles: Game
dawsons_chess: Game
couples_are_forever: Game


def __getattr__(name: str) -> Game:
    if name not in __annotations__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = Game(name.replace("_", "-"))
    return found


def __dir__() -> list[str]:
    return sorted([*__all__, *__annotations__, "__version__"])
