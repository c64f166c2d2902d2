(** * 0.722: a misère quotient of 24 elements, with period 4 from heap 16 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.722.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_722 : rule :=
  [Clause [Range 1 1] [Range 0 2] Any [From 0];
   Clause [Range 2 3] [Range 1 1] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 24
    [(1, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10; 13; 12; 15; 14; 17; 16; 19; 18; 21; 20; 23; 22]);
     (3, [2; 3; 4; 5; 6; 7; 4; 5; 10; 11; 5; 4; 14; 15; 6; 7; 18; 19; 7; 6; 14; 15; 14; 15]);
     (9, [8; 9; 10; 11; 5; 4; 7; 6; 4; 5; 6; 7; 7; 6; 5; 4; 20; 21; 14; 15; 7; 6; 7; 6]);
     (15, [12; 13; 14; 15; 6; 7; 4; 5; 7; 6; 5; 4; 4; 5; 6; 7; 15; 14; 7; 6; 4; 5; 4; 5]);
     (16, [16; 17; 18; 19; 7; 6; 5; 4; 20; 21; 14; 15; 15; 14; 7; 6; 4; 5; 6; 7; 5; 4; 5; 4]);
     (19, [22; 23; 14; 15; 6; 7; 4; 5; 7; 6; 5; 4; 4; 5; 6; 7; 5; 4; 7; 6; 4; 5; 4; 5])]
    [0; 1; 0; 2; 3; 1; 0; 2; 3; 8; 4; 11; 7; 8; 4; 12; 16; 15; 4; 22].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 16 4.
Definition portion : list N := [1; 4; 13; 18; 23].

Lemma checked : check_quotient game_0_722 elements 16 4 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_722 24 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 16 <= n -> same game_0_722 [n + 4] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_722 [n + q] [n]) ->
  16 <= a /\ N.divide 4 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
