#!/usr/bin/env python3
"""What audit.py must refuse: files that switch a check of the kernel off, and files that hide their theorems.

Usage: audit_test.py, in this folder. Needs coqtop.
"""

import sys
from pathlib import Path

import audit

# Words that a file must not contain, and harmless files.
REFUSED = {
    "a check switched off": "Unset Positivity Checking.\n",
    "over two lines": "Unset\n  Guard\n  Checking.\n",
    "universes": "#[local] Unset Universe Checking.\n",
    "by an attribute": "#[bypass_check(guard)]\nFixpoint f (n : nat) : False := f n.\n",
    "a string that looks like a comment": 'Definition s := "(*"%string.\nAxiom a : False.\nDefinition t := "*)"%string.\n',
    "a comment with a string": '(* "*)" *) Axiom a : False.\n',
    "code of another language": "Declare ML Module\n  \"plugin\".\n",
    "a proof left out": "Lemma a : False. Admitted.\n",
    "a comment in place of a space": "Axiom(**)a : False.\n",
    "the same in a switch": "Unset(**)Guard(**)Checking.\n",
    "the same in another": "Set(**)Bypass(**)Guard.\n",
    "a variable beyond any section": "Variable a : False.\n",
}
ACCEPTED = {
    "comments and strings": '(* Axiom "*) Axiom" *) Definition s := "(* Axiom"%string. (* Unset Guard Checking. *)\n',
    "a hypothesis of a section": "Section S.\nHypothesis h : True.\nEnd S.\n",
}
# Proofs of False by each check that can be switched off, as Coq itself sees them.
UNSAFE = """
Unset Positivity Checking.
Inductive bad := B (f : bad -> False).
Set Positivity Checking.
Definition not_bad (b : bad) : False := match b with B f => f b end.
Theorem positivity : False. Proof. exact (not_bad (B not_bad)). Qed.
Unset Guard Checking.
Fixpoint loop (n : nat) : False := loop n.
Set Guard Checking.
Theorem guard : False. Proof. exact (loop 0). Qed.
Axiom wrong : False.
Theorem by_axiom : False. Proof. exact wrong. Qed.
Theorem honest : True. Proof. exact I. Qed.
"""
UNIVERSES = """
Unset Universe Checking.
Definition type : Type := Type.
Definition inside : type := type.
Theorem universes : inside = inside. Proof. reflexivity. Qed.
"""


def main() -> None:
    wrong = []
    for texts, refused in ((REFUSED, True), (ACCEPTED, False)):
        for what, text in texts.items():
            if bool(audit.faults(Path("File.v"), audit.code_of(text))) != refused:
                wrong.append(f"{what}: {'accepted' if refused else 'refused'}")
    names = ["positivity", "guard", "by_axiom", "honest"]
    allowed = set((audit.HERE / "axioms.txt").read_text().split())
    for name, found in zip(names + ["universes"], audit.answers(UNSAFE, names) + audit.answers(UNIVERSES, ["universes"])):
        if bool(found - allowed) == (name == "honest"):
            wrong.append(f"{name} rests on {sorted(found)}")
    hidden = audit.theorems(audit.code_of('Definition s := "(*"%string.\nTheorem t : True.\nDefinition u := "*)"%string.\n'))
    if hidden != ["t"]:
        wrong.append(f"a theorem between two strings: {hidden}")
    without = [("kayles", ["period"], "certificates"), ("far_0_106", [], "certificates"), ("kayles", ["period", "least"], "misere"),
               ("game_0_07_bound", ["period"], "misere")]
    if [audit.missing(*file) for file in without] != [{"least"}, {"period"}, {"quotient"}, {"bound"}]:
        wrong.append("a certificate without its theorems")
    if audit.missing("far_0_106", ["period"]):
        wrong.append("a theorem under segments")
    if wrong:
        sys.exit("audit.py is wrong about\n" + "\n".join(wrong))
    print(f"audit.py refuses {len(REFUSED) + len(names)} files and theorems that it must refuse")


if __name__ == "__main__":
    main()
