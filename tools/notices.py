#!/usr/bin/env python3
"""Prints the notices of everything that is inside a program: notices.py TRIPLE PACKAGE...

The licences of Rust's crates ask that their notices go along with a program. This reads the list of crates from cargo,
for one system, and their licence files from the packages that cargo has fetched; equal texts stand once. What is inside
the page of the lab is listed by its build, in `crates/lab/page/dist/licenses.md`. Nothing is fetched but what the build
of the program needs.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "crates/lab/page/dist/licenses.md"
NAMES = re.compile(r"^(licen[cs]e|copying|copyright|notice|unlicense)", re.IGNORECASE)
# C that is compiled into the program, where its licence lies inside of the crate
INSIDE = {"zstd-sys": ["zstd/LICENSE"]}
# what is no crate and is linked all the same
RUST = "The standard library of Rust: MIT OR Apache-2.0, copyright The Rust Project Contributors."
SQLITE = "SQLite, inside of libsqlite3-sys, is in the public domain."
MUSL = "musl, the C library of this program: MIT, copyright 2005-2020 Rich Felker, et al.; the text is that of LICENSE-MIT."


def cargo(*words: str) -> str:
    words = (os.environ.get("CARGO", "cargo"), *words, "--locked")
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    # cargo has said what is wrong
    return done.stdout if done.returncode == 0 else sys.exit(done.returncode)


def linked(triple: str, roots: list[str]) -> list[dict]:
    """The crates of others that are linked into some of our packages: no macros, and nothing of what these need."""
    chosen = [word for root in roots for word in ("-p", root)]
    tree = cargo("tree", *chosen, "-e", "normal,no-proc-macro", "--target", triple, "--prefix", "none", "--format", "{p}")
    found = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
    described = json.loads(cargo("metadata", "--format-version", "1", "--filter-platform", triple))
    foreign = (package for package in described["packages"] if package["source"])
    its = [package for package in foreign if (package["name"], f"v{package['version']}") in found]
    return sorted(its, key=lambda package: (package["name"], package["version"]))


def texts(package: dict) -> list[str]:
    """The licence files of a package, tidied up."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = [path for path in sorted(folder.iterdir()) if NAMES.match(path.name) and path.is_file()]
    files += [folder / name for name in INSIDE.get(package["name"], [])]
    if package.get("license_file"):
        files.append(folder / package["license_file"])
    read = (path.read_text(encoding="utf-8", errors="replace").strip() for path in dict.fromkeys(files))
    return ["\n".join(line.rstrip() for line in text.splitlines()) for text in read]


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit(__doc__.splitlines()[0])
    triple, roots = sys.argv[1], sys.argv[2:]
    packages = linked(triple, roots)
    named = lambda package: f"{package['name']} {package['version']}"
    print("Sprague contains work of others, under these licences. Its own are in LICENSE-MIT and LICENSE-APACHE.\n")
    for package in packages:
        print(f"{named(package)}: {package['license'] or 'see its text below'}")
    print(f"\n{RUST}")
    if any(package["name"] == "libsqlite3-sys" for package in packages):
        print(SQLITE)
    if "musl" in triple:
        print(MUSL)
    # equal but for spaces and line ends
    shared: dict[str, tuple[str, list[str]]] = {}
    silent = []
    for package in packages:
        its = texts(package)
        for text in its:
            shared.setdefault(" ".join(text.split()), (text, []))[1].append(named(package))
        if not its:
            silent.append(package)
    if silent:
        print("\nThese come without a text of their own; the texts are those of LICENSE-MIT and LICENSE-APACHE.")
        for package in silent:
            by = f", by {', '.join(package['authors'])}" if package["authors"] else f", {package['repository']}"
            print(f"{named(package)}: {package['license']}{by}")
    for text, names in shared.values():
        print(f"\n{'=' * 80}\n{', '.join(names)}\n{'-' * 80}\n{text}")
    if PAGE.is_file():
        print(f"\n{'=' * 80}\nThe page of the lab\n{'-' * 80}\n{PAGE.read_text(encoding='utf-8').strip()}")


if __name__ == "__main__":
    main()
