#!/usr/bin/env python3
"""Changed certificates of misère play, with right hashes, go to sprague-coq-check and to tools/check.py: both must give the
same answer to each.

Usage: misere_forgeries.py, in any folder, after sprague-coq-check was built.
"""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))
import check

FILES = ["../misere/0.001.cert", "../misere/0.022.cert", "../misere/0.123.cert", "../misere/0.152.cert", "misere/0.64-bound.cert"]
# Those of which every number is changed; of the others one in seven is.
SMALL = 600
LEAST = 1000


def signed(lines):
    body = "\n".join(lines) + "\n"
    return f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


def changed(text):
    """The text itself; a number one more or one less, or left out; two neighbours exchanged; a line left out or twice."""
    *lines, last = text.splitlines()
    assert signed(lines) == text, last
    yield text
    step = 1 if len(text) < SMALL else 7
    for at in range(2, len(lines)):
        yield signed(lines[:at] + lines[at + 1 :])
        yield signed(lines[: at + 1] + lines[at:])
        for found in list(re.finditer(r"\d+", lines[at]))[:: step]:
            number = int(found[0])
            for other in {str(number + 1), str(max(0, number - 1)), ""} - {found[0]}:
                yield signed(lines[:at] + [lines[at][: found.start()] + other + lines[at][found.end() :]] + lines[at + 1 :])
        words = lines[at].split(" ")
        for i in range(1, len(words) - 1, step):
            exchanged = words[:i] + [words[i + 1], words[i]] + words[i + 2 :]
            if exchanged != words:
                yield signed(lines[:at] + [" ".join(exchanged)] + lines[at + 1 :])


def python_accepts(text):
    try:
        return check.check(text, None)[0]
    except check.Refused:
        return False


def main():
    texts = [(name, text) for name in FILES for text in changed((HERE / name).read_text())]
    asked = "".join(text.encode().hex() + "\n" for _, text in texts)
    answer = subprocess.run([HERE / "sprague-coq-check", "--lines"], input=asked, capture_output=True, text=True, check=True)
    answers = answer.stdout.split()
    if len(answers) != len(texts) or len(texts) < LEAST:
        sys.exit(f"{len(answers)} answers to {len(texts)} texts, at least {LEAST} are wanted")
    accepted = 0
    for (name, text), said in zip(texts, answers):
        accepted += said == "valid"
        if (said == "valid") != python_accepts(text):
            sys.exit(f"{name}: sprague-coq-check says {said}, tools/check.py does not, of\n{text}")
    print(f"{len(texts)} changed certificates of misère play: {accepted} accepted, by sprague-coq-check and tools/check.py alike")


if __name__ == "__main__":
    main()
