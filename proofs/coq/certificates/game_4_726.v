(** * game_4_726: period 16 from heap 5 on

    The rule is [4.726]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_4_726 : rule :=
  [Clause [Range 0 1; Range 3 3] [Range 2 2] Any [From 0];
   Clause [Range 1 1] [Range 0 0] Any [From 0];
   Clause [Range 1 3] [Range 1 1] Any [From 0]].

Lemma checked : CheckN.check_parts game_4_726 5 16 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 5 <= n -> G game_4_726 (n + 16) = G game_4_726 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_4_726 (n + q) = G game_4_726 n) ->
  5 <= a /\ N.divide 16 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.
