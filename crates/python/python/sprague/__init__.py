"""Exact values, winning moves and proved periods of impartial games.

>>> import sprague as sp
>>> sp.Game("grundy").values(10)
array([0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0], dtype=uint16)
>>> sp.solve("nim: 3 4 5").winning_moves
('nim: 5 4 1',)

``Game`` is a heap game by name, code or rule: values, periods, certificates. ``solve`` answers positions and sums of
games in the notation of the command. ``rules`` makes a game of your own from a function. ``scatter``, ``raster``,
``histogram`` and ``graph`` draw. Every number is exact; what is too large is refused with ``TooLarge``.
"""

from __future__ import annotations

from importlib.metadata import version as _version

from ._answer import Answer, Component, Count, Match, count, identify, solve
from ._certificate import Certificate, Check
from ._errors import CertificateError, CyclicGame, NotationError, OutOfMemory, SpragueError, TooLarge
from ._game import Game, Period
from ._lab import Lab, lab
from ._pictures import GraphPicture, Picture, graph, histogram, raster, scatter
from ._rules import Rules, rules
from ._run import Run

__version__ = _version("sprague")

__all__ = [
    "Answer",
    "Certificate",
    "CertificateError",
    "Check",
    "Component",
    "Count",
    "CyclicGame",
    "Game",
    "GraphPicture",
    "Lab",
    "Match",
    "NotationError",
    "OutOfMemory",
    "Period",
    "Picture",
    "Rules",
    "Run",
    "SpragueError",
    "TooLarge",
    "count",
    "graph",
    "histogram",
    "identify",
    "lab",
    "raster",
    "rules",
    "scatter",
    "solve",
]
