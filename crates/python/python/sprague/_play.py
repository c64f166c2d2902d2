"""How a game ends."""

from __future__ import annotations

from typing import Literal

#: Under normal play the player who cannot move loses; under misère play that player wins.
Play = Literal["normal", "misere"]
#: N: the next player wins; P: the previous one does; draw: neither can force an end.
Outcome = Literal["N", "P", "draw"]


def is_misere(play: str) -> bool:
    """Whether this is misère play; ``ValueError`` if it is neither."""
    if play not in ("normal", "misere"):
        raise ValueError(f'play is "normal" or "misere", not {play!r}')
    return play == "misere"
