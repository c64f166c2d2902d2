(** * split_3: period 2 from heap 1 on

    The rule is [8.0]. By theorem 4.1 J of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Closed.

Definition split_3 : rule :=
  [Clause [Range 0 0] [Range 3 3] Any [From 0]].

Lemma checked : Closed.check_three_parts [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat, each time greater. *)
Theorem period : forall n, 1 <= n -> G split_3 (n + 2) = G split_3 n + 1.
Proof. exact (growth_of _ _ _ _ _ (Closed.check_three_parts_sound _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q t, 0 < q -> (forall n, a <= n -> G split_3 (n + q) = G split_3 n + t) ->
  1 <= a /\ N.divide 2 q.
Proof. exact (least_growth_of _ _ _ _ _ (Closed.check_three_parts_sound _ checked)). Qed.
