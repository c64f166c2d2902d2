"""Whole numbers as people pass them: ints, and those of numpy and Sage. Nothing is rounded."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex, overload

LARGEST = (1 << 63) - 1


@overload
def whole(name: str, number: SupportsIndex) -> int: ...
@overload
def whole(name: str, number: None) -> None: ...
@overload
def whole(name: str, number: SupportsIndex | None) -> int | None: ...


def whole(name: str, number: SupportsIndex | None) -> int | None:
    """The number as an int from 0 to 2^63 - 1; ``None`` stays. ``name`` is what it is called in an error."""
    if number is None:
        return None
    try:
        plain = index(number)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {number!r}") from None
    if not 0 <= plain <= LARGEST:
        raise ValueError(f"{name} is from 0 to 2^63 - 1, not {plain}")
    return plain
