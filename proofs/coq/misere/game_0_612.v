(** * 0.612: a misère quotient of 10 elements, with period 28 from heap 3 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.612.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_612 : rule :=
  [Clause [Range 1 1] [Range 1 2] Any [From 0];
   Clause [Range 2 2] [Range 0 0] Any [From 0];
   Clause [Range 3 3] [Range 1 1] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 10
    [(2, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8]);
     (3, [2; 3; 4; 5; 2; 3; 8; 9; 6; 7]);
     (5, [6; 7; 8; 9; 6; 7; 4; 5; 2; 3])]
    [0; 0; 1; 2; 3; 6; 4; 5; 2; 3; 6; 5; 7; 2; 3; 5; 6; 9; 2; 5; 4; 6; 3; 2;
     5; 6; 4; 2; 8; 6; 4].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 3 28.
Definition portion : list N := [1; 4].

Lemma checked : check_quotient game_0_612 elements 3 28 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_612 10 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 3 <= n -> same game_0_612 [n + 28] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_612 [n + q] [n]) ->
  3 <= a /\ N.divide 28 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
