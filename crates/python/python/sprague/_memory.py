"""How much memory a question may take unless told: what the machine has free."""

from __future__ import annotations

import os


def available() -> int:
    """Bytes that are free, as far as the system says; 8 GiB where it does not."""
    try:
        with open("/proc/meminfo") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 8 << 30
