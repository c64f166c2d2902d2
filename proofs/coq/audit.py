#!/usr/bin/env python3
"""Prints what every theorem of this folder rests on, and compares it with what is allowed.

Usage: audit.py [--together], in this folder, after the files were compiled. With --together only the files that are
compiled are asked about, and theorems that may rest on the same are asked for together, which is quicker; those of
misère play are always asked for together. A theorem may rest on nothing, but those of a file that computes with
MachineInt, MachineWide or SHA-256 on the primitive integers and arrays of Coq and on what its standard library says
of them (axioms.txt). No file may leave a proof out, add an axiom of its own, or switch a check of the kernel off.
Every certificate must have theorems of its names; what those of misère play state, misere.py --check compares. What
this program must refuse is in audit_test.py.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FORBIDDEN = re.compile(r"\b(Admitted|admit|Axioms?|Conjecture|Parameters?|Hypothes[ei]s|Variables?|Context|native_\w+)\b")
# What a section may have.
SECTION = ("Hypothes", "Variable", "Context")
# What switches a check of the kernel off, or brings other code into it, on one line or several.
UNSAFE = re.compile(r"\b(?:Unset\s+\w+\s+Checking|Set\s+Bypass\w*|bypass_check|Declare\s+ML\s+Module|Load|Primitive)\b")
# The folders of theorems about games, and the file of the library that theirs are compiled with.
FOLDERS = {"certificates": "Machines", "misere": "QuotientCheck"}
PRIMITIVE = re.compile(r"\b(CheckInt|CheckWide|MachineInt|MachineWide|Ints|Words?|Uint63|Sha256)\b")


def code(path: Path) -> str:
    """The text without comments, and with empty strings: a string may hold what looks like a comment or a theorem."""
    return code_of(path.read_text())


def code_of(text: str) -> str:
    depth, in_string, kept = 0, False, []
    for token in re.split(r'(\(\*|\*\)|")', text):
        if token == '"':
            in_string = not in_string
        elif in_string:
            continue
        elif token == "(*" or (token == "*)" and depth):
            depth += 1 if token == "(*" else -1
            kept.append(" ")
            continue
        if depth == 0:
            kept.append(token)
    return "".join(kept)


def faults(path: Path, text: str) -> list[str]:
    """Words that no file may contain. A module type has parameters, and a section may have hypotheses."""
    text = re.sub(r"Module Type.*?\nEnd \w+\.", "", text, flags=re.S)
    depth = 0
    found = [f"{path.name}: {' '.join(words.split())}" for words in UNSAFE.findall(text)]
    for line in text.splitlines():
        depth += len(re.findall(r"^\s*Section \w+\.", line))
        closed = re.findall(r"^\s*End (\w+)\.", line)
        words = FORBIDDEN.findall(line)
        words = [word for word in words if not (depth and word.startswith(SECTION))]
        found += [f"{path.name}: {word}" for word in words]
        depth -= len(closed) if depth else 0
    return found


def theorems(text: str) -> list[str]:
    """The theorems of a file by their names; those of a functor are named in its instances."""
    if "Module Checker" in text:
        return []
    return re.findall(r"\b(?:Theorem|Corollary|Proposition|Fact|Remark) (\w+)", text)


def missing(stem: str, names: list[str], folder: str = "certificates") -> set[str]:
    """What the file of a game must prove and does not; a theorem under segments says both at once."""
    if folder == "misere":
        return ({"bound"} if stem.endswith("_bound") else {"quotient", "period", "least"}) - set(names)
    return {"period", "least"} - set(names) - ({"least"} if stem.startswith("far_") else set())


def assumptions(modules: list[str], names: list[str]) -> list[set[str]]:
    """What each of these names of compiled files rests on."""
    return answers("\n".join(f"From Sprague Require {module}." for module in modules), names)


def answers(text: str, names: list[str]) -> list[set[str]]:
    """What Coq prints for each of these names, after this text."""
    lines = [text]
    for at, name in enumerate(names):
        lines += [f"Definition theorems_{at} := ({name}).", f"Print Assumptions theorems_{at}."]
    answer = subprocess.run(
        ["coqtop", "-q", "-quiet", "-R", ".", "Sprague"],
        input="\n".join(lines), capture_output=True, text=True, cwd=HERE, check=True,
    )
    blocks = re.split(r"^theorems_\d+ is defined\n", answer.stdout, flags=re.M)[1:]
    if len(blocks) != len(names):
        errors = re.findall(r"^Error.*\n?.*", answer.stderr, flags=re.M)
        sys.exit("Coq did not answer for every theorem\n" + "\n".join(errors))
    return [names_of(block) for block in blocks]


def names_of(block: str) -> set[str]:
    """The axioms that Coq names. A line of another form is kept whole, and is on no list: so Coq says that a check was
    switched off for a theorem."""
    block = re.sub(r"^Fetching opaque proofs from disk for [\w.]+\n", "", block, flags=re.M)
    if block.strip() == "Closed under the global context":
        return set()
    lines = [line for line in block.splitlines() if line.strip() and not line.startswith(" ")]
    names = {(re.match(r"([A-Za-z_][\w.']*)(?= :|$)", line) or [line])[0] for line in lines if line != "Axioms:"}
    return names or {"what Coq did not say"}


def is_new(path: Path) -> bool:
    """Whether the file was compiled, and not with an older library."""
    compiled, library = path.with_suffix(".vo"), FOLDERS.get(path.parent.name)
    if not compiled.exists() or library is None:
        return compiled.exists()
    return compiled.stat().st_mtime >= (HERE / f"{library}.vo").stat().st_mtime


def main() -> None:
    together = "--together" in sys.argv
    files = [path for folder in (".", *FOLDERS) for path in sorted(HERE.glob(f"{folder}/*.v"))]
    allowed = set((HERE / "axioms.txt").read_text().split())
    wrong, modules, asked = [], [], []
    for path in files:
        text = code(path)
        wrong += faults(path, text)
        names = theorems(text)
        folder = path.parent.name
        if folder in FOLDERS:
            wrong += [f"{folder}/{path.name}: no theorem {name}" for name in missing(path.stem, names, folder)]
        if together and not is_new(path):
            continue
        module = (f"{folder}." if folder in FOLDERS else "") + path.stem
        modules.append(module)
        if path.stem == "Machines":
            names = [f"Check{m}.check_{c}_sound" for m in ("N", "Int", "Wide") for c in ("parts", "sparse", "all_but")]
        asked += [(f"{module}.{name}", bool(PRIMITIVE.search(name if path.stem == "Machines" else text))) for name in names]
    if together:
        sides = {side: [name for name, primitive in asked if primitive == side] for side in (False, True)}
        asked = [(", ".join(names), side) for side, names in sides.items() if names]
    else:
        misere = [name for name, _ in asked if name.startswith("misere.")]
        asked = [one for one in asked if one[0] not in misere] + ([(", ".join(misere), False)] if misere else [])
    counted = [0, 0]
    for (name, primitive), found in zip(asked, assumptions(modules, [name for name, _ in asked])):
        extra = found - allowed if primitive else found
        wrong += [f"{name} rests on {', '.join(sorted(extra))}"] if extra else []
        counted[bool(found)] += name.count(",") + 1
        for one in [] if together else name.split(", "):
            print(f"{one}: {f'{len(found)} of the primitives of axioms.txt' if found else 'no axiom'}")
    if wrong:
        sys.exit("not allowed:\n" + "\n".join(wrong))
    print(f"{counted[0]} theorems rest on no axiom, {counted[1]} on the primitive integers and arrays of Coq, none on anything else")


if __name__ == "__main__":
    main()
