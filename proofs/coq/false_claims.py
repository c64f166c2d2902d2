#!/usr/bin/env python3
"""Claims that are false, or whose evidence is too weak, must not compile.

Usage: false_claims.py, in this folder, after the library was compiled. It takes certificates of the folders certificates
and misere, changes one thing in each claim, and gives them to Coq in one file: each check must compute to false, and no
proof of the claim may pass the kernel. Some of the claims are true, with hints that are too weak. A claim about a changed rule is used only if plain recursion finds that it is false.
"""

import re
import subprocess
import sys
import tempfile
from functools import cache, reduce
from itertools import combinations_with_replacement
from pathlib import Path

from misere import element

HERE = Path(__file__).resolve().parent
GAMES = ["kayles", "game_0_07", "game_0_137", "take_1_3_4", "split_2_diff_2", "game_0_156", "take_2_5"]
MISERE = ["game_0_123", "game_0_022", "game_0_64_bound"]
LEAST, LEAST_MISERE = 100, 120
RULE = re.compile(r"Definition \w+ : rule :=\s*\[(.*?)\]\.\n", re.S)
CHECK = re.compile(r"Lemma checked : (Check\w+)\.(check_\w+) (\w+) (\d+) (\d+)(.*?)(\[[^\[]*\]) = true\.", re.S)


def numbers_changed(text, pattern=r"\d+"):
    """The text with one of its numbers one more or one less."""
    for found in re.finditer(pattern, text):
        for number in {int(found[0]) + 1, max(0, int(found[0]) - 1)} - {int(found[0])}:
            yield text[: found.start()] + str(number) + text[found.end() :]


def ranges(text):
    """The numbers below 64 in a set of Coq."""
    inside = set()
    for low, high in re.findall(r"Range (\d+) (\d+)", text):
        inside |= set(range(int(low), min(64, int(high) + 1)))
    return inside


