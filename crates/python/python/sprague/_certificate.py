"""Certificates: a proof as a text that can be checked without the engine.

Proving and checking run in a process of their own: the checker shares no code with the engine and cannot be stopped
from inside, a process can.
"""

from __future__ import annotations

import html
import os
import tempfile
from dataclasses import dataclass

from ._ask import ask_apart
from ._errors import CertificateError


@dataclass(frozen=True)
class Check:
    """What the checker says: whether the certificate is valid (None where only some of it was checked), and what it shows."""

    valid: bool | None
    complete: bool
    claim: str
    checked_to: int | None


class Certificate:
    """A certificate: its text, what it claims, ``check`` and ``save``.

    >>> import sprague as sp
    >>> certificate = sp.Game("kayles").prove()
    >>> certificate.claim[:60]
    'By the rule `take 1..2 leave 0..2 cond any on 0..`, G(n+12) '
    >>> certificate.check().valid
    True
    """

    __slots__ = ("_claim", "text")

    def __init__(self, text: str, claim: str | None = None) -> None:
        self.text = text
        self._claim = claim

    def __repr__(self) -> str:
        return f"<certificate of {len(self.text)} characters>"

    def _repr_html_(self) -> str:
        return f"<div><b>Certificate</b>: {html.escape(self.claim)}</div>"

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Certificate) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[type[Certificate], tuple[str, str | None]]:
        return Certificate, (self.text, self._claim)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Certificate:
        """Reads a certificate from a file."""
        with open(path, encoding="utf-8") as file:
            return cls(file.read())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the certificate to a file."""
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(self.text)

    @property
    def kind(self) -> str:
        """What kind of theorem it shows, as its second line says: ``misere-bound`` is a lower bound of a quotient."""
        for line in self.text.splitlines():
            word, _, kind = line.partition(" ")
            if word == "kind":
                return kind
        return ""

    @property
    def is_bound(self) -> bool:
        """Whether it shows only that a misère quotient has at least so many elements, and not what decides sums.

        >>> import sprague as sp
        >>> sp.Game("0.07").prove(play="misere", max_order=50).is_bound
        True
        """
        return self.kind == "misere-bound"

    @property
    def claim(self) -> str:
        """What it shows, in the words of the checker."""
        if self._claim is None:
            self._claim = self.check().claim
        return self._claim

    def check(self) -> Check:
        """Has the independent checker look at every line; raises ``CertificateError`` where it does not accept."""
        with tempfile.TemporaryDirectory(prefix="sprague-") as folder:
            path = os.path.join(folder, "certificate")
            self.save(path)
            answer = ask_apart("check", names=(path,)).document
        if answer["valid"] is False:
            raise CertificateError(answer["reason"])
        return Check(answer["valid"], answer["complete"], answer["claim"], answer["checked_to"])

    def to_coq(self) -> str:
        """The same period as a theorem for Coq, where Coq has the theorem that it rests on.

        >>> import sprague as sp
        >>> sp.Game("kayles").prove().to_coq().splitlines()[0]
        '(** * 0.77: period 12 from heap 71 on'
        """
        return coq(self._rule())

    def _rule(self) -> str:
        """The rule in the notation: that of certificates is another spelling of it."""
        clauses = []
        for line in self.text.splitlines():
            words = line.split()
            if words[:1] == ["move"]:
                clauses.append(_clause(words[1:]))
            elif clauses:
                break
        if not clauses:
            raise CertificateError(f"a certificate of the kind {self.kind} is no theorem for Coq")
        return " | ".join(clauses)


def _clause(words: list[str]) -> str:
    parts = dict(zip(words[::2], words[1::2]))
    cond = parts.get("cond", "any")
    conditions = "" if cond == "any" else "," + cond.replace("differ=", "diff>=")
    on = parts.get("on", "0..")
    where = "" if on == "0.." else f" on {on}"
    return f"take({parts['take']}) leave({parts['leave']}{conditions}){where}"


def coq(game: str) -> str:
    """The period of a game as a theorem for Coq."""
    with tempfile.TemporaryDirectory(prefix="sprague-") as folder:
        path = os.path.join(folder, "sprague.v")
        ask_apart("prove", "--coq", f"--output={path}", names=(game,), json=False)
        with open(path, encoding="utf-8") as file:
            return file.read()


def prove(words: list[str], game: str, progress: bool) -> Certificate:
    """The certificate of a game."""
    with tempfile.TemporaryDirectory(prefix="sprague-") as folder:
        path = os.path.join(folder, "certificate")
        bar = f"proof of {game}" if progress else None
        answer = ask_apart("prove", *words, f"--output={path}", names=(game,), bar=bar)
        return Certificate(Certificate.load(path).text, answer.document["claim"])
