(** * game_0_055: period 148 from heap 259 on

    The rule is [0.055]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_0_055 : rule :=
  [Clause [Range 2 3] [Range 0 0; Range 2 2] Any [From 0]].

Lemma checked : CheckN.check_parts game_0_055 259 148 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 259 <= n -> G game_0_055 (n + 148) = G game_0_055 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_0_055 (n + q) = G game_0_055 n) ->
  259 <= a /\ N.divide 148 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.
