"""Questions to the commands, in this process or in one of their own."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from dataclasses import dataclass, fields
from typing import Any, SupportsIndex, TypeVar

from . import _native
from ._errors import SpragueError
from ._number import whole
from ._progress import Progress

T = TypeVar("T")


@dataclass(frozen=True)
class Asked:
    """What a command has answered: its output, the same in words, and whether it is what was wished for."""

    output: bytes
    text: str | None
    is_positive: bool

    @property
    def document(self) -> Any:
        return json.loads(self.output)


def flag(name: str, number: SupportsIndex | None) -> list[str]:
    """The words of a flag with a number, none where there is no number."""
    plain = whole(name, number)
    return [] if plain is None else [f"--{name.strip('_').replace('_', '-')}={plain}"]


def limits(steps: SupportsIndex | None, positions: SupportsIndex | None) -> list[str]:
    """The flags that bound the work."""
    words = [("--max-steps", whole("steps", steps)), ("--max-positions", whole("positions", positions))]
    return [f"{name}={number}" for name, number in words if number is not None]


def ask(*words: str, names: tuple[str, ...] = (), bar: str | None = None, json: bool = True) -> Asked:
    """Asks in this process. ``names`` are words that may begin with a dash; ``bar`` names the work."""
    heard = Progress(bar or words[0], unit="")
    with heard:
        return Asked(*_native.ask(_all(words, names, json), heard if bar else None))


def ask_apart(*words: str, names: tuple[str, ...] = (), bar: str | None = None, json: bool = True) -> Asked:
    """Asks in a process of its own, which ends with this call: for work that cannot be stopped from inside."""
    return Asked(*apart("ask", _all(words, names, json), bar=bar))


def _all(words: tuple[str, ...], names: tuple[str, ...], json: bool) -> list[str]:
    return [*words, *(["--json"] if json else []), "--quiet", *(["--", *names] if names else [])]


def environment() -> dict[str, str]:
    """The environment of a process that finds this package."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def apart(function: str, *arguments: Any, bar: str | None = None, gently: bool = False) -> Any:
    """What a function of the compiled module gives, called in a process of its own.

    An exception of this call ends the process: at once, or ``gently``, once it has written what it keeps.
    """
    request = pickle.dumps((function, arguments, bar is not None))
    with (
        Progress(bar or "", unit="") as heard,
        subprocess.Popen(
            [sys.executable, "-m", "sprague._child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            start_new_session=True,
        ) as process,
    ):
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(request)
            process.stdin.close()
            for line in process.stdout:
                if line.startswith(b"done "):
                    heard(int(line[5:]))
                elif line.startswith(b"answer "):
                    happened, answer = pickle.loads(process.stdout.read(int(line[7:])))
                    process.wait()
                    if happened == "raised":
                        raise answer
                    return answer
        except BaseException:
            if gently and process.poll() is None:
                process.send_signal(signal.SIGINT)
                try:
                    process.wait(60)
                except subprocess.TimeoutExpired:
                    process.kill()
            process.kill()
            raise
    raise SpragueError(f"the process of this question ended with {process.returncode} and without an answer")


def made(kind: type[T], document: dict[str, Any], **more: Any) -> T:
    """A record of this kind from the fields of a document that it has."""
    wanted = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    found = {name: frozen(value) for name, value in document.items() if name in wanted}
    return kind(**{**{name: None for name in wanted}, **found, **more})


def frozen(value: Any) -> Any:
    """The same with tuples for lists."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value
