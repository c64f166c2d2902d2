(** * 0.64: the misère quotient of the heaps up to 7 has at least 18 elements

    By theorem M.10 of docs/theory.md and kind misere-bound of docs/certificate.md; made by misere.py from a certificate. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_64 : rule :=
  [Clause [Range 1 1] [Range 1 2] Any [From 0];
   Clause [Range 2 2] [Range 2 2] Any [From 0]].

(** A monoid that decides the sums of the smaller heaps: generating heaps with their actions, and the values of the
    heaps. *)
Definition elements : monoid := Monoid 18
    [(2, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10; 13; 12; 15; 14; 17; 16]);
     (3, [2; 3; 4; 5; 2; 3; 8; 9; 6; 7; 12; 13; 10; 11; 16; 17; 14; 15]);
     (5, [6; 7; 8; 9; 6; 7; 10; 11; 12; 13; 14; 15; 16; 17; 10; 11; 12; 13])]
    [0; 0; 1; 2; 3; 6; 1].

(** For each number of heaps 7 the elements of the sums that win beside them. *)
Definition layers : list (list N) :=
   [[1; 4; 10];
    [1; 8; 15]].

Lemma checked : check_bound game_0_64 elements 7 layers = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** So many sums of heaps can be told apart. *)
Theorem bound : quotient_at_least game_0_64 7 18.
Proof. exact (check_bound_sound _ _ _ _ checked). Qed.
