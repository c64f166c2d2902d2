(** * 0.531: a misère quotient of 16 elements, with period 9 from heap 21 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.531.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_531 : rule :=
  [Clause [Range 1 1] [Range 0 0; Range 2 2] Any [From 0];
   Clause [Range 2 2] [Range 0 1] Any [From 0];
   Clause [Range 3 3] [Range 0 0] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 16
    [(1, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10; 13; 12; 15; 14]);
     (3, [2; 3; 4; 5; 2; 3; 8; 9; 6; 7; 3; 2; 3; 2; 2; 3]);
     (9, [6; 7; 8; 9; 6; 7; 4; 5; 2; 3; 7; 6; 7; 6; 6; 7]);
     (11, [10; 11; 3; 2; 5; 4; 7; 6; 9; 8; 4; 5; 14; 15; 5; 4]);
     (14, [12; 13; 3; 2; 5; 4; 7; 6; 9; 8; 14; 15; 4; 5; 5; 4])]
    [0; 1; 1; 2; 2; 1; 4; 2; 2; 6; 4; 10; 2; 2; 12; 5; 2; 2; 6; 5; 15; 2; 2; 5;
     5; 2; 2; 6; 5; 5].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 21 9.
Definition portion : list N := [1; 4; 12].

Lemma checked : check_quotient game_0_531 elements 21 9 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_531 16 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 21 <= n -> same game_0_531 [n + 9] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_531 [n + q] [n]) ->
  21 <= a /\ N.divide 9 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
