"""Certificates: a proof as a text that can be checked without the engine.

Proving and checking run in a process of their own: the checker shares no code with the engine and cannot be stopped
from inside, a process can.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import Any

from ._errors import CertificateError


@dataclass(frozen=True)
class Check:
    """What the checker says: whether the certificate is valid (None where only some of it was checked), and what it shows."""

    valid: bool | None
    complete: bool
    claim: str
    checked_to: int | None


def _command(*words: str) -> dict[str, Any]:
    """What the command answers; it ends with this call, whatever happens."""
    with subprocess.Popen(
        [sys.executable, "-m", "sprague", *words, "--json", "--quiet"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate()
        except BaseException:
            process.kill()
            raise
    text = out.decode() or err.decode()
    try:
        answer: dict[str, Any] = json.loads(text.strip().splitlines()[-1])
    except (ValueError, IndexError):
        raise CertificateError(err.decode().strip() or "the checker gave no answer") from None
    if "error" in answer:
        raise CertificateError(answer["error"]["message"])
    return answer


class Certificate:
    """A certificate: its text, ``check`` and ``save``.

    >>> import sprague as sp
    >>> certificate = sp.Game("kayles").prove()
    >>> certificate.check().claim[:60]
    'By the rule `take 1..2 leave 0..2 cond any on 0..`, G(n+12) '
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"<certificate of {len(self.text)} characters>"

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Certificate) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Certificate:
        """Reads a certificate from a file."""
        with open(path, encoding="utf-8") as file:
            return cls(file.read())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the certificate to a file."""
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(self.text)

    def check(self) -> Check:
        """Has the independent checker look at every line; raises ``CertificateError`` where it does not accept."""
        with tempfile.TemporaryDirectory(prefix="sprague-") as folder:
            path = os.path.join(folder, "certificate")
            self.save(path)
            answer = _command("check", path)
        if answer["valid"] is False:
            raise CertificateError(answer["reason"])
        return Check(answer["valid"], answer["complete"], answer["claim"], answer["checked_to"])


def prove(game: str, limit: int | None, misere: bool) -> Certificate:
    """The certificate of a game."""
    with tempfile.TemporaryDirectory(prefix="sprague-") as folder:
        path = os.path.join(folder, "certificate")
        words = ["prove", game, "-o", path]
        words += [] if limit is None else ["--limit", str(limit)]
        words += ["--misere"] if misere else []
        _command(*words)
        return Certificate.load(path)
