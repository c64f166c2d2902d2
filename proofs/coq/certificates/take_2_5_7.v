(** * take_2_5_7: period 22 from heap 0 on

    The rule is [0.0300303]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition take_2_5_7 : rule :=
  [Clause [Range 2 2; Range 5 5; Range 7 7] [Range 0 1] Any [From 0]].

Lemma checked : CheckN.check_parts take_2_5_7 0 22 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 0 <= n -> G take_2_5_7 (n + 22) = G take_2_5_7 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G take_2_5_7 (n + q) = G take_2_5_7 n) ->
  0 <= a /\ N.divide 22 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.
