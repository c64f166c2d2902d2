(** * game_4_406: period 44 from heap 294097 on

    The rule is [4.406]. By theorem P.5 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_4_406 : rule :=
  [Clause [Range 0 1] [Range 2 2] Any [From 0];
   Clause [Range 3 3] [Range 1 2] Any [From 0]].

Lemma checked : CheckInt.check_sparse game_4_406 294097 44 59 None 205
    [1; 4; 5; 11; 12; 14; 17; 20; 26; 33; 36; 42; 43; 46; 53; 55;
     58; 70; 92; 109; 185; 205] [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 294097 <= n -> G game_4_406 (n + 44) = G game_4_406 n.
Proof. exact (period_of _ _ _ _ (CheckInt.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_4_406 (n + q) = G game_4_406 n) ->
  294097 <= a /\ N.divide 44 q.
Proof. exact (least_of _ _ _ _ (CheckInt.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.
