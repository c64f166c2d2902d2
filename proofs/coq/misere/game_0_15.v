(** * 0.15: a misère quotient of 42 elements, with period 10 from heap 66 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.15.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_15 : rule :=
  [Clause [Range 1 1] [Range 0 0] Any [From 0];
   Clause [Range 2 2] [Range 0 0; Range 2 2] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 42
    [(1, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10; 13; 12; 15; 14; 17; 16; 19; 18; 21; 20; 23; 22;
      25; 24; 27; 26; 29; 28; 31; 30; 33; 32; 35; 34; 37; 36; 39; 38; 41; 40]);
     (6, [2; 3; 4; 5; 6; 7; 4; 5; 7; 6; 12; 13; 10; 11; 16; 17; 14; 15; 20; 21; 6; 7; 5; 4;
      23; 22; 20; 21; 6; 7; 7; 6; 6; 7; 36; 37; 6; 7; 36; 37; 36; 37]);
     (14, [8; 9; 7; 6; 5; 4; 7; 6; 4; 5; 11; 10; 13; 12; 15; 14; 17; 16; 22; 23; 5; 4; 6; 7;
      21; 20; 22; 23; 30; 31; 4; 5; 30; 31; 7; 6; 5; 4; 7; 6; 7; 6]);
     (18, [10; 11; 12; 13; 10; 11; 12; 13; 11; 10; 14; 15; 16; 17; 15; 14; 17; 16; 12; 13; 10; 11; 13; 12;
      10; 11; 12; 13; 10; 11; 11; 10; 10; 11; 12; 13; 10; 11; 12; 13; 12; 13]);
     (20, [18; 19; 20; 21; 6; 7; 4; 5; 22; 23; 12; 13; 10; 11; 16; 17; 14; 15; 24; 25; 23; 22; 21; 20;
      26; 27; 24; 25; 23; 22; 7; 6; 6; 7; 20; 21; 6; 7; 36; 37; 20; 21]);
     (23, [28; 29; 6; 7; 4; 5; 6; 7; 30; 31; 10; 11; 12; 13; 14; 15; 16; 17; 23; 22; 4; 5; 7; 6;
      20; 21; 23; 22; 32; 33; 30; 31; 32; 33; 6; 7; 4; 5; 6; 7; 6; 7]);
     (27, [34; 35; 36; 37; 6; 7; 4; 5; 7; 6; 12; 13; 10; 11; 16; 17; 14; 15; 20; 21; 6; 7; 5; 4;
      23; 22; 20; 21; 6; 7; 7; 6; 6; 7; 36; 37; 6; 7; 36; 37; 36; 37]);
     (29, [38; 39; 36; 37; 6; 7; 4; 5; 7; 6; 12; 13; 10; 11; 16; 17; 14; 15; 36; 37; 6; 7; 5; 4;
      6; 7; 4; 5; 6; 7; 7; 6; 6; 7; 36; 37; 6; 7; 4; 5; 4; 5]);
     (30, [40; 41; 36; 37; 6; 7; 4; 5; 7; 6; 12; 13; 10; 11; 16; 17; 14; 15; 20; 21; 6; 7; 5; 4;
      23; 22; 20; 21; 6; 7; 7; 6; 6; 7; 36; 37; 6; 7; 4; 5; 4; 5])]
    [0; 1; 1; 0; 1; 1; 2; 2; 1; 2; 2; 1; 1; 0; 8; 8; 2; 2; 10; 2; 18; 8; 8; 28;
     8; 8; 2; 34; 10; 38; 40; 5; 37; 28; 37; 21; 6; 38; 10; 38; 38; 5; 21; 32; 37; 37; 6; 38;
     10; 38; 38; 5; 37; 32; 37; 37; 6; 6; 10; 6; 6; 5; 37; 32; 37; 37; 6; 6; 10; 6; 6; 5;
     5; 32; 5; 5].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 66 10.
Definition portion : list N := [1; 4; 12; 14; 19; 25; 27; 29; 33; 35; 39; 41].

Lemma checked : check_quotient game_0_15 elements 66 10 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_15 42 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 66 <= n -> same game_0_15 [n + 10] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_15 [n + q] [n]) ->
  66 <= a /\ N.divide 10 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
