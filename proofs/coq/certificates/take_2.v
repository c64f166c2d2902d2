(** * take_2: period 2 from heap 0 on

    The rule is [0.03...]. By theorem P.8 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition take_2 : rule :=
  [Clause [From 2] [Range 0 1] Any [From 0]].

Lemma checked : CheckN.check_all_but take_2 0 2 1 1 1 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat, each time greater. *)
Theorem period : forall n, 0 <= n -> G take_2 (n + 2) = G take_2 n + 1.
Proof. exact (growth_of _ _ _ _ _ (CheckN.check_all_but_sound _ _ _ _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q t, 0 < q -> (forall n, a <= n -> G take_2 (n + q) = G take_2 n + t) ->
  0 <= a /\ N.divide 2 q.
Proof. exact (least_growth_of _ _ _ _ _ (CheckN.check_all_but_sound _ _ _ _ _ _ _ checked)). Qed.
