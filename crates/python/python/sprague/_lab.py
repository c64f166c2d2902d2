"""The lab: the page with boards, sequences and proofs, served by this machine."""

from __future__ import annotations

import atexit
import html
import os
import subprocess
import sys
from typing import SupportsIndex

from ._number import whole


class Lab:
    """A running lab: its address, and ``stop``. It ends with the interpreter."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self._process = process
        self.url = url
        atexit.register(self.stop)

    def __repr__(self) -> str:
        return f"<lab at {self.url}>" if self._process.poll() is None else "<lab, stopped>"

    def _repr_html_(self) -> str:
        address = html.escape(self.url, quote=True)
        return f'<a href="{address}" target="_blank" rel="noopener">The lab: {address}</a>'

    def stop(self) -> None:
        """Ends it."""
        atexit.unregister(self.stop)
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __enter__(self) -> Lab:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def lab(*, port: SupportsIndex = 0, open_browser: bool = False) -> Lab:
    """Starts the lab on this machine, on a free port unless told, and gives its address.

    The notebook's cell shows a link; ``open_browser`` opens it. ``stop`` ends the lab.
    """
    words = [sys.executable, "-m", "sprague", "lab", "--quiet", "--port", str(whole("port", port))]
    words += [] if open_browser else ["--no-open"]
    process = subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        start_new_session=True,
    )
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    if not url:
        process.wait()
        process.stdout.close()
        raise RuntimeError("the lab did not start; python -m sprague lab says why")
    return Lab(process, url)
