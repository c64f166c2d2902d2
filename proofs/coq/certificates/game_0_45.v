(** * game_0_45: period 20 from heap 498 on

    The rule is [0.45]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_0_45 : rule :=
  [Clause [Range 1 1] [Range 2 2] Any [From 0];
   Clause [Range 2 2] [Range 0 0; Range 2 2] Any [From 0]].

Lemma checked : CheckN.check_parts game_0_45 498 20 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 498 <= n -> G game_0_45 (n + 20) = G game_0_45 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_0_45 (n + q) = G game_0_45 n) ->
  498 <= a /\ N.divide 20 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.
