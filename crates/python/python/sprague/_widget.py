"""A board to play on in a cell of a notebook: the page's own board, in a frame, whose engine is the kernel.

What the frame asks goes to the lab of this machine, which is started with the first board; so the browser needs no way
to it but the notebook's own. Where there is no anywidget, and where a notebook is only shown, the board is a picture.
"""

from __future__ import annotations

import html
import json
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from importlib import resources
from typing import TYPE_CHECKING, Any

from ._lab import Lab, lab

if TYPE_CHECKING:
    from ._position import Position

OPPONENTS = ("perfect", "strong", "casual", "beginner", "random")

#: The notebook's side: puts the frame into the cell and passes messages between it and the kernel.
ESM = """
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.title = model.get("position");
  frame.style.cssText = "width: 100%; height: 320px; border: 1px solid #8884; border-radius: 6px;";
  frame.srcdoc = model.get("frame");
  const heard = (event) => {
    if (event.source !== frame.contentWindow) return;
    if (event.data.height) frame.style.height = `${Math.min(900, event.data.height + 4)}px`;
    else model.send(event.data);
  };
  const answered = (message) => frame.contentWindow?.postMessage(message, "*");
  window.addEventListener("message", heard);
  model.on("msg:custom", answered);
  el.replaceChildren(frame);
  return () => {
    window.removeEventListener("message", heard);
    model.off("msg:custom", answered);
  };
}
export default { render };
"""


class Engine:
    """The lab of this machine, which answers what boards ask."""

    def __init__(self) -> None:
        self._lab: Lab | None = None
        self._browser: Any = None

    def answer(self, path: str, body: Any) -> tuple[int, Any]:
        """The status and the document that the lab answers with; only questions of a board are passed on."""
        if path not in ("/api/position", "/api/move", "/api/reply"):
            return 404, _problem("a board asks for positions, moves and replies")
        try:
            if self._lab is None:
                self._lab = lab()
                self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
                self._browser.open(self._lab.url, timeout=20).close()
            address = self._lab.url.split("?")[0].rstrip("/") + path
            data = json.dumps(body).encode()
            request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
            with self._browser.open(request, timeout=60) as reply:
                return reply.status, json.load(reply)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, json.load(refusal)
        except (OSError, ValueError, RuntimeError) as error:
            if self._lab is not None:
                self._lab.stop()
                self._lab = None
            return 503, _problem(str(error))


def _problem(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "column": None, "way_out": None, "code": "busy"}}


_ENGINE = Engine()


def frame(position: Position, opponent: str, first: bool) -> str:
    """The document of the frame: the page's board with its style, and what it begins with."""
    board = resources.files("sprague") / "board"
    script, style = (board / "board.js").read_text("utf-8"), (board / "board.css").read_text("utf-8")
    misere = position.ending == "misere"
    start = {"position": position.text, "misere": misere, "opponent": opponent, "first": first}
    # no text of ours may end the script
    begin, script = json.dumps(start).replace("<", "\\u003c"), script.replace("</script", "<\\/script")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(position.text)}</title>'
        f"<style>{style}</style></head><body><div id='app'></div>"
        f"<script type='application/json' id='start'>{begin}</script><script>{script}</script></body></html>"
    )


def play(position: Position, opponent: str, first: bool) -> Any:
    """A board to play on, or its picture."""
    if opponent not in OPPONENTS:
        raise ValueError(f"opponent is one of {', '.join(OPPONENTS)}, not {opponent!r}")
    try:
        import anywidget
        import traitlets
    except ImportError:
        # nothing to play on
        return position.board()
    if not (resources.files("sprague") / "board" / "board.js").is_file():
        return position.board()

    class Board(anywidget.AnyWidget):  # type: ignore[misc]
        """A board in a cell; elsewhere its picture."""

        _esm = ESM
        position = traitlets.Unicode().tag(sync=True)
        frame = traitlets.Unicode().tag(sync=True)

        def __init__(self, place: Position) -> None:
            super().__init__(position=place.text, frame=frame(place, opponent, first))
            self._place = place
            self.on_msg(self._asked)

        def _asked(self, _: Any, message: Any, __: Any) -> None:
            status, answer = _ENGINE.answer(message.get("path", ""), message.get("body"))
            self.send({"id": message.get("id"), "status": status, "answer": answer})

        def _repr_mimebundle_(self, **more: Any) -> Any:
            found = super()._repr_mimebundle_(**more)
            bundle, metadata = found if isinstance(found, tuple) else (found or {}, {})
            svg = self._place._repr_svg_()
            if svg:
                bundle["image/svg+xml"] = svg
            return bundle, metadata

    return Board(position)
