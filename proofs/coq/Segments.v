(** * Periods whose proof is cut into segments

    The values of the heaps below the end of a proof of P.5 are cut into segments, and the last [W + k + 1] values before
    each cut are its window. What a checker shows of one segment is [segment]; if it holds for all of them, and the
    windows repeat as the claim says, then the claim holds ([segments_period]). *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Games Sums Grundy Least Sparse Loops.

(** ** Primes, so that the period is shown to be the least by few comparisons *)
Definition prime (q : N) : Prop := 1 < q /\ forall d, N.divide d q -> d = 1 \/ d = q.

Definition try_step (q d : N) : N + bool :=
  if q <? d * d then inr true else if q mod d =? 0 then inr false else inl (d + 1).
Definition is_prime (q : N) : bool := (1 <? q) && match loop (try_step q) q 2 with inr b => b | inl _ => false end.

Lemma is_prime_spec q : is_prime q = true -> prime q.
Proof.
  unfold is_prime. rewrite andb_true_iff, N.ltb_lt. intros [Q H]. split; auto.
  pose proof (loop_spec (try_step q) (fun j d => d = j /\ forall c, 2 <= c -> c < d -> q mod c <> 0)
    (fun b => b = true -> exists d, q < d * d /\ forall c, 2 <= c -> c < d -> q mod c <> 0) q 2 2) as S.
  destruct (loop _ _ _) as [d|b]; [easy|]. subst b. destruct S as (d & D & F); auto.
  - intros j d _ _ [-> F]. unfold try_step. destruct (N.ltb_spec q (j * j)) as [L|L]; [intros _; eauto|].
    destruct (N.eqb_spec (q mod j) 0) as [M|M]; [easy|]. split; auto. intros c C1 C2.
    destruct (N.eq_dec c j) as [->|]; auto. apply F; auto. lia.
  - split; auto. intros; lia.
  - intros c [k K]. destruct (N.eq_dec c 1); auto. right.
    assert (N0 : c <> 0) by (intros ->; lia). assert (k <> 0) by (intros ->; lia).
    assert (Dc : d <= c).
    { destruct (N.le_gt_cases d c) as [|L]; auto. exfalso. apply (F c); auto; [lia|]. rewrite K. now apply N.mod_mul. }
    destruct (N.eq_dec k 1); [lia|]. exfalso. assert (L : k < d) by nia. apply (F k); [lia|auto|].
    rewrite K, N.mul_comm. apply N.mod_mul. lia.
Qed.

(** [qs] are primes with the product [p]. *)
Definition factors (p : N) (qs : list N) : bool := forallb is_prime qs && (fold_right N.mul 1 qs =? p).

Lemma factors_spec p qs : factors p qs = true -> forall k, 1 < k -> N.divide k p -> exists q, In q qs /\ N.divide q k.
Proof.
  unfold factors. rewrite andb_true_iff, forallb_forall, N.eqb_eq. intros [P <-]. induction qs as [|q qs IH]; intros k K D; simpl in D.
  - apply N.divide_1_r in D. lia.
  - destruct (is_prime_spec q (P q (or_introl eq_refl))) as [Q1 Q2].
    destruct (Q2 (N.gcd k q) (N.gcd_divide_r k q)) as [G1|G1].
    + apply N.gauss in D; auto. destruct (IH (fun x I => P x (or_intror I)) k K D) as (x & I & X). exists x. simpl. auto.
    + exists q. split; [now left|]. rewrite <- G1. apply N.gcd_divide_l.
Qed.

(** ** Segments *)
Section Segments.
  Variable r : rule.
  (** Mask and type of the sparse space, the last rare heap, and W. *)
  Variable mask : N.
  Variable typ : option bool.
  Variables R W : N.

  Definition back : N := W + most (takes_of r) + 1.
  (** The values of the heaps before [a] are those of the window [u]. *)
  Definition agrees (a : N) (u : N -> N) : Prop := forall n, a <= n + back -> n < a -> G r n = u n.
  (** Heap [n] is common beyond [R], and beyond the most tokens that are taken at once, every smaller value is that of an
      option that leaves one heap, or two with a part of at most W. *)
  Definition follows (n : N) : Prop :=
    (R < n -> cls mask typ (N.odd n) (G r n) = true)
    /\ (most (takes_of r) < n -> forall v, v < G r n -> witness (takes_of r) (G r) W n v).

  (** The segment of the heaps from [a] to [b - 1], between the windows [u] and [v]: if the window [u] is right, and every
      heap before [a] follows, then the window [v] is right, and the heaps of the segment follow. A checker of one segment
      takes the window and the list of rare heaps as they are given: that no other heap before [a] is rare, the segments
      before have to show. *)
  Definition segment (a b : N) (u v : N -> N) : Prop :=
    agrees a u -> (forall n, n < a -> follows n) -> agrees b v /\ forall n, a <= n -> n < b -> follows n.

  (** Segments one after the other: their ends, with their windows. *)
  Fixpoint segments (a : N) (u : N -> N) (l : list (N * (N -> N))) : Prop :=
    match l with [] => True | (b, v) :: l => segment a b u v /\ segments b v l end.

  Lemma segments_follow l : forall a u, segments a u l -> agrees a u -> (forall n, n < a -> follows n) ->
    Forall (fun s => agrees (fst s) (snd s)) l /\ forall n, a <= n -> Exists (fun s => n < fst s) l -> follows n.
  Proof.
    induction l as [|[b v] l IH]; intros a u S A L0; [split; [constructor|intros n _ E; inversion E]|].
    destruct S as [S1 S2]. destruct (S1 A L0) as [B F].
    destruct (IH b v S2 B) as [I1 I2]; [intros n Ln; destruct (N.lt_ge_cases n a); auto|]. split; [constructor; auto|].
    intros n L E. destruct (N.lt_ge_cases n b) as [C|C]; [auto|]. apply I2; auto.
    inversion E as [? ? X|? ? X]; auto. simpl in X. lia.
  Qed.

  Variables n0 p : N.
  Let turn := n0 + W + most (takes_of r).

  (** What the windows say of the period: those at the turn and one period later agree, but for their first value; that
      at [turn + p / q] does not, for each prime factor [q] of [p]. *)
  Definition windows_repeat (qs : list N) (l : list (N * (N -> N))) : Prop :=
    exists u v, In (turn, u) l /\ In (turn + p, v) l
      /\ (forall n, n0 <= n -> n < turn -> v (n + p) = u n) /\ v (n0 - 1 + p) <> u (n0 - 1)
      /\ forall q, In q qs -> exists w, In (turn + p / q, w) l /\ exists n, n0 <= n /\ n < turn /\ w (n + p / q) <> u n.

  Lemma at_most i : In i (none (takes_of r)) \/ In i (one (takes_of r)) \/ In i (two (takes_of r)) -> i <= most (takes_of r).
  Proof. unfold most. intros [I|[I|I]]; apply in_greatest in I; lia. Qed.

  Theorem segments_period qs l : plain r = true -> type_ok typ (two (takes_of r)) p = true ->
    1 <= p -> R < n0 -> R <= W -> factors p qs = true ->
    segments 0 (fun _ => 0) l -> windows_repeat qs l -> exact_period (G r) n0 p 0.
  Proof.
    intros P T Pp HR HW Q S (u & v & Iu & Iv & Same & First & Other).
    destruct (segments_follow l 0 _ S) as [A F]; [intros n _ L; lia|intros n L; lia|]. rewrite Forall_forall in A.
    assert (K : forall n, n < turn + p -> follows n).
    { intros n L. apply F; [lia|]. apply Exists_exists. eexists. split; [exact Iv|]. exact L. }
    assert (Au := A _ Iu). assert (Av := A _ Iv). simpl in Au, Av. unfold agrees, back in Au, Av.
    assert (Per : forall n, n0 <= n -> G r (n + p) = G r n).
    { apply (sparse_period (takes_of r) (G r) (most (takes_of r))) with (class := fun n v => cls mask typ (N.odd n) v) (R := R) (W := W); auto.
      - intros n. eapply is_mex_ext; [|apply G_grundy]. intros x. apply opt_rule. exact P.
      - apply one_pos.
      - intros; apply at_most; auto.
      - intros; apply at_most; auto.
      - intros; apply at_most; auto.
      - lia.
      - apply (cls_xor _ _ _ _ T).
      - apply (cls_shift _ _ _ _ T).
      - intros n L1 L2. apply K; [unfold turn; lia|auto].
      - intros n L1 L2. rewrite Av, Au, Same; auto; unfold turn; lia.
      - intros n L1 L2 x X. apply K; auto; unfold turn; lia. }
    split; [intros n L; rewrite Per by auto; lia|].
    apply (least (G r) n0 p 0); [lia|intros n L; rewrite Per by auto; lia| |].
    - intros j d x J E X. assert (x = 0) by nia. subst x.
      destruct (factors_spec p qs Q j J) as (q & Iq & [m M]); [exists d; lia|].
      destruct (Other q Iq) as (w & Iw & n & N1 & N2 & N3). assert (Aw := A _ Iw). simpl in Aw. unfold agrees, back in Aw.
      assert (q <> 0) by (intros ->; lia).
      assert (Dq : p / q = m * d) by (rewrite <- E, M; replace (m * q * d) with (m * d * q) by lia; apply N.div_mul; auto).
      rewrite Dq in *. assert (D : exists y, n0 <= y /\ G r (y + d) <> G r y).
      { destruct (N.eq_dec m 0) as [->|]; [lia|].
        assert (Z : (forall y, n0 <= y -> G r (y + d) = G r y) \/ exists i, i < m /\ G r (n + i * d + d) <> G r (n + i * d)).
        { assert (Step : forall c, (forall i, i < c -> G r (n + i * d + d) = G r (n + i * d)) \/
            exists i, i < c /\ G r (n + i * d + d) <> G r (n + i * d)).
          { induction c as [|c IH] using N.peano_ind; [left; lia|]. destruct IH as [IH|(i & I1 & I2)].
            - destruct (N.eq_dec (G r (n + c * d + d)) (G r (n + c * d))) as [Y|Y].
              + left. intros i I. destruct (N.eq_dec i c) as [->|]; auto. apply IH. lia.
              + right. exists c. split; [lia|auto].
            - right. exists i. split; [lia|auto]. }
          destruct (Step m) as [H0|H0]; auto. exfalso. apply N3.
          assert (Chain : forall c, c <= m -> G r (n + c * d) = G r n).
          { induction c as [|c IH] using N.peano_ind; intros C; [f_equal; lia|].
            replace (n + N.succ c * d) with (n + c * d + d) by lia. rewrite H0 by lia. apply IH. lia. }
          specialize (Chain m (N.le_refl m)). rewrite Aw, Au in Chain; auto; unfold turn in *; lia. }
        destruct Z as [Z|(i & I1 & I2)]; [|exists (n + i * d); split; [lia|auto]].
        exfalso. apply N3. assert (Chain : forall c, G r (n + c * d) = G r n).
        { induction c as [|c IH] using N.peano_ind; [f_equal; lia|].
          replace (n + N.succ c * d) with (n + c * d + d) by lia. rewrite Z by lia. exact IH. }
        specialize (Chain m). rewrite Aw, Au in Chain; auto; unfold turn in *; lia. }
      destruct D as (y & Y1 & Y2). exists y. split; auto. now rewrite N.add_0_r.
    - right. rewrite N.add_0_r. rewrite Av, Au; auto; unfold turn; lia.
  Qed.
End Segments.

(** ** Windows as they stand in a file: the value of the first heap, and those of the others as characters from 0 on, in
    pieces of 2000 *)
From Coq Require Import Ascii String.

Definition value_at (pieces : list string) (i : N) : N :=
  match String.get (N.to_nat (i mod 2000)) (nth (N.to_nat (i / 2000)) pieces ""%string) with
  | Some c => N_of_ascii c - 48
  | None => 0
  end.

Definition window (first value : N) (pieces : list string) (n : N) : N :=
  if n =? first then value else value_at pieces (n - first - 1).

Lemma window_shift a p x y pieces n : a < n -> window (a + p) x pieces (n + p) = window a y pieces n.
Proof.
  intros L. unfold window. destruct (N.eqb_spec (n + p) (a + p)), (N.eqb_spec n a); try lia. f_equal. lia.
Qed.
