(** * game_0_13: period 4 from heap 0 on

    The rule is [0.13]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_0_13 : rule :=
  [Clause [Range 1 1] [Range 0 0] Any [From 0];
   Clause [Range 2 2] [Range 0 1] Any [From 0]].

Lemma checked : CheckN.check_parts game_0_13 0 4 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 0 <= n -> G game_0_13 (n + 4) = G game_0_13 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_0_13 (n + q) = G game_0_13 n) ->
  0 <= a /\ N.divide 4 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.
