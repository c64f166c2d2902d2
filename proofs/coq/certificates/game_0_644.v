(** * game_0_644: period 442 from heap 3256 on

    The rule is [0.644]. By theorem P.5 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_0_644 : rule :=
  [Clause [Range 1 1] [Range 1 2] Any [From 0];
   Clause [Range 2 3] [Range 2 2] Any [From 0]].

Lemma checked : CheckN.check_sparse game_0_644 3256 442 126 None 511
    [1; 2; 7; 8; 14; 15; 19; 21; 25; 26; 31; 38; 52; 56; 71; 79;
     85; 101; 109; 115; 116; 129; 141; 146; 177; 191; 229; 299; 461; 511] [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 3256 <= n -> G game_0_644 (n + 442) = G game_0_644 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_0_644 (n + q) = G game_0_644 n) ->
  3256 <= a /\ N.divide 442 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.
