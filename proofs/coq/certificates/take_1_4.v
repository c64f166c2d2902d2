(** * take_1_4: period 4 from heap 0 on

    The rule is [0.3003...]. By theorem P.8 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition take_1_4 : rule :=
  [Clause [Range 1 1; From 4] [Range 0 1] Any [From 0]].

Lemma checked : CheckN.check_all_but take_1_4 0 4 2 3 3 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat, each time greater. *)
Theorem period : forall n, 0 <= n -> G take_1_4 (n + 4) = G take_1_4 n + 2.
Proof. exact (growth_of _ _ _ _ _ (CheckN.check_all_but_sound _ _ _ _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q t, 0 < q -> (forall n, a <= n -> G take_1_4 (n + q) = G take_1_4 n + t) ->
  0 <= a /\ N.divide 4 q.
Proof. exact (least_growth_of _ _ _ _ _ (CheckN.check_all_but_sound _ _ _ _ _ _ _ checked)). Qed.
