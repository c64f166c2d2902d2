(** * 0.717: a misère quotient of 14 elements, with period 2 from heap 22 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.717.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_717 : rule :=
  [Clause [Range 1 1; Range 3 3] [Range 0 2] Any [From 0];
   Clause [Range 2 2] [Range 0 0] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 14
    [(1, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10; 13; 12]);
     (2, [2; 3; 4; 5; 2; 3; 8; 9; 6; 7; 12; 13; 10; 11]);
     (5, [6; 7; 8; 9; 6; 7; 10; 11; 12; 13; 11; 10; 13; 12])]
    [0; 1; 2; 1; 0; 6; 0; 6; 7; 1; 7; 6; 7; 6; 7; 6; 7; 11; 7; 6; 10; 6; 10; 11].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 22 2.
Definition portion : list N := [1; 4; 9; 10].

Lemma checked : check_quotient game_0_717 elements 22 2 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_717 14 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 22 <= n -> same game_0_717 [n + 2] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_717 [n + q] [n]) ->
  22 <= a /\ N.divide 2 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
