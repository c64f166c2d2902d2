(** * game_0_56: period 144 from heap 326640 on

    The rule is [0.56]. By theorem P.5 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_0_56 : rule :=
  [Clause [Range 1 1] [Range 0 0; Range 2 2] Any [From 0];
   Clause [Range 2 2] [Range 1 2] Any [From 0]].

Lemma checked : CheckWide.check_sparse game_0_56 326640 144 91 None 1795
    [2; 5; 8; 10; 11; 17; 20; 25; 30; 35; 40; 45; 50; 51; 52; 68;
     75; 78; 88; 89; 94; 98; 100; 107; 125; 146; 152; 172; 173; 184; 204; 230;
     256; 288; 314; 373; 407; 427; 484; 567; 610; 664; 1001; 1435; 1795] [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 326640 <= n -> G game_0_56 (n + 144) = G game_0_56 n.
Proof. exact (period_of _ _ _ _ (CheckWide.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_0_56 (n + q) = G game_0_56 n) ->
  326640 <= a /\ N.divide 144 q.
Proof. exact (least_of _ _ _ _ (CheckWide.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.
