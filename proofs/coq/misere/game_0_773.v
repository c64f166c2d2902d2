(** * 0.773: a misère quotient of 10 elements, with period 4 from heap 8 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.773.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_773 : rule :=
  [Clause [Range 1 2] [Range 0 2] Any [From 0];
   Clause [Range 3 3] [Range 0 1] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 10
    [(1, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8]);
     (2, [2; 3; 4; 5; 2; 3; 8; 9; 6; 7]);
     (4, [6; 7; 8; 9; 6; 7; 4; 5; 2; 3])]
    [0; 1; 2; 3; 6; 5; 8; 2; 6; 5; 8; 3].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 8 4.
Definition portion : list N := [1; 4].

Lemma checked : check_quotient game_0_773 elements 8 4 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_773 10 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 8 <= n -> same game_0_773 [n + 4] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_773 [n + q] [n]) ->
  8 <= a /\ N.divide 4 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
