(** * 0.253: a misère quotient of 36 elements, with period 10 from heap 4 on

    By theorems M.10 and M.11 of docs/theory.md; made by misere.py from proofs/misere/0.253.cert. *)
From Sprague Require Import Games Quotient QuotientCheck.

Definition game_0_253 : rule :=
  [Clause [Range 1 1] [Range 1 1] Any [From 0];
   Clause [Range 2 2] [Range 0 0; Range 2 2] Any [From 0];
   Clause [Range 3 3] [Range 0 1] Any [From 0]].

(** Generating heaps with their actions on the elements, and the values of the heaps. *)
Definition elements : monoid := Monoid 36
    [(2, [1; 0; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10; 13; 12; 15; 14; 17; 16; 19; 18; 21; 20; 23; 22;
      25; 24; 27; 26; 29; 28; 31; 30; 33; 32; 35; 34]);
     (3, [2; 3; 4; 5; 6; 7; 4; 5; 10; 11; 8; 9; 14; 15; 12; 13; 18; 19; 16; 17; 22; 23; 24; 25;
      26; 27; 24; 25; 30; 31; 28; 29; 34; 35; 32; 33]);
     (8, [8; 9; 10; 11; 8; 9; 10; 11; 12; 13; 14; 15; 16; 17; 18; 19; 17; 16; 19; 18; 28; 29; 30; 31;
      28; 29; 30; 31; 32; 33; 34; 35; 16; 17; 18; 19]);
     (13, [20; 21; 22; 23; 24; 25; 26; 27; 28; 29; 30; 31; 32; 33; 34; 35; 16; 17; 18; 19; 0; 1; 2; 3;
      4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15])]
    [0; 0; 1; 2; 1; 0; 1; 0; 8; 0; 1; 0; 1; 20].

(** The element of a sum of heaps, and the elements of the P-positions. *)
Definition class : list N -> N := class_by elements 4 10.
Definition portion : list N := [1; 4; 10; 12; 17; 21; 26; 28; 34].

Lemma checked : check_quotient game_0_253 elements 4 10 portion = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Who wins a sum is read off its element. *)
Theorem quotient : misere_quotient game_0_253 36 class portion.
Proof. exact (proj1 (check_quotient_sound _ _ _ _ _ checked)). Qed.

(** Beside heaps of this game nobody can tell a heap from the one that is larger by the period. *)
Theorem period : forall n, 4 <= n -> same game_0_253 [n + 10] [n].
Proof. exact (proj1 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.

(** No period of nonempty heaps begins sooner, and every period is a multiple of this one. *)
Theorem least : forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same game_0_253 [n + q] [n]) ->
  4 <= a /\ N.divide 10 q.
Proof. exact (proj2 (proj2 (check_quotient_sound _ _ _ _ _ checked))). Qed.
