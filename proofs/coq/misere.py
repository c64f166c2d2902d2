#!/usr/bin/env python3
"""Writes the theorems of misère quotients from certificates, kinds misere and misere-bound of docs/certificate.md.

Usage: misere.py [--check]; writes the folder misere, or compares it with what would be written. Each line of misere.txt is
the name of a file, the certificate, and heaps: who wins their sum is a theorem, too. "long" ends the line of a file that
takes more than some seconds.

Coq gets what the certificate gives: generating heaps with their actions, the values of heaps, the P-positions. It computes
the multiplication, the options and all conditions again.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def ranges(text):
    """A set of a certificate, as Coq has it."""
    found = []
    for part in text.split(",") if text else []:
        low, _, high = part.partition("..")
        found.append(f"From {low}" if part.endswith("..") else f"Range {low} {high or low}")
    return "[" + "; ".join(found) + "]"


def clause(words):
    """A line `move take SET leave SET cond any on SET`."""
    assert words[::2] == ["take", "leave", "cond", "on"] and words[5] == "any"
    return f"Clause {ranges(words[1])} {ranges(words[3])} Any {ranges(words[7])}"


def listed(numbers, indent):
    """A list of Coq, in lines that are not too long."""
    lines = ["; ".join(map(str, numbers[at : at + 24])) for at in range(0, len(numbers), 24)]
    return "[" + (";\n" + " " * indent).join(lines) + "]"


def expand(words):
    """Runs, as a list."""
    values = []
    for word in words:
        value, _, count = word.partition("*")
        values += [int(value)] * int(count or 1)
    return values


def read(file):
    """The fields, the moves, the generators with their actions, and the layers."""
    fields, moves, generators, portions, values = {}, [], [], [], []
    for line in file.read_text().splitlines():
        keyword, *words = line.split(" ")
        if keyword == "move":
            moves.append(words)
        elif keyword == "generator":
            generators.append((int(words[0]), []))
        elif keyword == "action":
            generators[-1][1].extend(map(int, words))
        elif keyword == "layer":
            portions.append([])
        elif keyword == "portion":
            portions = portions or [[]]
            portions[-1] += map(int, words)
        elif keyword == "values":
            values += expand(words)
        else:
            fields[keyword] = words[0]
    return fields, moves, generators, portions, values


def element(generators, values, heaps):
    """The element of a sum: 0 is moved along a word of generators for each value."""
    words, todo = {0: ()}, [0]
    for x in todo:
        for _, action in generators:
            if action[x] not in words:
                words[action[x]] = words[x] + (action,)
                todo.append(action[x])
    x = 0
    for heap in heaps:
        for action in words[values(heap)]:
            x = action[x]
    return x


def theorem(name, file, heaps):
    """The file of Coq."""
    fields, moves, generators, portions, values = read(file)
    code, order = file.stem.removesuffix("-bound"), int(fields["order"])
    game = name.removesuffix("_bound")
    gens = ";\n     ".join(f"({heap}, {listed(action, 6)})" for heap, action in generators)
    rule = ";\n   ".join(map(clause, moves))
    if fields["kind"] == "misere-bound":
        layers = ";\n    ".join(listed(portion, 5) for portion in portions)
        return f"""(** * {code}: the misère quotient of the heaps up to {fields["heap"]} has at least {order} elements

    By theorem M.10 of docs/theory.md and kind misere-bound of docs/certificate.md; made by misere.py from a certificate. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition {game} : rule :=
  [{rule}].

(** A monoid that decides the sums of the smaller heaps: generating heaps with their actions, and the values of the
    heaps. *)
Definition elements : monoid := Monoid {order}
    [{gens}]
    {listed(values, 5)}.

(** For each number of heaps {fields["heap"]} the elements of the sums that win beside them. *)
Definition layers : list (list N) :=
   [{layers}].

Lemma checked : check_bound {game} elements {fields["heap"]} layers = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** So many sums of heaps can be told apart. *)
Theorem bound : quotient_at_least {game} {fields["heap"]} {order}.
Proof. exact (check_bound_sound _ _ _ _ checked). Qed.
"""
    n0, p = int(fields["preperiod"]), int(fields["period"])
    assert values[n0 + p :] == values[n0 : len(values) - p]
    values = values[: n0 + p]
    text = f"""(** * {code}: a misère quotient of {order} elements, with period {p} from heap {n0} on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/{file.name}. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition {game} : rule :=
  [{rule}].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid {order}
    [{gens}]
    {listed(values, 5)}.

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements {n0} {p}.
Definition portion : list N := {listed(portions[0], 2)}.

Lemma checked : check_quotient {game} elements {n0} {p} portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient {game} {order} class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, {n0} <= n -> same {game} [n + {p}] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same {game} [n + q] [n]) ->
  {n0} <= a /\\ N.divide {p} q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
"""
    if heaps:
        value = lambda heap: values[heap if heap < n0 + p else n0 + (heap - n0) % p]
        previous = element(generators, value, heaps) in portions[0]
        who, position = ("previous", "P_position") if previous else ("next", "N_position")
        text += f"""
(** Who wins this sum under misère play: the {who} player. *)
Theorem {who}_player_wins : {position} Misere (heaps {game} {listed(heaps, 2)}).
Proof. apply (misere_{who} _ _ _ _ _ quotient). vm_compute. reflexivity. Qed.
"""
    return text


def main():
    wanted = {}
    for line in (HERE / "misere.txt").read_text().splitlines():
        name, file, *heaps = line.removesuffix("  long").split(" ")
        path = next(path for path in (HERE / "misere" / file, HERE.parent / "misere" / file) if path.exists())
        wanted[HERE / "misere" / f"{name}.v"] = theorem(name, path, list(map(int, heaps)))
    if sys.argv[1:] == ["--check"]:
        kept = {path: path.read_text() for path in (HERE / "misere").glob("*.v")}
        if kept != wanted:
            other = sorted(path.name for path in kept.keys() | wanted.keys() if kept.get(path) != wanted.get(path))
            sys.exit(f"run `make coq-certificates`: {', '.join(other)}")
        print(f"{len(wanted)} files are as misere.py writes them")
        return
    for path, text in wanted.items():
        path.write_text(text)


if __name__ == "__main__":
    main()