def values(rule, count):
    """The values by the definition, of clauses for all heaps; None where a clause is beyond this plain program."""
    clauses = re.findall(r"Clause (\[.*?\]) (\[.*?\]) (Any|\(Differ \d+\)) \[From 0\]", rule)
    if len(clauses) != rule.count("Clause"):
        return None
    known = []
    for n in range(count):
        options = set()
        for take, leave, condition in clauses:
            apart = int(re.sub(r"\D", "", condition) or 0)
            for i in ranges(take):
                for h in ranges(leave):
                    if i > n or (i == 0 and h < 2) or h > 2:
                        continue
                    rest = n - i
                    if h == 0:
                        parts = [()] if rest == 0 else []
                    elif h == 1:
                        parts = [(rest,)] if rest > 0 else []
                    else:
                        parts = [(a, rest - a) for a in range(1, rest // 2 + 1) if rest - 2 * a >= apart]
                    options |= {reduce(lambda x, y: x ^ y, (known[a] for a in part), 0) for part in parts}
        known.append(next(v for v in range(len(options) + 1) if v not in options))
    return known


def is_false(rule, preperiod, period):
    """Whether plain recursion refutes the claim."""
    known = values(rule, preperiod + 4 * period + 60)
    if known is None:
        return False
    holds = all(known[n] == known[n + period] for n in range(preperiod, len(known) - period))
    starts = preperiod > 0 and known[preperiod - 1] == known[preperiod - 1 + period]
    smaller = any(
        all(known[n] == known[n + d] for n in range(preperiod, len(known) - d)) for d in range(1, period) if period % d == 0
    )
    return not holds or starts or smaller


def changed(text):
    """Statements that must be refused, each with what was changed."""
    rule, check = RULE.search(text)[1], CHECK.search(text)
    machine, checker, _, preperiod, period, more, facts = check.groups()
    n0, p = int(preperiod), int(period)

    def statement(rule=rule, n0=n0, p=p, more=more, facts=facts):
        return f"{machine}.{checker} [{rule}] {n0} {p}{more}{facts}"

    yield "the claim itself", statement()
    claims = [(n0 + 1, p), (n0, 2 * p), (n0, 3 * p), (n0, p + 1), (n0 + p, p), (n0, 1 if p > 1 else 2)]
    claims += [(n0 - 1, p), (0, p)] if n0 > 0 else []
    claims += [(n0, p // 2)] if p % 2 == 0 else []
    claims += [(n0, p // 3)] if p % 3 == 0 else []
    for a, q in sorted(set(claims) - {(n0, p)}):
        yield f"preperiod {a}, period {q}", statement(n0=a, p=q)
    yield "a value that is another", statement(facts="[(3, 77)]")
    if checker == "check_parts":
        for other in numbers_changed(rule):
            if is_false(other, n0, p):
                yield f"the rule [{other}]", statement(rule=other)
        return
    if checker == "check_all_but":
        saltus, last, at = map(int, more.split())
        for other in ((saltus + 1, last, at), (0, last, at), (saltus, last - 1, at), (saltus, last, n0)):
            yield f"saltus, x and from {other}", statement(more=" {} {} {} ".format(*other))
        return
    mask, kind, reach, rare = re.match(r"\s*(\d+) (None|\(Some \w+\)) (\d+)\s*\[(.*?)\]", more, re.S).groups()
    heaps = re.findall(r"\d+", rare)
    for other in (int(mask) ^ 1, int(mask) ^ 2, int(mask) ^ 4, 0):
        yield f"mask {other}", statement(more=f" {other} {kind} {reach} [{rare}] ")
    yield "the other type", statement(more=f" {mask} {'(Some false)' if kind == 'None' else 'None'} {reach} [{rare}] ")
    yield "W 1", statement(more=f" {mask} {kind} 1 [{rare}] ")
    for left_out in (0, len(heaps) // 2, len(heaps) - 1):
        fewer = "; ".join(heaps[:left_out] + heaps[left_out + 1 :])
        yield f"no rare heap {heaps[left_out]}", statement(more=f" {mask} {kind} {reach} [{fewer}] ")


@cache
def winning_sums(rule, most):
    """The sums of at most three heaps up to `most`, with whether they are P-positions under misère play, by the definition."""
    clauses = [[re.findall(r"(Range|From) (\d+) ?(\d*)", part) for part in re.findall(r"\[.*?\]", clause)]
               for clause in re.findall(r"Clause (\[.*?\] \[.*?\] Any \[.*?\])", rule)]
    within = lambda n, ranges: any(int(low) <= n and (word == "From" or n <= int(high)) for word, low, high in ranges)

    def options(n):
        for take, leave, on in clauses:
            for i in range(n + 1):
                if within(n, on) and within(i, take):
                    rest = n - i
                    found = {0: [()] * (rest == 0), 1: [(rest,)] * (rest > 0), 2: [(a, rest - a) for a in range(1, rest // 2 + 1)]}
                    yield from (parts for h, all_parts in found.items() if within(h, leave) and (i > 0 or h > 1) for parts in all_parts)

    @cache
    def is_previous(heaps):
        after = {tuple(sorted(heaps[:at] + heaps[at + 1 :] + parts)) for at, n in enumerate(heaps) for parts in options(n)}
        return bool(after) and not any(map(is_previous, after))

    sums = (heaps for count in range(4) for heaps in combinations_with_replacement(range(1, most + 1), count))
    return [(heaps, is_previous(heaps)) for heaps in sums]


def is_true_quotient(rule, elements, numbers, lists, most=10):
    """Whether no sum of three small heaps refutes a changed quotient: then it may be true, by other names."""
    n0, p = map(int, numbers.split())
    lists_of = lambda text: [list(map(int, re.findall(r"\d+", one))) for one in re.findall(r"\[([\d;\s]*)\]", text)]
    *actions, values = lists_of(elements)
    if any(max(action) >= len(action) for action in actions):
        return False
    value = lambda n: values[n if n < n0 + p else n0 + (n - n0) % p]
    portion = lists_of(lists)[0]
    try:
        return all((element([(0, a) for a in actions], value, heaps) in portion) == won for heaps, won in winning_sums(rule, most))
    except KeyError:
        return False


def changed_misere(text):
    """The same for a misère quotient, or for a bound, where the monoid is a hint; every second number is changed. Of an action
    the first number is left as it is: the multiplication follows from the others."""
    rule, elements = RULE.search(text)[1], re.search(r"monoid := (Monoid .*?)\.\n", text, re.S)[1]
    lists = re.search(r"(?:portion : list N|layers : list \(list N\)) :=\s*(.*?)\.\n", text, re.S)[1]
    checker, numbers = re.search(r"Lemma checked : (check_\w+) \w+ elements ([\d ]+) \w+ = true", text).groups()

    def statement(rule=rule, elements=elements, numbers=numbers, lists=lists):
        return f"{checker} [{rule}] ({elements}) {numbers} {lists}"

    yield "the claim itself", statement()
    others = set(numbers_changed(numbers))
    if checker == "check_quotient":
        n0, p = map(int, numbers.split())
        others |= {f"{a} {q}" for a, q in ((n0, 2 * p), (n0 + p, p), (1, 1), (0, p), (n0, 0))} - {f"{n0} {p}"}
    for other in sorted(others):
        yield f"the numbers {other}", statement(numbers=other)
    changed = [("another monoid", {"elements": other}) for other in numbers_changed(elements, r"(?<![\[(\d])\d+")]
    changed += [("other P-positions", {"lists": other}) for other in numbers_changed(lists)]
    changed += [("one less", {"lists": lists[: m.start()] + lists[m.end() :]}) for m in re.finditer(r"\d+; ", lists)]
    if checker == "check_quotient":
        changed += [(f"the rule [{other}]", {"rule": other}) for other in numbers_changed(rule)]
    for what, other in changed[::2]:
        parts = {"rule": rule, "elements": elements, "numbers": numbers, "lists": lists} | other
        if checker == "check_bound" or not is_true_quotient(**parts):
            yield what, statement(**other)


def segment_without_a_rare_heap():
    """What a segment says must hold of every segment that a checker accepts alone. A certificate of 0.156 with W = 356 may
    leave out the rare heap 357: then the values of segment 796..842 come out wrong, and a checker of this segment alone
    accepts them. The segments before it show that 357 is not common; so they belong to what is assumed."""
    text = (HERE / "certificates" / "game_0_156.v").read_text()
    value = values(RULE.search(text)[1], 358)[357]
    known = text[text.index("Definition") : text.index("(** The values")]
    known = known.replace(" [] = true", f" [(357, {value})] = true")
    holes = " _" * 8
    return f"""From Sprague Require Segments.
Module Segment. {known}
Lemma value : G game_0_156 357 = {value}.
Proof. exact (values_of _ _ _ (CheckN.check_sparse_sound{holes} checked) 357 {value} (or_introl eq_refl)). Qed.
Opaque G.
Goal forall u v, Segments.segment game_0_156 27 None 172 356 796 842 u v.
Proof.
  intros u v _ F. exfalso. destruct (F 357 eq_refl) as [C _]. specialize (C eq_refl). rewrite value in C.
  vm_compute in C. discriminate C.
Qed.
End Segment."""


def main():
    lines, counted = ["From Sprague Require Import Claims Machines Quotient QuotientCheck."], 0

    def refuse(game, statements):
        """How many there are, but for the claim itself."""
        refused = 0
        for what, statement in statements:
            lines.append(f"(* {game}: {what} *)")
            if what == "the claim itself":
                lines.append(f"Goal {statement} = true. Proof. vm_cast_no_check (eq_refl true). Qed.")
                continue
            refused += 1
            lines.append(f"Goal {statement} = false. Proof. vm_cast_no_check (eq_refl false). Qed.")
            lines.append(f"Goal {statement} = true. Proof. vm_cast_no_check (eq_refl true). Fail Qed. Abort.")
        return refused

    misere = sum(refuse(game, changed_misere((HERE / "misere" / f"{game}.v").read_text())) for game in MISERE)
    for game in GAMES:
        text = (HERE / "certificates" / f"{game}.v").read_text()
        counted += refuse(game, changed(text))
        # what is stated must be what was checked
        for wrong in (text.replace("(n + ", "(n + 1"), re.sub(r"forall n, (\d+) <=", "forall n, 0 * \\1 <=", text)):
            wrong = re.search(r"Theorem period :.*?\.\n(?=Proof)", wrong, re.S)[0]
            proof = re.search(r"Theorem period :.*?Proof\. (exact .*?\.) Qed\.", text, re.S)[1]
            if "0 * 0 <=" in wrong:
                continue
            counted += 1
            right = re.search(r"Theorem period :.*?\.\n(?=Proof)", text, re.S)[0]
            lines.append(f"Module M{counted}. " + text[text.index("Definition") : text.index("(** The values")])
            lines.append(f"{right}Proof. {proof} Qed.")
            lines.append(f"{wrong.replace(' period', ' wrong')}Proof. Fail {proof} Abort. End M{counted}.")
    lines.append(segment_without_a_rare_heap())
    if counted < LEAST or misere < LEAST_MISERE:
        sys.exit(f"only {counted} and {misere} false claims, at least {LEAST} and {LEAST_MISERE} are wanted")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "False_claims.v"
        path.write_text("\n".join(lines) + "\n")
        answer = subprocess.run(["coqc", "-q", "-R", str(HERE), "Sprague", str(path)], capture_output=True, text=True)
    if answer.returncode:
        sys.exit(f"a false claim was not refused as it should be:\n{answer.stderr}")
    print(f"{counted} false claims about periods and {misere} about misère quotients are refused")


if __name__ == "__main__":
    main()
