(** * 0.123: a misère quotient of 20 elements, with period 5 from heap 5 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.123.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_123 : rule :=
  [Clause [Range 1 1; Range 3 3] [Range 0 0] Any [From 0];
   Clause [Range 2 3] [Range 1 1] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 20
    [(1, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10; 13; 12; 15; 14; 17; 16; 19; 18]);
     (3, [2; 3; 4; 5; 6; 7; 4; 5; 10; 11; 8; 9; 14; 15; 6; 7; 18; 19; 16; 17]);
     (6, [8; 9; 10; 11; 8; 9; 10; 11; 8; 9; 10; 11; 10; 11; 8; 9; 9; 8; 11; 10]);
     (8, [12; 13; 14; 15; 6; 7; 4; 5; 10; 11; 8; 9; 0; 1; 2; 3; 18; 19; 16; 17]);
     (9, [16; 17; 18; 19; 16; 17; 18; 19; 9; 8; 11; 10; 18; 19; 16; 17; 8; 9; 10; 11])]
    [0; 1; 0; 2; 2; 1; 8; 0; 12; 16].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 5 5.
Definition portion : list N := [1; 4; 8; 13; 18].

Lemma checked : check_quotient game_0_123 elements 5 5 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_123 20 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 5 <= n -> same game_0_123 [n + 5] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_123 [n + q] [n]) ->
  5 <= a /\ N.divide 5 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
