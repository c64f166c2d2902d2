(** * take_1_3_4: period 7 from heap 0 on

    The rule is [0.3033]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition take_1_3_4 : rule :=
  [Clause [Range 1 1; Range 3 4] [Range 0 1] Any [From 0]].

Lemma checked : CheckN.check_parts take_1_3_4 0 7 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 0 <= n -> G take_1_3_4 (n + 7) = G take_1_3_4 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G take_1_3_4 (n + q) = G take_1_3_4 n) ->
  0 <= a /\ N.divide 7 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.
