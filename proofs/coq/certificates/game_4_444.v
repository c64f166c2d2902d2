(** * game_4_444: period 24 from heap 143 on

    The rule is [4.444]. By theorem P.10 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_4_444 : rule :=
  [Clause [Range 0 3] [Range 2 2] Any [From 0]].

Lemma checked : CheckN.check_parts game_4_444 143 24 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 143 <= n -> G game_4_444 (n + 24) = G game_4_444 n.
Proof. exact (period_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_4_444 (n + q) = G game_4_444 n) ->
  143 <= a /\ N.divide 24 q.
Proof. exact (least_of _ _ _ _ (CheckN.check_parts_sound _ _ _ _ checked)). Qed.
