"""The compiled part of the package."""

import os
from collections.abc import Callable, Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["HeapSequence", "OwnRules", "StoredRun", "count", "graph", "identify", "main", "png", "solve"]

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
    def winning_moves(self, position: Any, misere: bool, listener: _Listener) -> list[Any]: ...
    def graph(
        self, position: Any, misere: bool, nodes: int, label: Callable[[Any], str], listener: _Listener
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
def graph(text: str, misere: bool, nodes: int) -> tuple[str, str]: ...
def identify(values: Sequence[int], listener: _Listener) -> list[tuple[str, str, int]]: ...
def png(svg: str) -> bytes: ...
def main(words: Sequence[str]) -> int: ...
