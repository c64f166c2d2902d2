(** * game_0_356: period 142 from heap 7315 on

    The rule is [0.356]. By theorem P.5 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_0_356 : rule :=
  [Clause [Range 1 1] [Range 0 1] Any [From 0];
   Clause [Range 2 2] [Range 0 0; Range 2 2] Any [From 0];
   Clause [Range 3 3] [Range 1 2] Any [From 0]].

Lemma checked : CheckN.check_sparse game_0_356 7315 142 27 None 43
    [3; 7; 11; 23; 24; 43] [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 7315 <= n -> G game_0_356 (n + 142) = G game_0_356 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_0_356 (n + q) = G game_0_356 n) ->
  7315 <= a /\ N.divide 142 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.
