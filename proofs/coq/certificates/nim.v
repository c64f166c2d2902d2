(** * nim: period 1 from heap 0 on

    The rule is [0.3...]. By theorem P.8 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition nim : rule :=
  [Clause [From 1] [Range 0 1] Any [From 0]].

Lemma checked : CheckN.check_all_but nim 0 1 1 0 0 [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat, each time greater. *)
Theorem period : forall n, 0 <= n -> G nim (n + 1) = G nim n + 1.
Proof. exact (growth_of _ _ _ _ _ (CheckN.check_all_but_sound _ _ _ _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q t, 0 < q -> (forall n, a <= n -> G nim (n + q) = G nim n + t) ->
  0 <= a /\ N.divide 1 q.
Proof. exact (least_growth_of _ _ _ _ _ (CheckN.check_all_but_sound _ _ _ _ _ _ _ checked)). Qed.
