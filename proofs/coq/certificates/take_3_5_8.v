(** * take_3_5_8: period 3 from heap 0 on

    The rule is [0.00303003...]. By theorem P.8 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition take_3_5_8 : rule :=
  [Clause [Range 3 3; Range 5 5; From 8] [Range 0 1] Any [From 0]].

Lemma checked : CheckN.check_all_but take_3_5_8 0 3 1 7 7 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat, each time greater. *)
Theorem period : forall n, 0 <= n -> G take_3_5_8 (n + 3) = G take_3_5_8 n + 1.
Proof. exact (growth_of _ _ _ _ _ (CheckN.check_all_but_sound _ _ _ _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q t, 0 < q -> (forall n, a <= n -> G take_3_5_8 (n + q) = G take_3_5_8 n + t) ->
  0 <= a /\ N.divide 3 q.
Proof. exact (least_growth_of _ _ _ _ _ (CheckN.check_all_but_sound _ _ _ _ _ _ _ checked)). Qed.
