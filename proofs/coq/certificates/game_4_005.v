(** * game_4_005: period 79 from heap 31 on

    The rule is [4.005]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_4_005 : rule :=
  [Clause [Range 0 0] [Range 2 2] Any [From 0];
   Clause [Range 3 3] [Range 0 0; Range 2 2] Any [From 0]].

Lemma checked : CheckN.check_parts game_4_005 31 79 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 31 <= n -> G game_4_005 (n + 79) = G game_4_005 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_4_005 (n + q) = G game_4_005 n) ->
  31 <= a /\ N.divide 79 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.
