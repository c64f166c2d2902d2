(** * game_0_165: period 1550 from heap 5181 on

    The rule is [0.165]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_0_165 : rule :=
  [Clause [Range 1 1] [Range 0 0] Any [From 0];
   Clause [Range 2 2] [Range 1 2] Any [From 0];
   Clause [Range 3 3] [Range 0 0; Range 2 2] Any [From 0]].

Lemma checked : CheckInt.check_parts game_0_165 5181 1550 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 5181 <= n -> G game_0_165 (n + 1550) = G game_0_165 n.
Proof. exact (period_of _ _ _ _ (CheckInt.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_0_165 (n + q) = G game_0_165 n) ->
  5181 <= a /\ N.divide 1550 q.
Proof. exact (least_of _ _ _ _ (CheckInt.check_parts_sound _ _ _ _ checked)). Qed.
