(** * kayles: period 12 from heap 71 on

    The rule is [0.77]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition kayles : rule :=
  [Clause [Range 1 2] [Range 0 2] Any [From 0]].

Lemma checked : CheckN.check_parts kayles 71 12 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 71 <= n -> G kayles (n + 12) = G kayles n.
Proof. exact (period_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G kayles (n + q) = G kayles n) ->
  71 <= a /\ N.divide 12 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.
