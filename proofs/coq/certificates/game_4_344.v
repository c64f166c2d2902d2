(** * game_4_344: period 51 from heap 998 on

    The rule is [4.344]. By theorem P.5 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_4_344 : rule :=
  [Clause [Range 0 0; Range 2 3] [Range 2 2] Any [From 0];
   Clause [Range 1 1] [Range 0 1] Any [From 0]].

Lemma checked : CheckN.check_sparse game_4_344 998 51 55 None 271
    [3; 8; 10; 12; 19; 31; 33; 37; 62; 82; 104; 114; 271] [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 998 <= n -> G game_4_344 (n + 51) = G game_4_344 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_4_344 (n + q) = G game_4_344 n) ->
  998 <= a /\ N.divide 51 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.
