(** * 0.152: a misère quotient of 34 elements, with period 48 from heap 25 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.152.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_152 : rule :=
  [Clause [Range 1 1] [Range 0 0] Any [From 0];
   Clause [Range 2 2] [Range 0 0; Range 2 2] Any [From 0];
   Clause [Range 3 3] [Range 1 1] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 34
    [(1, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10; 13; 12; 15; 14; 17; 16; 19; 18; 21; 20; 23; 22;
      25; 24; 27; 26; 29; 28; 31; 30; 33; 32]);
     (4, [2; 3; 4; 5; 2; 3; 8; 9; 10; 11; 8; 9; 2; 3; 16; 17; 14; 15; 20; 21; 18; 19; 2; 3;
      8; 9; 28; 29; 26; 27; 32; 33; 30; 31]);
     (10, [6; 7; 8; 9; 10; 11; 12; 13; 2; 3; 4; 5; 6; 7; 18; 19; 20; 21; 14; 15; 16; 17; 24; 25;
      22; 23; 30; 31; 32; 33; 26; 27; 28; 29]);
     (20, [14; 15; 16; 17; 14; 15; 18; 19; 20; 21; 18; 19; 14; 15; 18; 19; 20; 21; 14; 15; 16; 17; 14; 15;
      18; 19; 18; 19; 20; 21; 14; 15; 16; 17]);
     (21, [22; 23; 2; 3; 4; 5; 24; 25; 8; 9; 10; 11; 22; 23; 14; 15; 16; 17; 18; 19; 20; 21; 4; 5;
      10; 11; 26; 27; 28; 29; 30; 31; 32; 33]);
     (24, [26; 27; 28; 29; 26; 27; 30; 31; 32; 33; 30; 31; 26; 27; 18; 19; 20; 21; 14; 15; 16; 17; 26; 27;
      30; 31; 18; 19; 20; 21; 14; 15; 16; 17])]
    [0; 1; 1; 0; 2; 2; 2; 0; 1; 4; 6; 3; 2; 3; 5; 4; 1; 3; 2; 2; 14; 22; 5; 4;
     26; 2; 2; 3; 5; 4; 5; 3; 2; 3; 14; 4; 5; 4; 2; 2; 2; 4; 5; 4; 14; 3; 2; 3;
     14; 4; 5; 4; 2; 2; 2; 4; 5; 4; 14; 3; 2; 3; 5; 4; 5; 3; 2; 2; 14; 4; 5; 4;
     14].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 25 48.
Definition portion : list N := [1; 4; 12; 18; 25; 33].

Lemma checked : check_quotient game_0_152 elements 25 48 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_152 34 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 25 <= n -> same game_0_152 [n + 48] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_152 [n + q] [n]) ->
  25 <= a /\ N.divide 48 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
