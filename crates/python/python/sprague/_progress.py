"""A bar for what takes longer than a second, where tqdm is installed."""

from __future__ import annotations

from typing import Any


class Progress:
    """Listens to long work; the bar is there from the first report on, and goes with the end of the work."""

    def __init__(self, what: str, total: int | None = None, unit: str = " values") -> None:
        self.what = what
        self.total = total
        self.unit = unit
        self.bar: Any = None

    def __call__(self, done: int) -> None:
        if self.bar is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self.bar = tqdm(desc=self.what, total=self.total, unit=self.unit, unit_scale=True, leave=False)
        self.bar.update(done - self.bar.n)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()
