(** * 0.074: a misère quotient of 40 elements, with period 24 from heap 142 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.074.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_074 : rule :=
  [Clause [Range 2 2] [Range 0 2] Any [From 0];
   Clause [Range 3 3] [Range 2 2] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 40
    [(2, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10; 13; 12; 15; 14; 17; 16; 19; 18; 21; 20; 23; 22;
      25; 24; 27; 26; 29; 28; 31; 30; 33; 32; 35; 34; 37; 36; 39; 38]);
     (4, [2; 3; 4; 5; 2; 3; 8; 9; 10; 11; 8; 9; 2; 3; 8; 9; 2; 3; 8; 9; 2; 3; 8; 9;
      3; 2; 9; 8; 9; 8; 3; 2; 34; 35; 32; 33; 38; 39; 36; 37]);
     (10, [6; 7; 8; 9; 10; 11; 12; 13; 2; 3; 4; 5; 6; 7; 4; 5; 10; 11; 4; 5; 10; 11; 4; 5;
      11; 10; 5; 4; 5; 4; 11; 10; 36; 37; 38; 39; 32; 33; 34; 35]);
     (18, [14; 15; 8; 9; 10; 11; 4; 5; 2; 3; 4; 5; 10; 11; 16; 17; 14; 15; 20; 21; 22; 23; 20; 21;
      26; 27; 24; 25; 30; 31; 28; 29; 36; 37; 38; 39; 32; 33; 34; 35]);
     (24, [18; 19; 8; 9; 10; 11; 4; 5; 2; 3; 4; 5; 10; 11; 20; 21; 22; 23; 20; 21; 22; 23; 20; 21;
      28; 29; 30; 31; 30; 31; 28; 29; 36; 37; 38; 39; 32; 33; 34; 35]);
     (50, [24; 25; 3; 2; 5; 4; 11; 10; 9; 8; 11; 10; 5; 4; 26; 27; 24; 25; 28; 29; 30; 31; 28; 29;
      4; 5; 10; 11; 10; 11; 4; 5; 33; 32; 35; 34; 37; 36; 39; 38]);
     (54, [32; 33; 34; 35; 32; 33; 36; 37; 38; 39; 36; 37; 32; 33; 36; 37; 32; 33; 36; 37; 32; 33; 36; 37;
      33; 32; 37; 36; 37; 36; 33; 32; 4; 5; 2; 3; 10; 11; 8; 9])]
    [0; 0; 1; 1; 2; 2; 3; 3; 1; 1; 6; 6; 3; 3; 2; 2; 5; 5; 14; 14; 2; 2; 8; 8;
     18; 18; 5; 5; 2; 2; 9; 9; 5; 5; 22; 22; 3; 3; 2; 2; 21; 21; 10; 10; 8; 8; 9; 9;
     10; 10; 24; 24; 2; 2; 32; 32; 11; 11; 10; 10; 9; 9; 2; 2; 5; 5; 32; 32; 8; 8; 9; 9;
     10; 10; 5; 5; 2; 2; 3; 3; 5; 5; 10; 10; 9; 9; 2; 2; 5; 5; 32; 32; 2; 2; 9; 9;
     10; 10; 5; 5; 2; 2; 32; 32; 5; 5; 10; 10; 9; 9; 2; 2; 5; 5; 10; 10; 2; 2; 9; 9;
     10; 10; 5; 5; 2; 2; 32; 32; 5; 5; 10; 10; 9; 9; 2; 2; 5; 5; 32; 32; 8; 8; 9; 9;
     10; 10; 5; 5; 2; 2; 32; 32; 5; 5; 10; 10; 9; 9; 2; 2; 5; 5; 32; 32; 2; 2].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 142 24.
Definition portion : list N := [1; 4; 7; 13; 14; 17; 18; 21; 27].

Lemma checked : check_quotient game_0_074 elements 142 24 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_074 40 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 142 <= n -> same game_0_074 [n + 24] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_074 [n + q] [n]) ->
  142 <= a /\ N.divide 24 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
