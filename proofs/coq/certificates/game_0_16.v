(** * game_0_16: period 149459 from heap 105351 on

    The rule is [0.16]. By theorem P.5 of docs/theory.md; made by [sprague prove]. *)
From Sprague Require Import Claims Machines.

Definition game_0_16 : rule :=
  [Clause [Range 1 1] [Range 0 0] Any [From 0];
   Clause [Range 2 2] [Range 1 2] Any [From 0]].

Lemma checked : CheckInt.check_sparse game_0_16 105351 149459 30 None 21577
    [1; 2; 3; 4; 7; 9; 10; 13; 15; 16; 19; 22; 23; 25; 28; 31;
     34; 37; 55; 68; 91; 129; 224; 330; 343; 349; 380; 404; 410; 417; 420; 748;
     766; 775; 781; 784; 787; 790; 796; 802; 837; 1162; 1177; 1183; 1186; 1189; 1192; 1223;
     1244; 3604; 13932; 13935] [] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The values repeat. *)
Theorem period : forall n, 105351 <= n -> G game_0_16 (n + 149459) = G game_0_16 n.
Proof. exact (period_of _ _ _ _ (CheckInt.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.

(** No period begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 0 < q -> (forall n, a <= n -> G game_0_16 (n + q) = G game_0_16 n) ->
  105351 <= a /\ N.divide 149459 q.
Proof. exact (least_of _ _ _ _ (CheckInt.check_sparse_sound _ _ _ _ _ _ _ _ checked)). Qed.
