(** * game_0_07: period 34 from heap 53 on

    The rule is [0.07]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_0_07 : rule :=
  [Clause [Range 2 2] [Range 0 2] Any [From 0]].

Lemma checked : CheckN.check_parts game_0_07 53 34 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 53 <= n -> G game_0_07 (n + 34) = G game_0_07 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_0_07 (n + q) = G game_0_07 n) ->
  53 <= a /\ N.divide 34 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.
