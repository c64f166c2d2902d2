(** * game_0_156: period 349 from heap 3479 on

    The rule is [0.156]. By theorem P.5 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_0_156 : rule :=
  [Clause [Range 1 1] [Range 0 0] Any [From 0];
   Clause [Range 2 2] [Range 0 0; Range 2 2] Any [From 0];
   Clause [Range 3 3] [Range 1 2] Any [From 0]].

Lemma checked : CheckN.check_sparse game_0_156 3479 349 27 None 357
    [3; 7; 8; 12; 15; 16; 17; 26; 46; 53; 82; 91; 172; 357] [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 3479 <= n -> G game_0_156 (n + 349) = G game_0_156 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_0_156 (n + q) = G game_0_156 n) ->
  3479 <= a /\ N.divide 349 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.
