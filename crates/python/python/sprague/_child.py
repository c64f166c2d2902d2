"""A question in a process of its own: reads it from the standard input, writes progress and the answer."""

from __future__ import annotations

import os
import pickle
import sys

from . import _native


def main() -> None:
    """Answers one question."""
    function, arguments, is_heard = pickle.load(sys.stdin.buffer)
    # what else is printed must not be taken for the answer
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)

        def heard(done: int) -> None:
            out.write(b"done %d\n" % done)
            out.flush()

        try:
            more = (heard if is_heard else None,) if function == "ask" else ()
            answer = pickle.dumps(("answered", getattr(_native, function)(*arguments, *more)))
        except BaseException as error:
            answer = pickle.dumps(("raised", error))
        out.write(b"answer %d\n" % len(answer) + answer)


if __name__ == "__main__":
    main()
