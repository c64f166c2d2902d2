(** * What a misère quotient says (theory M.7, M.12) *)
From Coq Require Import NArith List Lia.
From Sprague Require Import Games Sums Grundy Quotient.

Section Outcomes.
  Variable r : rule.
  Variable order : N.
  Variable class : list N -> N.
  Variable portion : list N.
  Hypothesis quotient : misere_quotient r order class portion.

  (** The element of a sum is that of its parts: so heaps may be replaced by others of the same element. *)
  Theorem class_of_sum l l' m m' : class l = class l' -> class m = class m' -> class (l ++ m) = class (l' ++ m').
  Proof.
    rewrite !(same_class _ _ _ _ quotient). intros L M z. rewrite <- !app_assoc. rewrite (L (m ++ z)).
    assert (E : forall k, P_position Misere (heaps r (l' ++ (k ++ z))) <-> P_position Misere (heaps r (k ++ (z ++ l')))).
    { intros k. apply misere_permuted. rewrite (app_assoc k). apply Permutation.Permutation_app_comm. }
    rewrite !E. apply M.
  Qed.

  (** A move wins exactly if it leads to an element of the portion, and who is to move has such a move unless the sum is a
      P-position or no move is left. *)
  Theorem winning_move l : ~ In (class l) portion -> (exists y, sum_move r l y) -> exists y, sum_move r l y /\ In (class y) portion.
  Proof.
    intros No M. destruct (sum_moves_listed r l) as (ys & Hys).
    destruct (existsb (fun y => existsb (N.eqb (class y)) portion) ys) eqn:Q.
    - apply existsb_exists in Q as (y & I & Q). exists y. split; [now apply Hys|now apply existsb_in].
    - exfalso. apply No, (outcomes _ _ _ _ quotient), misere_P. split; auto. intros y Hy P.
      rewrite <- Bool.not_true_iff_false in Q. apply Q, existsb_exists. exists y. split; [now apply Hys|].
      now apply existsb_in, (outcomes _ _ _ _ quotient).
  Qed.

  Theorem no_winning_move l y : In (class l) portion -> sum_move r l y -> ~ In (class y) portion.
  Proof. rewrite <- !(outcomes _ _ _ _ quotient). intros P M. apply misere_P in P as [_ P]. now apply P. Qed.
End Outcomes.

(** Any two quotients of a rule have as many elements; so the order of the quotient is determined. *)
Lemma quotient_le r q c s q' c' s' : misere_quotient r q c s -> misere_quotient r q' c' s' -> q <= q'.
Proof.
  intros A B.
  assert (K : exists l, length l = N.to_nat q /\ NoDup (map c l)).
  { assert (K : forall k, N.of_nat k <= q -> exists l, length l = k /\ NoDup (map c l) /\ forall x, In x (map c l) -> x < N.of_nat k).
    { induction k as [|k IH]; intros L; [exists []; repeat split; [constructor|easy]|].
      destruct IH as (l & E & D & M); [lia|]. destruct (every_class _ _ _ _ A (N.of_nat k)) as (x & X); [lia|].
      exists (x :: l). simpl. rewrite E, X. repeat split.
      - constructor; auto. intros I. apply M in I. lia.
      - intros y [<-|I]; [lia|]. apply M in I. lia. }
    destruct (K (N.to_nat q)) as (l & E & D & _); [lia|]. eauto. }
  destruct K as (l & E & D).
  assert (D' : NoDup (map c' l)).
  { clear E. induction l as [|x l IH]; simpl in *; [constructor|]. inversion D as [|? ? Nx Dl]. subst. constructor; auto.
    intros I. apply Nx. apply in_map_iff in I as (y & Y & I). apply in_map_iff. exists y. split; auto.
    apply (same_class _ _ _ _ A), (same_class _ _ _ _ B). exact Y. }
  assert (I : incl (map c' l) (count_from 0 (N.to_nat q'))).
  { intros y J. apply in_map_iff in J as (x & <- & _). apply in_count_from. pose proof (classes _ _ _ _ B x). lia. }
  pose proof (NoDup_incl_length D' I) as L. rewrite map_length, length_count_from, E in L. lia.
Qed.

Theorem order_determined r q c s q' c' s' : misere_quotient r q c s -> misere_quotient r q' c' s' -> q = q'.
Proof.
  intros A B. apply N.le_antisymm; [exact (quotient_le _ _ _ _ _ _ _ A B)|exact (quotient_le _ _ _ _ _ _ _ B A)].
Qed.
