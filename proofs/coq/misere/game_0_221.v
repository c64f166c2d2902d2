(** * 0.221: a misère quotient of 6 elements, with period 3 from heap 1 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.221.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_221 : rule :=
  [Clause [Range 1 2] [Range 1 1] Any [From 0];
   Clause [Range 3 3] [Range 0 0] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 6
    [(2, [1; 0; 3; 2; 5; 4]);
     (3, [2; 3; 4; 5; 2; 3])]
    [0; 0; 1; 2].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 1 3.
Definition portion : list N := [1; 4].

Lemma checked : check_quotient game_0_221 elements 1 3 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_221 6 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 1 <= n -> same game_0_221 [n + 3] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_221 [n + q] [n]) ->
  1 <= a /\ N.divide 3 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
