#!/usr/bin/env python3
"""Writes the page and the plot of all subtraction sets from the table of `sprague survey sets`.

    tools/subtraction-sets.py docs/surveys/subtraction-sets.csv

writes subtraction-sets.md and subtraction-sets.svg beside it. With `--check M` it first computes the rows of all sets
within {1, ..., M} once more, by the definition and with no code of ours, and ends if a number differs.
"""

import argparse
import csv
import itertools
import math
import pathlib
import textwrap


def values(numbers, to):
    g = []
    for n in range(to):
        options = {g[n - s] for s in numbers if s <= n}
        g.append(next(v for v in itertools.count() if v not in options))
    return g


def least_period(g):
    """The least period that the second half of these values has, and how far down it holds."""
    half = len(g) // 2
    for p in range(1, half):
        if all(g[n] == g[n - p] for n in range(half, len(g))):
            n = half
            while n > p and g[n - 1] == g[n - 1 - p]:
                n -= 1
            return p, n - p
    raise SystemExit("no period is found; take more values")


def check(rows, greatest):
    """Compares with the definition: 1 200 values of each set, periods by trial, sequences as they are."""
    sequences = set()
    for m in range(1, greatest + 1):
        found = dict(sets=0, coprime=0, pure=0, sum_of_two=0, sum_of_different=0, periods=0, preperiods=0)
        best = {"period": [], "preperiod": [], "outcome_period": []}
        for size in range(m):
            for rest in itertools.combinations(range(1, m), size):
                numbers = rest + (m,)
                g = values(numbers, 1200)
                p, pre = least_period(g)
                outcomes, _ = least_period([v == 0 for v in g])
                found["sets"] += 1
                found["coprime"] += math.gcd(*numbers) == 1
                found["pure"] += pre == 0
                found["sum_of_two"] += any(p - a in numbers for a in numbers)
                found["sum_of_different"] += any(p - a in numbers and p != 2 * a for a in numbers)
                found["periods"] += p
                found["preperiods"] += pre
                for what, number in (("period", p), ("preperiod", pre), ("outcome_period", outcomes)):
                    best[what].append(number)
                sequences.add(bytes(g))
        for what, numbers in best.items():
            found[what] = max(numbers)
            found[what + "_sets"] = numbers.count(max(numbers))
        found["sequences"] = len(sequences)
        for name, number in found.items():
            if int(rows[m][name]) != number:
                raise SystemExit(f"greatest element {m}: {name} is {number}, and the table says {rows[m][name]}")
    print(f"the table agrees with the definition up to the greatest element {greatest}")


def grouped(number):
    return f"{int(number):,}".replace(",", " ")


def sets(row, what):
    """The sets of a record, as far as the table has them."""
    first = ["{" + text.replace(" ", ", ") + "}" for text in row[what + "_first"].split(";")]
    more = int(row[what + "_sets"]) - len(first)
    return "; ".join(first) + (f"; {grouped(more)} more" if more > 0 else "")


