(** * 4.35: a misère quotient of 6 elements, with period 2 from heap 2 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/4.35.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_4_35 : rule :=
  [Clause [Range 0 0] [Range 2 2] Any [From 0];
   Clause [Range 1 1] [Range 0 1] Any [From 0];
   Clause [Range 2 2] [Range 0 0; Range 2 2] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 6
    [(1, [1; 0; 3; 2; 5; 4]);
     (2, [2; 3; 4; 5; 2; 3])]
    [0; 1; 2; 4].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 2 2.
Definition portion : list N := [1; 4].

Lemma checked : check_quotient game_4_35 elements 2 2 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_4_35 6 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 2 <= n -> same game_4_35 [n + 2] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_4_35 [n + q] [n]) ->
  2 <= a /\ N.divide 2 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
