#!/usr/bin/env python3
"""Prints the trusted page, Games.v, as a section of docs/coq.md: its comments as text, its definitions as code."""

import re
from pathlib import Path

text = (Path(__file__).resolve().parent / "Games.v").read_text()
parts = []
for part in re.split(r"(\(\*\*.*?\*\))", text, flags=re.S):
    if part.startswith("(**"):
        words = re.sub(r"^    ?", "", part[3:-2].strip(), flags=re.M)
        words = re.sub(r"^(\*+) ", lambda stars: "#" * (len(stars[1]) + 1) + " ", words, flags=re.M)
        parts.append(re.sub(r"\[([^\]]*)\]", r"`\1`", words))
    elif part.strip():
        parts.append(f"```coq\n{part.strip()}\n```")
print("\n\n".join(parts))
