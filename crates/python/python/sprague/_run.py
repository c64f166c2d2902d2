"""Run folders: what a long computation has kept."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from . import _native
from ._game import Game, _range
from ._progress import Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Run:
    """A folder of ``sprague run``: how far it has come, and its values where it keeps them."""

    __slots__ = ("_run", "folder")

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = os.fspath(folder)
        self._run = _native.StoredRun(self.folder)

    def __repr__(self) -> str:
        return f"Run({self.folder!r})"

    def __reduce__(self) -> tuple[type[Run], tuple[str]]:
        return Run, (self.folder,)

    @property
    def game(self) -> Game:
        """The game."""
        return Game(self._run.status()[0])

    @property
    def done(self) -> int | None:
        """The last heap that is done; ``None`` before the first."""
        return self._run.status()[1]

    @property
    def keeps_values(self) -> bool:
        """Whether the folder has the values themselves."""
        return self._run.status()[2]

    @property
    def signature(self) -> str:
        """The signature of the heaps done."""
        return self._run.status()[3]

    @property
    def label(self) -> str:
        """How far the result can be trusted: computed, audited or double-checked."""
        return self._run.status()[4]

    def values(
        self, *heaps: int, from_: int | None = None, to: int | None = None, progress: bool = True
    ) -> NDArray[np.unsignedinteger[Any]]:
        """The kept values of a range of heaps, both ends included: ``values(to)`` or ``values(from_, to)``."""
        first, last = _range(heaps, from_, to)
        with Progress(self.folder, last - first + 1) as listener:
            return self._run.values(first, last, listener if progress else None)
