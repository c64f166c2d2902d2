(** * split_2_diff_2: period 4 from heap 5 on

    The rule is [split(2, diff>=2)]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition split_2_diff_2 : rule :=
  [Clause [Range 0 0] [Range 2 2] (Differ 2) [From 0]].

Lemma checked : CheckN.check_parts split_2_diff_2 5 4 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 5 <= n -> G split_2_diff_2 (n + 4) = G split_2_diff_2 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G split_2_diff_2 (n + q) = G split_2_diff_2 n) ->
  5 <= a /\ N.divide 4 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.
