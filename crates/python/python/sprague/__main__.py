"""``python -m sprague``: the command."""

from __future__ import annotations

import signal
import sys

from . import _native


def main() -> int:
    """Does what the arguments ask for, and gives the exit code."""
    # the command has its own way with Ctrl-C
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.main(["sprague", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
