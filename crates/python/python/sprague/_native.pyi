"""The compiled part of the package."""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "HeapSequence",
    "OwnRules",
    "OwnSum",
    "StoredRun",
    "VectorRules",
    "ask",
    "count",
    "draw_graph",
    "graph",
    "identify",
    "look",
    "main",
    "moves_of",
    "moves_to",
    "nim_sum",
    "png",
    "solve",
]

_Listener = Callable[[int], object] | None

@final
class HeapSequence:
    """A heap game and its nim-sequence."""

    def __new__(cls, text: str) -> HeapSequence: ...
    @property
    def name(self) -> str: ...
    @property
    def rule(self) -> str: ...
    def values(
        self,
        first: int,
        last: int,
        misere: bool,
        steps: int | None,
        positions: int | None,
        memory: int,
        listener: _Listener,
    ) -> NDArray[np.unsignedinteger[Any]]: ...
    def period(
        self, limit: int | None, steps: int | None, listener: _Listener
    ) -> tuple[tuple[int, int, int, list[int], str | None, int | None] | None, int]: ...
    def plot(self, kind: str, last: int, width: int | None, listener: _Listener) -> str: ...

@final
class StoredRun:
    """A run folder."""

    def __new__(cls, folder: str | os.PathLike[str]) -> StoredRun: ...
    def status(self) -> tuple[str, int | None, bool, str, str]: ...
    def values(self, first: int, last: int, listener: _Listener) -> NDArray[np.unsignedinteger[Any]]: ...

@final
class OwnRules:
    """A game that functions of Python describe."""

    def __new__(
        cls,
        options: Callable[[Any], Any],
        components: Any,
        canonical: Callable[[Any], Any] | None,
        key: Callable[[Any], Any] | None,
        positions: int,
        memory: int,
    ) -> OwnRules: ...
    def held(self) -> tuple[int, int]: ...
    def value(self, position: Any, misere: bool, listener: _Listener) -> int: ...
    def values(self, positions: Iterable[Any], misere: bool, listener: _Listener) -> NDArray[np.uint64]: ...
    def known(self) -> tuple[list[Any], list[int]]: ...
    def options_of_value(self, position: Any, value: int, misere: bool, listener: _Listener) -> list[Any]: ...
    def loopy_value(self, position: Any, listener: _Listener) -> tuple[int | None, list[int] | None]: ...
    def loopy_outcomes(self, positions: Sequence[Any], misere: bool, listener: _Listener) -> list[Any]: ...
    def remoteness(self, position: Any, misere: bool, listener: _Listener) -> int | None: ...
    def graph(
        self, position: Any, misere: bool, nodes: int, loopy: bool, listener: _Listener
    ) -> tuple[list[tuple[Any, int]], list[tuple[int, int]]]: ...

@final
class OwnSum:
    """Sums of games of one's own and of typed positions under misère play."""

    def __new__(cls, rules: Sequence[OwnRules]) -> OwnSum: ...
    def value(self, positions: Sequence[Any], text: str, listener: _Listener) -> int: ...

@final
class VectorRules:
    """A game of one's own whose options come as arrays."""

    def __new__(cls, options: Callable[[NDArray[np.int64]], Any], positions: int, memory: int) -> VectorRules: ...
    def held(self) -> tuple[int, int]: ...
    def values(self, positions: NDArray[np.int64], listener: _Listener) -> NDArray[np.uint64]: ...

def ask(words: Sequence[str], listener: _Listener) -> tuple[bytes, str | None, bool]: ...
def look(text: str) -> str: ...
def moves_of(text: str, most: int) -> tuple[str, bool]: ...
def moves_to(text: str, after: Sequence[str]) -> str: ...
def nim_sum(values: Sequence[int]) -> int: ...
def draw_graph(
    title: str,
    nodes: Sequence[tuple[str, str, int | None, Sequence[int] | None]],
    edges: Sequence[tuple[int, int]],
) -> tuple[str, str]: ...
def solve(
    text: str, misere: bool, moves: int, positions: int | None, steps: int | None, listener: _Listener
) -> tuple[str, str]: ...
def count(
    game: str,
    heaps: int,
    sizes: tuple[int, int],
    order: str,
    misere: bool,
    steps: int | None,
    listener: _Listener,
) -> tuple[str, str]: ...
def graph(
    text: str, misere: bool, nodes: int
) -> tuple[list[tuple[str, Any, int | None, str, list[int] | None]], list[tuple[int, int]], str]: ...
def identify(values: Sequence[int], listener: _Listener) -> list[tuple[str, str, int]]: ...
def png(svg: str) -> bytes: ...
def main(words: Sequence[str]) -> int: ...
