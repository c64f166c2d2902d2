(** * The least preperiod and the least period

    A sequence [g] has from [a] on the period [p] and the saltus [s] if [g (n + p) = g n + s] for all [n >= a]. If no
    proper divisor of [p] will do with the same proportion of [s], and the equation fails at [n0 - 1], then every period
    of [g], from wherever on and with whatever saltus, begins at [n0] or later and is a multiple of [p]. *)
From Coq Require Import NArith Lia.
Open Scope N_scope.

Section Least.
  Variable g : N -> N.

  (** The saltus is [s - t], which may be negative on the way. *)
  Let shift a p s t := forall n, a <= n -> g (n + p) + t = g n + s.

  Lemma shift_mul a p s t k : shift a p s t -> shift a (k * p) (k * s) (k * t).
  Proof.
    intros H. induction k as [|k IH] using N.peano_ind; intros n Hn.
    - replace (n + 0 * p) with n by lia. lia.
    - replace (n + N.succ k * p) with (n + k * p + p) by lia. specialize (H (n + k * p) ltac:(lia)).
      specialize (IH n Hn). lia.
  Qed.

  Lemma shift_sub a p s t q s' t' : q <= p -> shift a p s t -> shift a q s' t' -> shift a (p - q) (s + t') (t + s').
  Proof.
    intros L P Q n Hn. specialize (P n Hn). specialize (Q (n + (p - q)) ltac:(lia)).
    replace (n + (p - q) + q) with (n + p) in Q by lia. lia.
  Qed.

  Lemma shift_gcd a : forall m p s t q s' t', p + q <= m -> 0 < p -> 0 < q -> shift a p s t -> shift a q s' t' ->
    exists u v, shift a (N.gcd p q) u v.
  Proof.
    induction m as [m IH] using (well_founded_induction N.lt_wf_0). intros p s t q s' t' L Pp Qp P Q.
    destruct (N.lt_trichotomy p q) as [H|[<-|H]].
    - rewrite <- (N.gcd_sub_diag_r p q) by lia.
      apply (IH (p + (q - p)) ltac:(lia) _ _ _ _ _ _ (N.le_refl _) Pp ltac:(lia) P
        (shift_sub a q s' t' p s t ltac:(lia) Q P)).
    - rewrite N.gcd_diag. eauto.
    - rewrite N.gcd_comm, <- (N.gcd_sub_diag_r q p) by lia.
      apply (IH (q + (p - q)) ltac:(lia) _ _ _ _ _ _ (N.le_refl _) Qp ltac:(lia) Q
        (shift_sub a p s t q s' t' ltac:(lia) P Q)).
  Qed.

  Theorem least n0 p s : 0 < p -> (forall n, n0 <= n -> g (n + p) = g n + s) ->
    (forall k d u, 1 < k -> k * d = p -> k * u = s -> exists n, n0 <= n /\ g (n + d) <> g n + u) ->
    n0 = 0 \/ g (n0 - 1 + p) <> g (n0 - 1) + s ->
    forall a q t, 0 < q -> (forall n, a <= n -> g (n + q) = g n + t) -> n0 <= a /\ N.divide p q.
  Proof.
    intros Hp P D S a q t Hq Q.
    assert (P0 : shift n0 p s 0) by (intros n L; rewrite P; lia).
    assert (Pk : forall k n, n0 <= n -> g (n + k * p) = g n + k * s)
      by (intros k n L; pose proof (shift_mul _ _ _ _ k P0 n L); lia).
    set (b := N.max a n0).
    assert (Pb : shift b p s 0) by (intros n L; apply P0; lia).
    assert (Qb : shift b q t 0) by (intros n L; rewrite Q by lia; lia).
    destruct (shift_gcd b _ p s 0 q t 0 (N.le_refl _) Hp Hq Pb Qb) as (u & v & E).
    set (d := N.gcd p q) in *.
    assert (Ed : shift n0 d u v).
    { intros n L. assert (B : b <= n + b * p) by nia. specialize (E _ B).
      replace (n + b * p + d) with (n + d + b * p) in E by lia. rewrite !Pk in E by lia. lia. }
    assert (V : N.divide p q).
    { destruct (N.eq_dec d p) as [F|F]; [rewrite <- F; apply N.gcd_divide_r|]. exfalso.
      destruct (N.gcd_divide_l p q) as [k K]. fold d in K.
      assert (k <> 0) by (intros ->; lia). assert (k <> 1) by (intros ->; lia).
      pose proof (shift_mul _ _ _ _ k Ed n0 (N.le_refl _)) as M. rewrite <- K, P in M by lia.
      destruct (D k d (u - v)) as (n & N1 & N2); [lia|lia|nia|]. apply N2. specialize (Ed n N1). nia. }
    split; auto. destruct (N.le_gt_cases n0 a) as [|L]; auto. exfalso. destruct S as [S|S]; [lia|].
    destruct V as [k ->]. assert (k <> 0) by (intros ->; lia). apply S.
    pose proof (Q n0 ltac:(lia)) as T. rewrite Pk in T by lia.
    pose proof (Q (n0 - 1) ltac:(lia)) as U.
    replace (n0 - 1 + k * p) with (n0 - 1 + p + (k - 1) * p) in U by nia. rewrite Pk in U by lia. nia.
  Qed.
End Least.

(** From [n0] on, and not sooner, [g] has the period [p] with the saltus [s], and no other period that is not a multiple. *)
Definition exact_period (g : N -> N) (n0 p s : N) : Prop :=
  (forall n, n0 <= n -> g (n + p) = g n + s) /\
  (forall a q t, 0 < q -> (forall n, a <= n -> g (n + q) = g n + t) -> n0 <= a /\ N.divide p q).
