(** * 0.341: a misère quotient of 12 elements, with period 8 from heap 7 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.341.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_341 : rule :=
  [Clause [Range 1 1] [Range 0 1] Any [From 0];
   Clause [Range 2 2] [Range 2 2] Any [From 0];
   Clause [Range 3 3] [Range 0 0] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 12
    [(1, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10]);
     (4, [2; 3; 4; 5; 6; 7; 4; 5; 10; 11; 6; 7]);
     (10, [8; 9; 10; 11; 6; 7; 4; 5; 0; 1; 2; 3])]
    [0; 1; 0; 1; 2; 0; 1; 0; 3; 1; 8; 1; 2; 0; 9].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 7 8.
Definition portion : list N := [1; 4; 9].

Lemma checked : check_quotient game_0_341 elements 7 8 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_341 12 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 7 <= n -> same game_0_341 [n + 8] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_341 [n + q] [n]) ->
  7 <= a /\ N.divide 8 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
