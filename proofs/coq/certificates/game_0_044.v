(** * game_0_044: period 36 from heap 214 on

    The rule is [0.044]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_0_044 : rule :=
  [Clause [Range 2 3] [Range 2 2] Any [From 0]].

Lemma checked : CheckN.check_parts game_0_044 214 36 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 214 <= n -> G game_0_044 (n + 36) = G game_0_044 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_0_044 (n + q) = G game_0_044 n) ->
  214 <= a /\ N.divide 36 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.
