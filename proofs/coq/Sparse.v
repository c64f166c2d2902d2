(** * Rules that leave at most two heaps without conditions, and theorem P.5 for sparse games *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Games Sums Grundy.

(** ** Such a rule as three lists: how many tokens may be taken so that 0, 1 or 2 heaps are left *)
Record takes := Takes { none : list N; one : list N; two : list N }.

Definition greatest (l : list N) : N := fold_right N.max 0 l.

Lemma in_greatest l i : In i l -> i <= greatest l.
Proof. induction l; simpl; intros H; [easy|]. destruct H as [->|H]; [lia|]. apply IHl in H. lia. Qed.

(** Whether a set is finite, and its greatest member. *)
Definition finite (s : list range) : bool := forallb (fun r => match r with Range _ _ => true | From _ => false end) s.

Definition last_of (s : list range) : N := greatest (map (fun r => match r with Range _ b => b | From a => a end) s).

Lemma within_last s i : finite s = true -> within i s -> i <= last_of s.
Proof.
  unfold finite, within, last_of. rewrite forallb_forall, Exists_exists. intros F (r & I & H).
  specialize (F r I). apply (in_map (fun r => match r with Range _ b => b | From a => a end)), in_greatest in I.
  destruct r; [lia|easy].
Qed.

(** Clauses without a condition, for every heap, that take boundedly many tokens and leave at most two heaps. *)
Definition plain_clause (c : clause) : bool :=
  match cond c, on c with
  | Any, [From 0] => finite (take c) && finite (leave c) && (last_of (leave c) <=? 2)
  | _, _ => false
  end.

Definition plain (r : rule) : bool := forallb plain_clause r.

Definition leaving (r : rule) (h : N) : list N :=
  flat_map (fun c => if withinb h (leave c) then members (last_of (take c)) (take c) else []) r.

Definition takes_of (r : rule) : takes :=
  {| none := filter (N.ltb 0) (leaving r 0); one := filter (N.ltb 0) (leaving r 1); two := leaving r 2 |}.

(** [opt t g n v]: the value [v] is that of an option of [n]. *)
Definition opt (t : takes) (g : N -> N) (n v : N) : Prop :=
  (In n (none t) /\ v = 0)
  \/ (exists i, In i (one t) /\ i < n /\ v = g (n - i))
  \/ (exists i x y, In i (two t) /\ 0 < x /\ x <= y /\ n = i + x + y /\ v = N.lxor (g x) (g y)).

Lemma plain_leaving r : plain r = true -> forall i h,
  In i (leaving r h) <-> exists c, In c r /\ within i (take c) /\ within h (leave c).
Proof.
  unfold plain, leaving. rewrite forallb_forall. intros P i h. rewrite in_flat_map. split.
  - intros (c & I & H). exists c. destruct (withinb h (leave c)) eqn:E; [|easy].
    apply within_spec in E. apply in_members in H. tauto.
  - intros (c & I & T & L). exists c. split; auto. apply within_spec in L. rewrite L. apply in_members. split; auto.
    specialize (P c I). unfold plain_clause in P. destruct (cond c); try easy. destruct (on c) as [|[|[|]] [|]]; try easy.
    rewrite !andb_true_iff in P. apply within_last; tauto.
Qed.

Lemma plain_facts r c : plain r = true -> In c r ->
  cond c = Any /\ (forall n, within n (on c)) /\ forall h, within h (leave c) -> h <= 2.
Proof.
  unfold plain. rewrite forallb_forall. intros P I. specialize (P c I). unfold plain_clause in P.
  destruct (cond c); try easy. destruct (on c) as [|[|[|]] [|]]; try easy.
  rewrite !andb_true_iff, N.leb_le in P. repeat split; auto.
  - intros n. constructor. apply N.le_0_l.
  - intros h L. apply within_last in L; [lia|tauto].
Qed.

Lemma opt_rule r g : plain r = true -> forall n v, option_value r g n v <-> opt (takes_of r) g n v.
Proof.
  intros P n v. split.
  - intros (l & (c & i & I & _ & T & -> & L & F & _ & B) & ->).
    destruct (plain_facts r c P I) as (_ & _ & Two). pose proof (Two _ L) as T2.
    assert (H : In i (leaving r (N.of_nat (length l)))) by (apply plain_leaving; eauto).
    destruct l as [|x [|y [|z l]]]; simpl in *; try lia.
    + left. assert (0 < i) by lia. rewrite N.add_0_r. split; auto. apply filter_In. split; auto. now apply N.ltb_lt.
    + right; left. exists i. inversion F. subst. split; [|split; [lia|]].
      * apply filter_In. split; auto. apply N.ltb_lt. lia.
      * rewrite N.lxor_0_r. f_equal. lia.
    + right; right. inversion F as [|? ? Hx Hq]. inversion Hq. subst. rewrite N.lxor_0_r.
      destruct (N.le_ge_cases x y); [exists i, x, y|exists i, y, x]; repeat split; auto; try lia. apply N.lxor_comm.
  - assert (K : forall i h l, In i (leaving r h) -> h = N.of_nat (length l) -> n = i + total l -> Forall (N.lt 0) l ->
      0 < i \/ (2 <= length l)%nat -> v = nimsum (map g l) -> option_value r g n v).
    { intros i h l H -> E F B V. apply plain_leaving in H as (c & I & T & L); auto.
      destruct (plain_facts r c P I) as (A & O & _). exists l. split; auto. exists c, i. rewrite A. simpl. auto 10. }
    intros [[H ->]|[(i & H & L & E)|(i & x & y & H & X & Y & -> & E)]]; simpl in H; try apply filter_In in H as [H Q];
      try apply N.ltb_lt in Q.
    + apply (K n 0 []); simpl; auto. lia.
    + apply (K i 1 [n - i]); simpl; auto; [lia|repeat constructor; lia|now rewrite N.lxor_0_r].
    + apply (K i 2 [x; y]); simpl; auto; [lia|repeat constructor; lia|now rewrite N.lxor_0_r].
Qed.

Lemma one_pos r i : In i (one (takes_of r)) -> 0 < i.
Proof. simpl. intros H. apply filter_In in H as [_ H]. now apply N.ltb_lt. Qed.

Lemma none_pos r i : In i (none (takes_of r)) -> 0 < i.
Proof. simpl. intros H. apply filter_In in H as [_ H]. now apply N.ltb_lt. Qed.

(** k, the most tokens that a move takes. *)
Definition most (t : takes) : N := N.max (greatest (none t)) (N.max (greatest (one t)) (greatest (two t))).

(** ** The theorem *)
Section Sparse.
  Variable r : takes.
  Variable g : N -> N.
  Variable k : N.
  Hypothesis Hg : forall n, is_mex (opt r g n) (g n).
  Hypothesis one_positive : forall i, In i (one r) -> 0 < i.
  Hypothesis k0 : forall i, In i (none r) -> i <= k.
  Hypothesis k1 : forall i, In i (one r) -> i <= k.
  Hypothesis k2 : forall i, In i (two r) -> i <= k.
  Variables n0 p : N.
  Hypothesis n0_pos : 1 <= n0.
  Hypothesis p_pos : 1 <= p.

  (** [class n v]: the value [v] is common at heap [n]. *)
  Variable class : N -> N -> bool.
  Hypothesis class_xor : forall i x y u v, In i (two r) ->
    class (i + x + y) (N.lxor u v) = xorb (class x u) (class y v).
  Hypothesis class_shift : forall n v, class (n + p) v = class n v.
  Variables R W : N.

  Definition witness (n v : N) : Prop :=
    (exists i, In i (one r) /\ i < n /\ v = g (n - i))
    \/ (exists i x y, In i (two r) /\ 0 < x /\ x <= W /\ 0 < y /\ n = i + x + y /\ v = N.lxor (g x) (g y)).

  Theorem sparse_period :
    R < n0 -> R <= W ->
    (forall n, R < n -> n < n0 + W + k + p -> class n (g n) = true) ->
    (forall n, n0 <= n -> n < n0 + W + k -> g (n + p) = g n) ->
    (forall n, n0 + W + k <= n -> n < n0 + W + k + p -> forall v, v < g n -> witness n v) ->
    forall n, n0 <= n -> g (n + p) = g n.
  Proof.
    intros HR HW Hrare Ha Hb.
    enough (T : forall n, (n0 <= n -> g (n + p) = g n) /\ (n0 + W + k <= n -> forall v, v < g n -> witness n v))
      by (intros n Hn; apply T; auto).
    intros n. induction n as [n IH0] using (well_founded_induction N.lt_wf_0).
    assert (IH : forall m, n0 <= m -> m < n -> g (m + p) = g m) by (intros; apply IH0; auto).
    assert (Hw : n0 + W + k <= n -> forall v, v < g n -> witness n v).
    { intros L v Hv. destruct (N.lt_ge_cases n (n0 + W + k + p)) as [L2|L2]; [auto|].
      set (m := n - p). assert (En : n = m + p) by (unfold m; lia).
      assert (Em : g n = g m) by (rewrite En; apply IH; lia).
      destruct (IH0 m ltac:(lia)) as [_ B]. rewrite Em in Hv. specialize (B ltac:(lia) v Hv).
      destruct B as [(i & H & M & ->)|(i & x & y & H & X & XW & Y & E & ->)].
      - left. exists i. pose proof (k1 i H). pose proof (one_positive i H). repeat split; auto; [lia|].
        replace (n - i) with (m - i + p) by lia. symmetry. apply IH; lia.
      - right. pose proof (k2 i H). exists i, x, (y + p). repeat split; auto; try lia.
        f_equal. symmetry. apply IH; lia. }
    split; auto. intros Hn.
    destruct (N.lt_ge_cases n (n0 + W + k)) as [L|L]; [auto|].
    assert (Hc : forall y, R < y -> y < n + p -> class y (g y) = true).
    { intros y. induction y as [y IHy] using (well_founded_induction N.lt_wf_0). intros A B.
      destruct (N.lt_ge_cases y (n0 + W + k + p)) as [L2|L2]; [auto|].
      replace y with (y - p + p) by lia. rewrite class_shift, IH by lia. apply IHy; lia. }
    apply (is_mex_unique (opt r g (n + p))); [apply Hg|]. split.
    - (* an option of n + p does not have the value of n *)
      intros Hopt. destruct (Hg n) as [Hno _]. apply Hno.
      destruct Hopt as [[H Z]|[(i & H & M & E)|(i & x & y & H & X & Y & E & V)]].
      + apply k0 in H. lia.
      + right; left. exists i. pose proof (k1 i H). pose proof (one_positive i H). repeat split; auto; [lia|].
        rewrite E. replace (n + p - i) with (n - i + p) by lia. apply IH; lia.
      + right; right. pose proof (k2 i H).
        assert (C : class (n + p) (N.lxor (g x) (g y)) = true).
        { rewrite <- V, class_shift. apply Hc; lia. }
        rewrite E, class_xor in C by auto.
        assert (Cy : class y (g y) = true) by (apply Hc; lia).
        destruct (N.le_gt_cases x R) as [Lx|Lx].
        2: { rewrite (Hc x) in C by lia. rewrite Cy in C. easy. }
        assert (Ey : g (y - p + p) = g (y - p)) by (apply IH; lia).
        replace (y - p + p) with y in Ey by lia. rewrite Ey in V.
        exists i, x, (y - p). repeat split; auto; lia.
    - (* every smaller value is that of an option of n + p *)
      intros v Hv. destruct (Hw L v Hv) as [(i & H & M & ->)|(i & x & y & H & X & XW & Y & E & ->)].
      + right; left. exists i. pose proof (k1 i H). pose proof (one_positive i H). repeat split; auto; [lia|].
        replace (n + p - i) with (n - i + p) by lia. symmetry. apply IH; lia.
      + right; right. pose proof (k2 i H).
        assert (Ey : g (y + p) = g y) by (apply IH; lia). rewrite <- Ey.
        destruct (N.le_ge_cases x (y + p)); [exists i, x, (y + p)|exists i, (y + p), x]; repeat split; auto; try lia.
        apply N.lxor_comm.
  Qed.
End Sparse.

(** ** Classes by a mask *)
Fixpoint odd_ones (q : positive) : bool :=
  match q with xH => true | xO q => odd_ones q | xI q => negb (odd_ones q) end.
Definition parity (n : N) : bool := match n with 0 => false | Npos q => odd_ones q end.

Lemma parity_double n : parity (N.double n) = parity n.
Proof. now destruct n. Qed.
Lemma parity_succ_double n : parity (N.succ_double n) = negb (parity n).
Proof. now destruct n. Qed.

Lemma parity_pos p : forall q, parity (Pos.lxor p q) = xorb (odd_ones p) (odd_ones q).
Proof.
  induction p as [p IH|p IH|]; destruct q as [q|q|]; simpl; rewrite ?parity_double, ?parity_succ_double, ?IH;
    try (destruct (odd_ones p)); try (destruct (odd_ones q)); reflexivity.
Qed.

Lemma parity_lxor a b : parity (N.lxor a b) = xorb (parity a) (parity b).
Proof.
  destruct a as [|p], b as [|q]; simpl; auto.
  - unfold N.lxor. simpl. now destruct (odd_ones q).
  - unfold N.lxor. simpl. now destruct (odd_ones p).
  - apply parity_pos.
Qed.

Lemma land_lxor a b m : N.land (N.lxor a b) m = N.lxor (N.land a m) (N.land b m).
Proof.
  apply N.bits_inj. intros j. rewrite !N.land_spec, !N.lxor_spec, !N.land_spec.
  destruct (N.testbit a j), (N.testbit b j), (N.testbit m j); reflexivity.
Qed.

(** Type 0 is [typ = None]. Type 1 is [typ = Some b], where [b] says whether the numbers taken are odd. *)
Definition cls (mask : N) (typ : option bool) (odd : bool) (v : N) : bool :=
  match typ with
  | None => parity (N.land v mask)
  | Some b => xorb (parity (N.land v mask)) (xorb odd b)
  end.

Definition type_ok (typ : option bool) (l : list N) (p : N) : bool :=
  match typ with
  | None => true
  | Some b => forallb (fun i => Bool.eqb (N.odd i) b) l && N.even p
  end.

Lemma cls_xor mask typ l p : type_ok typ l p = true -> forall i x y u v, In i l ->
  cls mask typ (N.odd (i + x + y)) (N.lxor u v) = xorb (cls mask typ (N.odd x) u) (cls mask typ (N.odd y) v).
Proof.
  intros T i x y u v H. destruct typ as [b|]; simpl in *; rewrite land_lxor, parity_lxor; auto.
  apply andb_true_iff in T as [T _]. rewrite forallb_forall in T. apply T, eqb_prop in H.
  rewrite !N.odd_add, H. destruct (parity _), (parity _), b, (N.odd x), (N.odd y); reflexivity.
Qed.

Lemma cls_shift mask typ l p : type_ok typ l p = true -> forall n v,
  cls mask typ (N.odd (n + p)) v = cls mask typ (N.odd n) v.
Proof.
  intros T n v. destruct typ as [b|]; simpl in *; auto. apply andb_true_iff in T as [_ T].
  rewrite N.odd_add, <- (N.negb_even p), T. simpl. now rewrite xorb_false_r.
Qed.
