"""Run folders: what a long computation has kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, SupportsIndex

from . import _native
from ._ask import environment
from ._errors import QuestionError, SpragueError
from ._game import Game, _range
from ._progress import Progress

if TYPE_CHECKING:
    from ._values import Values


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
        self,
        *heaps: SupportsIndex,
        from_: SupportsIndex | None = None,
        to: SupportsIndex | None = None,
        progress: bool = True,
    ) -> Values:
        """The kept values of a range of heaps, both ends included: ``values(to)`` or ``values(from_, to)``."""
        first, last = _range(heaps, from_, to)
        with Progress(self.folder, last - first + 1) as listener:
            found = self._run.values(first, last, listener if progress else None)
        from ._values import of

        return of(found, self.game.name, first)


def work(game: str, to: int, folder: str | os.PathLike[str], keep_values: bool, progress: bool) -> Run:
    """Computes in a folder, in a process of its own, until the last heap is done."""
    name = os.fspath(folder)
    words = ["run", game, "--to", str(to), "--dir", name, "--quiet", "--json", *(["--keep-values"] if keep_values else [])]
    with (
        Progress(name, to + 1) as heard,
        subprocess.Popen(
            [sys.executable, "-m", "sprague", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment(),
            start_new_session=True,
        ) as process,
    ):
        try:
            while True:
                try:
                    _, said = process.communicate(timeout=1)
                    break
                except subprocess.TimeoutExpired:
                    if progress:
                        heard(_done(name))
        except BaseException:
            # it writes a checkpoint
            process.send_signal(signal.SIGINT)
            try:
                process.wait(60)
            finally:
                process.kill()
            raise
    if process.returncode != 0:
        raise _failure(said.decode())
    return Run(folder)


def _done(folder: str) -> int:
    try:
        return Run(folder).done or 0
    except ValueError:
        # the folder is being made
        return 0


def _failure(said: str) -> SpragueError:
    try:
        return QuestionError(json.loads(said.strip().splitlines()[-1])["error"]["message"])
    except (ValueError, KeyError, IndexError):
        return SpragueError(said.strip() or "the run ended without a word")
