"""How much memory a question may take unless told: what the machine, its control groups and its limits leave free; and
what an object takes."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType

_UNKNOWN = 8 << 30
# the most objects inside one that are looked at
_MOST = 10_000
# the references to an object while `deep_size` looks at it: its holder, the list of its siblings, a name, an argument
_OWN_REFERENCES = 4


def available() -> int:
    """Bytes that are free, as far as the system says; 8 GiB where it says nothing."""
    return max(0, min([*_free_of_machine(), *_free_of_groups(Path("/")), *_free_of_process()], default=_UNKNOWN))


def deep_size(thing: object) -> int:
    """The bytes of an object with what is inside it. What others hold too counts for its share, all of it."""
    size, seen = sys.getsizeof(thing, 64), {id(thing)}
    open_ = [(thing, 1)]
    while open_ and len(seen) < _MOST:
        holder, holders = open_.pop()
        inside = gc.get_referents(holder)
        del holder
        for one in inside:
            if id(one) in seen or isinstance(one, (type, ModuleType, FunctionType, BuiltinFunctionType)):
                continue
            seen.add(id(one))
            share = holders * max(1, sys.getrefcount(one) - _OWN_REFERENCES + 1)
            if share < _MOST:
                size += sys.getsizeof(one, 64) // share
                open_.append((one, share))
    return size


def _free_of_machine() -> Iterator[int]:
    free = _number_of("/proc/meminfo", "MemAvailable:")
    if free is not None:
        yield free * 1024
        return
    try:
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        pass


def _free_of_groups(root: Path) -> Iterator[int]:
    """What the control groups of this process leave, of version 2 and of version 1, each with those above it."""
    for line in _lines(root / "proc/self/cgroup"):
        _, controllers, path = (line.split(":", 2) + ["", ""])[:3]
        if controllers == "":
            mount, limit, usage, cache = "sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"
        elif "memory" in controllers.split(","):
            mount, limit, usage = "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
            cache = "total_inactive_file"
        else:
            continue
        top = root / mount
        group = top / path.strip("/")
        # inside a container the path may be that of the host, and the group is mounted at the top
        for folder in [folder for folder in [group, *group.parents] if folder.is_relative_to(top)]:
            most, used = _number(folder / limit), _number(folder / usage)
            if most is not None:
                kept = _number_of(folder / "memory.stat", cache) or 0
                yield most - max(0, (used or 0) - kept)


def _free_of_process() -> Iterator[int]:
    try:
        import resource
    except ImportError:
        return
    for kind, used in (("RLIMIT_AS", "VmSize:"), ("RLIMIT_DATA", "VmData:")):
        limit = getattr(resource, kind, None)
        if limit is None:
            continue
        most = resource.getrlimit(limit)[0]
        if most != resource.RLIM_INFINITY:
            yield most - (_number_of("/proc/self/status", used) or 0) * 1024


def _lines(file: str | Path) -> list[str]:
    try:
        return Path(file).read_text().splitlines()
    except (OSError, ValueError):
        return []


def _number(file: Path) -> int | None:
    """The number in a file; none where there is another word, such as ``max``."""
    words = " ".join(_lines(file)).split()
    return int(words[0]) if words and words[0].isdigit() else None


def _number_of(file: str | Path, name: str) -> int | None:
    """The number behind a name at the beginning of a line."""
    for line in _lines(file):
        words = line.split()
        if len(words) > 1 and words[0] == name and words[1].isdigit():
            return int(words[1])
    return None