def page(rows):
    last = max(rows)
    all_sets = sum(int(row["sets"]) for row in rows.values())
    wrap = lambda text: textwrap.fill(" ".join(text.split()), 120, break_on_hyphens=False, break_long_words=False)
    out = [f"# Subtraction sets within {{1, …, {last}}}", ""]
    out.append(wrap(f"""
        Made by `tools/subtraction-sets.py` from [the table](subtraction-sets.csv) of `sprague survey sets --max {last}`; do
        not edit. For each of the {grouped(all_sets)} sets S the game in which a move takes s tokens, s in S, was computed
        until a window of as many values as the greatest element came back. This proves the least period and the exact
        preperiod of every set (theory P.7), so every number on this page is a theorem and not an observation. The
        question how long periods can be is problem A1 of the lists of unsolved problems in combinatorial games."""))
    out += ["", "![greatest period by greatest element](subtraction-sets.svg)", ""]
    out += ["## Greatest periods", ""]
    out.append(wrap("""
        *Period* and *preperiod* are those of the values. *Outcomes* is the greatest period of the P-positions, which
        divides that of the values. A number is followed by the sets that attain it; no set is left out but where the row
        says how many more there are."""))
    out += ["", "| greatest element | period | sets | outcomes | sets |", "|---|---|---|---|---|"]
    for m, row in sorted(rows.items()):
        out.append(
            f"| {m} | {grouped(row['period'])} | {sets(row, 'period')} | {grouped(row['outcome_period'])} "
            f"| {sets(row, 'outcome_period')} |"
        )
    out += ["", "## Greatest preperiods", ""]
    first = next(m for m in sorted(rows) if int(rows[m]["preperiod"]) > 0)
    out.append(wrap(f"No set within {{1, …, {first - 1}}} has a preperiod."))
    out += ["", "| greatest element | preperiod | sets |", "|---|---|---|"]
    for m, row in sorted(rows.items()):
        if m >= first:
            out.append(f"| {m} | {grouped(row['preperiod'])} | {sets(row, 'preperiod')} |")
    out += ["", "## Counts", ""]
    out.append(wrap("""
        *Coprime* sets have no common divisor; the others are smaller sets, stretched: the values of dS are those of S, each
        d times. *Pure* means without a preperiod. *Sum of two*: the period is a + b with a and b in S, perhaps equal; in
        brackets the share of those with a and b different. *Mean* is the mean period. *Sequences* is the number of
        different sequences of values of all sets within {1, …, m}."""))
    out += [
        "",
        "| greatest element m | sets | coprime | pure | share | sum of two | mean | sequences |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for m, row in sorted(rows.items()):
        count = int(row["sets"])
        share = lambda name: f"{100 * int(row[name]) / count:.1f} %"
        out.append(
            f"| {m} | {grouped(count)} | {grouped(row['coprime'])} | {grouped(row['pure'])} | {share('pure')} "
            f"| {share('sum_of_two')} ({share('sum_of_different')}) | {int(row['periods']) / count:.1f} "
            f"| {grouped(row['sequences'])} |"
        )
    out.append("")
    out.append(wrap("""
        Equal sequences are counted without comparing them. A number t can be added to S without a change of the values G
        exactly if G(n) ≠ G(n − t) for all n ≥ t. If S and T have the same values, so has their union, because no value
        that is free for both becomes an option. So of the sets within {1, …, m} with the same values one contains all the
        others, and there are as many sequences as sets to which nothing within {1, …, m} can be added."""))
    return "\n".join(out) + "\n"


def plot(rows):
    """A plot with a logarithmic axis: greatest period, preperiod, period of outcomes, and the line 2m."""
    width, height, left, top = 760, 420, 70, 84
    last = max(rows)
    most = max(int(row[name]) for row in rows.values() for name in ("period", "preperiod"))
    highest = max(1, math.log10(most) + 0.1)
    x = lambda m: left + (m - 1) / max(1, last - 1) * width
    y = lambda v: top + height - math.log10(max(v, 1)) / highest * height
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 40} {top + height + 110}" '
        'font-family="system-ui, sans-serif" font-size="13" fill="#1f2328">',
        f"<title>Greatest periods of subtraction sets by greatest element, 1 to {last}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="{left}" y="36" font-size="18" font-weight="600">Greatest periods of subtraction sets</text>',
        f'<text x="{left}" y="58" fill="#59636e">all {grouped(2**last - 1)} sets within 1 to {last}; '
        "logarithmic axis; every point is proved</text>",
    ]
    for decade in range(math.floor(highest) + 1):
        at = y(10**decade)
        out.append(f'<path d="M{left} {at:.1f}h{width}" stroke="#e8ebef"/>')
        out.append(f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end" fill="#59636e">{grouped(10**decade)}</text>')
    for m in range(1, last + 1):
        if m == 1 or m % 2 == 0:
            out.append(f'<text x="{x(m):.1f}" y="{top + height + 20}" text-anchor="middle" fill="#59636e">{m}</text>')
    out.append(f'<text x="{left + width / 2}" y="{top + height + 44}" text-anchor="middle">greatest element m</text>')
    series = [
        ("greatest period of the values", "#0969da", 4.5, lambda m: int(rows[m]["period"])),
        ("greatest preperiod", "#bc4c00", 3, lambda m: int(rows[m]["preperiod"])),
        ("greatest period of the outcomes", "#1a7f37", 3, lambda m: int(rows[m]["outcome_period"])),
        ("2m", "#8c959f", 0, lambda m: 2 * m),
    ]
    place = left
    for name, color, radius, of in series:
        points = [(x(m), y(of(m))) for m in sorted(rows) if of(m) > 0]
        dashes = ' stroke-dasharray="4 4"' if name == "2m" else ""
        path = "L".join(f"{px:.1f} {py:.1f}" for px, py in points)
        out.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="1.5"{dashes}/>')
        if radius:
            out += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{radius}" fill="{color}"/>' for px, py in points]
        out.append(f'<path d="M{place} {top + height + 76}h22" stroke="{color}" stroke-width="2"{dashes}/>')
        out.append(f'<text x="{place + 28}" y="{top + height + 80}">{name}</text>')
        place += 28 + 8 * len(name)
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("--check", type=int, metavar="M", help="compute the sets within 1 to M by the definition")
    args = parser.parse_args()
    with args.table.open(newline="") as file:
        rows = {int(row["max"]): row for row in csv.DictReader(file) if row["size"] == "all"}
    if args.check:
        check(rows, min(args.check, max(rows)))
    args.table.with_suffix(".md").write_text(page(rows))
    args.table.with_suffix(".svg").write_text(plot(rows))


if __name__ == "__main__":
    main()
