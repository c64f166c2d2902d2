(** * game_4_364: period 62 from heap 11687 on

    The rule is [4.364]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_4_364 : rule :=
  [Clause [Range 0 0; Range 3 3] [Range 2 2] Any [From 0];
   Clause [Range 1 1] [Range 0 1] Any [From 0];
   Clause [Range 2 2] [Range 1 2] Any [From 0]].

Lemma checked : CheckInt.check_parts game_4_364 11687 62 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 11687 <= n -> G game_4_364 (n + 62) = G game_4_364 n.
Proof. exact (period_of _ _ _ _ (CheckInt.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_4_364 (n + q) = G game_4_364 n) ->
  11687 <= a /\ N.divide 62 q.
Proof. exact (least_of _ _ _ _ (CheckInt.check_parts_sound _ _ _ _ checked)). Qed.
