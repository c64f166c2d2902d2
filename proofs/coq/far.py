#!/usr/bin/env python3
"""Writes the theorem of a period whose certificate is cut into segments: certificates/far_NAME.v.

Usage: far.py NAME, in any folder; prints the file. NAME is 0.106, 0.054, 0.104, 0.354 or 0.454.

Each segment is a premise that a checker of docs/certificate.md shows alone: if the window before it is right and all heaps
before it follow, then its own heaps follow and the window after it is right. That the windows repeat as the claim says is
computed by Coq from the windows themselves.
"""

import sys
from pathlib import Path

PROOFS = Path(__file__).resolve().parents[1]


def primes(n):
    """The prime factors."""
    found, d = [], 2
    while n > 1:
        if n % d == 0:
            found.append(d)
            n //= d
        else:
            d += 1
    return found


def ranges(text):
    """A set of a certificate, as Coq has it."""
    found = []
    for part in text.split(","):
        low, _, high = part.partition("..")
        found.append(f"From {low}" if part.endswith("..") else f"Range {low} {high or low}")
    return "[" + "; ".join(found) + "]"


def clause(words):
    """A line `move take SET leave SET cond any on SET`."""
    assert words[::2] == ["take", "leave", "cond", "on"] and words[5] == "any"
    return f"Clause {ranges(words[1])} {ranges(words[3])} Any {ranges(words[7])}"


def pieces(values):
    """A list of texts, a character for each value."""
    assert max(values) < 79
    text = "".join(chr(48 + value) for value in values)
    parts = [text[at : at + 2000] for at in range(0, len(text), 2000)]
    return "[" + ";\n   ".join('"' + part + '"' for part in parts) + "]%string"


def theorem(name):
    file = next(path for path in (PROOFS / f"{name}.cert", PROOFS / "far" / f"{name}.cert") if path.exists())
    fields, windows, ends, rare, moves = {}, [], [], [], []
    for line in file.read_text().splitlines():
        keyword, *words = line.split(" ")
        if keyword == "segment":
            ends.append(int(words[0]))
            windows.append([])
        elif keyword == "window":
            for word in words:
                value, _, count = word.partition("*")
                windows[-1] += [int(value)] * int(count or 1)
        elif keyword == "rare":
            rare += [int(word.split(":")[0]) for word in words]
        elif keyword == "move":
            moves.append(words)
        else:
            fields[keyword] = words[0]

    n0, p, reach = (int(fields[name]) for name in ("preperiod", "period", "reach"))
    mask = int(fields["mask"], 16)
    odd = next(int(words[1].split(",")[0].split("..")[0]) % 2 for words in moves if "2" in words[3])
    kind = "None" if fields["type"] == "0" else f"(Some {'true' if odd else 'false'})"
    back = len(windows[0])
    turn = n0 + back - 1
    factors = primes(p)
    cuts = {turn + p // q: q for q in factors}
    assert [turn, turn + p] == [end for end in ends if end in (turn, turn + p)] and all(cut in ends for cut in cuts)
    assert windows[ends.index(turn)][1:] == windows[ends.index(turn + p)][1:]
    game = "game_" + name.replace(".", "_")

    print(f"""(** * {name}: period {p} from heap {n0} on, if {len(ends)} segments hold

    Made by far.py from the certificate proofs/{file.relative_to(PROOFS)}. Every premise [segment_i] is what
    [sprague-check proofs/{file.relative_to(PROOFS)} --segments i..i+1] shows of the segment with this number: if the window before it
    is right and the heaps before it follow, then its heaps follow and the window after it is right. The windows that
    decide about the period are data below, and Coq compares them. The other windows may be any. *)
From Coq Require Import NArith List String.
From Sprague Require Import Games Grundy Least Sparse Segments.

Definition {game} : rule :=
  [{(";" + chr(10) + "   ").join(map(clause, moves))}].

(** A segment with the mask, the type, the last rare heap and W of the certificate. *)
Definition seg := segment {game} {mask} {kind} {max(rare)} {reach}.

(** The window at T = {turn}; one period later only the first value is another. *)
Definition values : list string :=
  {pieces(windows[ends.index(turn)][1:])}.
Definition window_T := window {n0 - 1} {windows[ends.index(turn)][0]} values.
Definition window_E := window {n0 - 1 + p} {windows[ends.index(turn + p)][0]} values.
""")
    for cut, q in cuts.items():
        values = windows[ends.index(cut)]
        print(f"(** The window at T + p / {q}. *)")
        print(f"Definition window_{q} := window {cut - back} {values[0]}\n  {pieces(values[1:])}.\n")

    names = {turn: "window_T", turn + p: "window_E"} | {cut: f"window_{q}" for cut, q in cuts.items()}
    window = [names.get(end, f"(w {at}%nat)") for at, end in enumerate(ends)]
    print("Theorem period (w : nat -> N -> N)")
    for at, end in enumerate(ends):
        begin, before = (ends[at - 1], window[at - 1]) if at else (0, "(fun _ => 0)")
        print(f"  (segment_{at} : seg {begin} {end} {before} {window[at]})")
    at = {name: index for index, name in enumerate(window)}
    cases = "[]"
    for _ in factors:
        cases = f"[<-|{cases}]"
    print(f"""  : exact_period (G {game}) {n0} {p} 0.
Proof.
  apply (segments_period {game} {mask} {kind} {max(rare)} {reach} {n0} {p} [{"; ".join(map(str, factors))}]
    [{"; ".join(f"({end}, {window[at]})" for at, end in enumerate(ends))}]).
  1-2: vm_compute; reflexivity.
  1-3: vm_compute; try discriminate; reflexivity.
  - vm_compute. reflexivity.
  - cbn [segments]. repeat (split; [assumption|]). exact I.
  - exists window_T, window_E. split; [|split; [|split; [|split]]].
    + apply (nth_error_In _ {at["window_T"]}). reflexivity.
    + apply (nth_error_In _ {at["window_E"]}). reflexivity.
    + intros n L _. apply (window_shift {n0 - 1} {p}). apply N.lt_le_trans with {n0}; [reflexivity|exact L].
    + vm_compute. discriminate.
    + intros q {cases}.""")
    first = windows[ends.index(turn)]
    for q in factors:
        values = windows[ends.index(turn + p // q)]
        n = n0 - 1 + next(i for i in range(1, back) if values[i] != first[i])
        print(f"""      * exists window_{q}. split; [apply (nth_error_In _ {at[f"window_{q}"]}); reflexivity|].
        exists {n}. split; [vm_compute; discriminate|]. split; vm_compute; [reflexivity|discriminate].""")
    print("Qed.")


if __name__ == "__main__":
    theorem(*sys.argv[1:])
