(** * game_4_064: period 16132 from heap 94272 on

    The rule is [4.064]. By theorem P.5 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_4_064 : rule :=
  [Clause [Range 0 0; Range 3 3] [Range 2 2] Any [From 0];
   Clause [Range 2 2] [Range 1 2] Any [From 0]].

Lemma checked : CheckWide.check_sparse game_4_064 94272 16132 107 None 470
    [1; 4; 5; 9; 13; 15; 17; 20; 21; 25; 28; 29; 33; 39; 46; 51;
     52; 58; 59; 68; 91; 97; 100; 102; 111; 123; 131; 134; 138; 140; 145; 146;
     150; 154; 160; 169; 170; 182; 196; 201; 202; 208; 214; 218; 243; 247; 255; 256;
     267; 299; 470] [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 94272 <= n -> G game_4_064 (n + 16132) = G game_4_064 n.
Proof. exact (period_of _ _ _ _ (CheckWide.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_4_064 (n + q) = G game_4_064 n) ->
  94272 <= a /\ N.divide 16132 q.
Proof. exact (least_of _ _ _ _ (CheckWide.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.
