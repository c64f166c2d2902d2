(** * Theorem P.8: subtraction games that allow all but finitely many numbers

    A move takes [i] tokens, [i] in [T], and leaves one heap or nothing; every [i > x] is in [T]. From [n] every heap
    [m < n - x] can be left, and the values of these heaps are exactly the numbers below their mex, [low n]. So the next
    value depends on [low n] and the last [x] values only. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Games Sums Grundy.

Section AllBut.
  Variable g : N -> N.
  Variable T : N -> Prop.
  Variable x : N.
  Hypothesis Hg : forall n, is_mex (fun v => exists m, m < n /\ T (n - m) /\ v = g m) (g n).
  Hypothesis Hx : forall i, x < i -> T i.

  Definition low (n : N) : N := mex (map g (count_from 0 (N.to_nat (n - x)))).

  Lemma low_spec n : is_mex (fun v => exists m, m + x < n /\ v = g m) (low n).
  Proof.
    eapply is_mex_ext; [|apply mex_spec]. intros v. simpl. rewrite in_map_iff. split.
    - intros (m & <- & I). apply in_count_from in I. exists m. split; auto. lia.
    - intros (m & L & ->). exists m. split; auto. apply in_count_from. lia.
  Qed.

  Lemma low_above n m : m + x < n -> g m < low n.
  Proof.
    intros L. destruct (low_spec n) as [A B]. destruct (N.lt_trichotomy (g m) (low n)) as [|[E|C]]; auto; exfalso.
    - apply A. exists m. auto.
    - destruct (Hg m) as [_ D]. destruct (D _ C) as (j & J & _ & E). apply A. exists j. split; [lia|auto].
  Qed.

  Lemma low_le n : low n <= g n.
  Proof.
    destruct (N.le_gt_cases (low n) (g n)) as [|C]; auto. exfalso. destruct (low_spec n) as [_ B].
    destruct (B _ C) as (m & L & E). destruct (Hg n) as [A _]. apply A. exists m. repeat split; auto; [lia|apply Hx; lia].
  Qed.

  Lemma low_next n : x <= n -> low (n + 1) = if g (n - x) =? low n then low n + 1 else low n.
  Proof.
    intros L. apply (is_mex_unique (fun v => exists m, m + x < n + 1 /\ v = g m)); [apply low_spec|].
    destruct (low_spec n) as [A B].
    assert (C : g (n - x) <= low n).
    { destruct (N.le_gt_cases (g (n - x)) (low n)) as [|C]; auto. exfalso. destruct (Hg (n - x)) as [_ D].
      destruct (D _ C) as (j & J & _ & E). apply A. exists j. split; [lia|auto]. }
    destruct (N.eqb_spec (g (n - x)) (low n)) as [E|E]; split.
    - intros (m & M & V). destruct (N.eq_dec m (n - x)) as [->|]; [lia|]. pose proof (low_above n m ltac:(lia)). lia.
    - intros u U. destruct (N.eq_dec u (low n)) as [->|].
      + exists (n - x). split; [lia|auto].
      + destruct (B u ltac:(lia)) as (m & M & V). exists m. split; [lia|auto].
    - intros (m & M & V). destruct (N.eq_dec m (n - x)) as [->|]; [lia|]. pose proof (low_above n m ltac:(lia)). lia.
    - intros u U. destruct (B u U) as (m & M & V). exists m. split; [lia|auto].
  Qed.

  Theorem all_but_period p s a : x <= a -> low (a + p) = low a + s ->
    (forall m, a <= m + x -> m < a -> g (m + p) = g m + s) -> forall n, a <= n + x -> g (n + p) = g n + s.
  Proof.
    intros Ha Low W. enough (K : forall n, a <= n -> low (n + p) = low n + s /\
      forall m, a <= m + x -> m < n -> g (m + p) = g m + s).
    { intros n L. destruct (K (N.max a (n + 1)) ltac:(lia)) as [_ V]. apply V; lia. }
    induction n as [|n IH] using N.peano_ind; intros L; [replace a with 0 in * by lia; auto|].
    destruct (N.eq_dec a (N.succ n)) as [<-|]; [auto|]. destruct (IH ltac:(lia)) as [IL IV]. clear IH.
    pose proof (low_next n ltac:(lia)) as S1. pose proof (low_next (n + p) ltac:(lia)) as S2.
    replace (n + p + 1) with (N.succ n + p) in S2 by lia. replace (n + 1) with (N.succ n) in S1 by lia.
    assert (V : g (n + p) = g n + s).
    { apply (is_mex_unique (fun v => exists m, m < n + p /\ T (n + p - m) /\ v = g m)); [apply Hg|].
      destruct (Hg n) as [A B]. split.
      - intros (m & M & Tm & E). destruct (N.lt_ge_cases (m + x) (n + p)) as [C|C].
        + pose proof (low_above (n + p) m C). pose proof (low_le n). lia.
        + apply A. exists (m - p). pose proof (IV (m - p) ltac:(lia) ltac:(lia)) as E2.
          replace (m - p + p) with m in E2 by lia. replace (n - (m - p)) with (n + p - m) by lia.
          repeat split; auto; lia.
      - intros u U. destruct (N.lt_ge_cases u (low n + s)) as [C|C].
        + destruct (low_spec (n + p)) as [_ D]. rewrite IL in D. destruct (D u C) as (m & M & E). exists m.
          repeat split; auto; [lia|apply Hx; lia].
        + destruct (B (u - s) ltac:(lia)) as (m & M & Tm & E).
          destruct (N.lt_ge_cases (m + x) n) as [F|F]; [pose proof (low_above n m F); lia|].
          exists (m + p). rewrite IV by lia. replace (n + p - (m + p)) with (n - m) by lia. repeat split; auto; lia. }
    assert (X : g (n + p - x) = g (n - x) + s).
    { destruct (N.eq_dec x 0) as [->|]; [rewrite !N.sub_0_r; auto|].
      replace (n + p - x) with (n - x + p) by lia. apply IV; lia. }
    split.
    - rewrite S1, S2, X, IL. destruct (N.eqb_spec (g (n - x)) (low n)), (N.eqb_spec (g (n - x) + s) (low n + s)); lia.
    - intros m M1 M2. destruct (N.eq_dec m n) as [->|]; auto. apply IV; lia.
  Qed.
End AllBut.

(** ** Such rules *)
Definition all_but_clause (c : clause) : bool :=
  match cond c, on c, leave c with Any, [From 0], [Range 0 1] => true | _, _, _ => false end.

(** [i] tokens may be taken. *)
Definition taken (r : rule) (i : N) : Prop := 0 < i /\ exists c, In c r /\ within i (take c).

(** The numbers up to [x] and an endless range after it make all numbers above [x]. *)
Definition endless_after (r : rule) (x : N) : bool :=
  existsb (fun c => existsb (fun t => match t with From a => a <=? x + 1 | Range _ _ => false end) (take c)) r.

Lemma all_but_values r : forallb all_but_clause r = true ->
  forall n, is_mex (fun v => exists m, m < n /\ taken r (n - m) /\ v = G r m) (G r n).
Proof.
  intros F.
  assert (K : forall c, In c r -> cond c = Any /\ (forall n, within n (on c)) /\ forall h, within h (leave c) <-> h <= 1).
  { intros c I. rewrite forallb_forall in F. specialize (F c I). unfold all_but_clause in F.
    destruct (cond c); try easy. destruct (on c) as [|[|[|]] [|]]; try easy.
    destruct (leave c) as [|[[|] [|[| |]]|] [|]]; try easy. repeat split.
    - intros n. constructor. apply N.le_0_l.
    - intros H. inversion H as [? ? Q|? ? Q]; [lia|inversion Q].
    - intros H. constructor. lia. }
  assert (Z : G r 0 = 0).
  { apply (is_mex_unique (option_value r (G r) 0)); [apply G_grundy|]. split; [|lia].
    intros (l & (c & i & I & _ & _ & E & L & P & _ & B) & _). apply K in L; auto.
    destruct l as [|a [|]]; simpl in *; try lia. }
  intros n. eapply is_mex_ext; [|apply G_grundy]. intros v. split.
  - intros (l & (c & i & I & _ & Tk & -> & L & P & _ & B) & ->). apply K in L; auto.
    exists (total l). destruct l as [|a [|]]; simpl in *; try lia.
    + assert (0 < i) by lia. rewrite Z. repeat split; [lia|lia|]. exists c. split; auto. now replace (i + 0 - 0) with i by lia.
    + assert (0 < i) by lia. rewrite !N.add_0_r, N.lxor_0_r. repeat split; [lia|lia|]. exists c. split; auto.
      now replace (i + a - a) with i by lia.
  - intros (m & M & (P & c & I & Tk) & ->). destruct (K c I) as (A & O & L).
    destruct (N.eq_dec m 0) as [->|].
    + exists []. split; [|now rewrite Z]. exists c, n. rewrite A. rewrite N.sub_0_r in *.
      repeat split; auto; [simpl; lia|apply L; simpl; lia].
    + exists [m]. split; [|simpl; now rewrite N.lxor_0_r]. exists c, (n - m). rewrite A.
      repeat split; auto; [simpl; lia|apply L; simpl; lia|repeat constructor; lia].
Qed.

Lemma endless_after_spec r x : endless_after r x = true -> forall i, x < i -> taken r i.
Proof.
  unfold endless_after, taken. rewrite existsb_exists. intros (c & I & H) i L. split; [lia|]. exists c. split; auto.
  apply existsb_exists in H as ([a b|a] & J & H); [easy|]. apply N.leb_le in H.
  unfold within. apply Exists_exists. exists (From a). split; auto. lia.
Qed.
