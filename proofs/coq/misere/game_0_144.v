(** * 0.144: a misère quotient of 30 elements, with period 10 from heap 12 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.144.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_144 : rule :=
  [Clause [Range 1 1] [Range 0 0] Any [From 0];
   Clause [Range 2 3] [Range 2 2] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 30
    [(1, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10; 13; 12; 15; 14; 17; 16; 19; 18; 21; 20; 23; 22;
      25; 24; 27; 26; 29; 28]);
     (5, [2; 3; 4; 5; 2; 3; 8; 9; 6; 7; 12; 13; 10; 11; 16; 17; 14; 15; 3; 2; 22; 23; 24; 25;
      22; 23; 28; 29; 26; 27]);
     (9, [6; 7; 8; 9; 6; 7; 10; 11; 12; 13; 14; 15; 16; 17; 10; 11; 12; 13; 7; 6; 26; 27; 28; 29;
      26; 27; 14; 15; 16; 17]);
     (14, [18; 19; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10; 13; 12; 15; 14; 17; 16; 4; 5; 25; 24; 23; 22;
      25; 24; 27; 26; 29; 28]);
     (20, [20; 21; 22; 23; 24; 25; 26; 27; 28; 29; 14; 15; 16; 17; 10; 11; 12; 13; 25; 24; 10; 11; 12; 13;
      10; 11; 14; 15; 16; 17])]
    [0; 1; 0; 0; 1; 2; 2; 2; 2; 6; 6; 1; 5; 5; 18; 2; 2; 2; 2; 14; 20; 5].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 12 10.
Definition portion : list N := [1; 4; 10; 21; 29].

Lemma checked : check_quotient game_0_144 elements 12 10 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_144 30 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 12 <= n -> same game_0_144 [n + 10] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_144 [n + q] [n]) ->
  12 <= a /\ N.divide 10 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
