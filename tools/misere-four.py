#!/usr/bin/env python3
"""Writes docs/surveys/misere-four.md: the misère quotients of the 448 codes 4.abc, c not 0.

    tools/misere-four.py target/release/sprague docs/surveys/misere-four.md --answers answers.jsonl

Each code is one call of `sprague misere quotient --json`. Where 2 000 heaps are met, 8 000 are tried. Answers are kept in
the file of --answers, one line each, and what is there is not computed again.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import textwrap

CODES = [f"4.{n:03o}" for n in range(1, 512) if n % 8]
KEPT = ("code", "order", "portion", "kernel", "period", "preperiod", "heaps", "lower_bound", "theorem")


def ask(command, code, heaps):
    limits = ["--to", str(heaps), "--max-order", "300", "--max-steps", "3e9"]
    answer = subprocess.run([command, "misere", "quotient", code, *limits, "--quiet", "--json"], capture_output=True, text=True)
    if answer.returncode not in (0, 1):
        raise SystemExit(f"{code}: {answer.stderr}")
    return json.loads(answer.stdout) | {"code": code}


def answers(command, path):
    """One answer for each code; where there are two, the one with more heaps, or with a proof."""
    known = {}
    if path and path.exists():
        for line in path.read_text().splitlines():
            row = json.loads(line)
            known[row["code"]] = row
    for code in CODES:
        for heaps in (2000, 8000):
            row = known.get(code)
            if row and (row["theorem"] or row["lower_bound"] or row["heaps"] >= heaps):
                continue
            row = ask(command, code, heaps)
            known[code] = {name: row[name] for name in KEPT}
            if path:
                with path.open("a") as file:
                    file.write(json.dumps(known[code]) + "\n")
    return [known[code] for code in CODES]


def grouped(number):
    return f"{int(number):,}".replace(",", " ")


def size(part):
    return part if isinstance(part, int) else len(part)


def rows_of(table, key):
    classes = collections.defaultdict(list)
    for row in table:
        classes[key(row)].append(row["code"])
    return sorted(classes.items())


def page(table):
    wrap = lambda text: textwrap.fill(" ".join(text.split()), 120, break_on_hyphens=False, break_long_words=False)
    solved = [row for row in table if row["theorem"]]
    large = [row for row in table if row["lower_bound"]]
    rest = [row for row in table if not row["theorem"] and not row["lower_bound"]]
    out = ["# Misère play of the codes 4.abc", ""]
    out.append(wrap(f"""
        Made by `tools/misere-four.py`; do not edit. The {len(table)} codes 4.abc whose last digit is not 0, under misère play;
        the codes 4.ab are in `docs/misere-survey.md`. The misère quotient is built heap by heap (theory M.13) until a
        period of the values of heaps is proved (M.11) or a limit is met: 300 elements, 2 000 heaps, 3 000 000 000 steps.
        Where 2 000 heaps are met, 8 000 are tried. Firm heaps (M.6), which solved four codes of the other survey, were not
        looked for."""))
    out += ["", f"- **Solved by the quotient of all heaps: {len(solved)} codes.** Order and period are proved."]
    out.append(f"- More than 300 elements: {len(large)} codes. This bound is proved (M.14); the quotient may be infinite or not.")
    if rest:
        out.append(f"- Neither, within the limit of heaps: {len(rest)} codes.")
    out.append(f"- So {len(table) - len(solved)} codes are not solved. This says nothing about whether they can be.")
    out += ["", "## Solved", ""]
    out.append(wrap("""
        Codes with the same order, number of P-elements, kernel, period and preperiod are in one row; this does not say
        that their quotients are isomorphic."""))
    out += ["", "| order | P-elements | kernel | period | from heap | codes |", "|---|---|---|---|---|---|"]
    key = lambda row: (row["order"], size(row["portion"]), size(row["kernel"]), row["period"], row["preperiod"])
    for numbers, codes in rows_of(solved, key):
        out.append("| " + " | ".join(map(grouped, numbers)) + f" | {', '.join(codes)} |")
    out += ["", "## More than 300 elements", ""]
    out.append(wrap("""
        The quotient of the heaps up to the one named has so many elements, exactly; with the next heap it has more than
        300."""))
    out += ["", "| heaps | order | codes |", "|---|---|---|"]
    for numbers, codes in rows_of(large, lambda row: (row["heaps"], row["order"])):
        out.append("| " + " | ".join(map(grouped, numbers)) + f" | {', '.join(codes)} |")
    if rest:
        out += ["", "## Neither", "", "All these heaps were added, and no period is proved.", ""]
        out += ["| heaps | order | codes |", "|---|---|---|"]
        for numbers, codes in rows_of(rest, lambda row: (row["heaps"], row["order"])):
            out.append("| " + " | ".join(map(grouped, numbers)) + f" | {', '.join(codes)} |")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--answers", type=pathlib.Path)
    args = parser.parse_args()
    args.page.write_text(page(answers(args.command, args.answers)))


if __name__ == "__main__":
    main()
