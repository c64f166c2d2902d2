(** * Theorem P.10: permanence for any number of parts, with conditions

    It contains P.1 (Guy and Smith), P.2, P.3, P.4 and P.7 of docs/theory.md. The proof moves one part of an option by
    [p]: up, the largest one; down, one that is large and that no other part keeps from going down. For parts that must
    differ by [d] the excess is here [(d + p - 1) h (h - 1) / 2], where docs/theory.md, which moves all parts at once,
    has the least multiple of [p] that is [d] or more in the place of [d + p - 1]: for [d = 1] they are the same. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Games Sums Grundy.

(** ** Lists of parts *)
Lemma max_split l : l <> [] -> exists l1 x l2, l = l1 ++ x :: l2 /\ forall y, In y l -> y <= x.
Proof.
  intros Hl. enough (M : exists x, In x l /\ forall y, In y l -> y <= x).
  { destruct M as (x & I & H). apply in_split in I as (l1 & l2 & ->). eauto. }
  induction l as [|a [|b l] IH]; [easy| |].
  - exists a. simpl. split; auto. intros y [<-|[]]. lia.
  - destruct IH as (x & I & H); [easy|]. destruct (N.le_gt_cases a x).
    + exists x. split; [right; auto|]. intros y [<-|J]; auto.
    + exists a. split; [left; auto|]. intros y [<-|J]; [lia|]. apply H in J. lia.
Qed.

Lemma total_le l b : (forall y, In y l -> y <= b) -> total l <= N.of_nat (length l) * b.
Proof.
  induction l as [|a l IH]; simpl length; intros H; [simpl; lia|]. simpl total.
  pose proof (H a (or_introl eq_refl)). specialize (IH (fun y I => H y (or_intror I))). lia.
Qed.

Lemma total_split l1 x l2 : total (l1 ++ x :: l2) = x + total (l1 ++ l2).
Proof. rewrite !total_app. simpl. lia. Qed.

Lemma length_split {A} (l1 : list A) x l2 : length (l1 ++ x :: l2) = S (length (l1 ++ l2)).
Proof. rewrite !app_length. simpl. lia. Qed.

Lemma in_middle {A} (y : A) l1 x l2 : In y (l1 ++ x :: l2) <-> y = x \/ In y (l1 ++ l2).
Proof. rewrite !in_app_iff. simpl. split; intuition auto. Qed.

Lemma Forall_middle {A} (P : A -> Prop) l1 x l2 : Forall P (l1 ++ x :: l2) <-> P x /\ Forall P (l1 ++ l2).
Proof. rewrite !Forall_app, Forall_cons_iff. tauto. Qed.

Lemma pairs_middle {A} (R : A -> A -> Prop) l1 x l2 : (forall a b, R a b -> R b a) ->
  ForallOrdPairs R (l1 ++ x :: l2) <-> Forall (R x) (l1 ++ l2) /\ ForallOrdPairs R (l1 ++ l2).
Proof.
  intros S. induction l1 as [|a l1 IH]; simpl.
  - split; [intros H; inversion H; auto|intros [A1 A2]; constructor; auto].
  - split.
    + intros H. inversion H as [|? ? H1 H2]. subst. apply Forall_middle in H1 as [H1 H3]. apply IH in H2 as [H2 H4].
      split; constructor; auto.
    + intros [H1 H2]. inversion H1. inversion H2. subst. constructor; [|apply IH; auto].
      apply Forall_middle. auto.
Qed.

(** The sum 0 + 1 + ... + (h - 1). *)
Fixpoint triangle (h : nat) : N := match h with O => 0 | S h => N.of_nat h + triangle h end.

(** If every part above [b] has another part at most [e] below it, the parts cannot be large. *)
Lemma chain b e : forall k l, length l = k ->
  (forall x, In x l -> x <= b \/ exists y, In y l /\ y < x /\ x <= y + e) ->
  (forall x, In x l -> x + e <= b + e * N.of_nat k) /\ total l <= N.of_nat k * b + e * triangle k.
Proof.
  induction k as [|k IH]; intros l Hk H.
  - destruct l; [|easy]. simpl. split; [easy|lia].
  - destruct (max_split l) as (l1 & m & l2 & -> & M); [now destruct l|].
    rewrite length_split in Hk. injection Hk as Hk.
    destruct (IH (l1 ++ l2) Hk) as [A B].
    { intros x I. destruct (H x) as [|(y & J & L1 & L2)]; auto; [apply in_middle; auto|]. right. exists y.
      apply in_middle in J as [->|J]; auto. pose proof (M x ltac:(apply in_middle; auto)). lia. }
    replace (N.of_nat (S k)) with (N.of_nat k + 1) by lia.
    assert (Hm : m + e <= b + e * (N.of_nat k + 1)).
    { destruct (H m) as [|(y & J & L1 & L2)]; [apply in_middle; auto|nia|].
      apply in_middle in J as [->|J]; [lia|]. specialize (A y J). nia. }
    split.
    + intros x I. apply in_middle in I as [->|I]; auto. specialize (A x I). nia.
    + rewrite total_split. simpl triangle. nia.
Qed.

(** ** What an option needs, so that it can be made smaller by [p] *)
Definition excess (c : condition) (p h : N) : N :=
  match c with
  | Any => 0
  | NotAllEqual => if h <=? 1 then 0 else p
  | Differ d => (d + p - 1) * triangle (N.to_nat h)
  end.

Lemma apart_sym d : forall a b, a + d <= b \/ b + d <= a -> b + d <= a \/ a + d <= b.
Proof. tauto. Qed.

Lemma raise c p l1 x l2 : (forall y, In y (l1 ++ x :: l2) -> y <= x) ->
  satisfies (l1 ++ x :: l2) c -> satisfies (l1 ++ (x + p) :: l2) c.
Proof.
  intros M S. destruct c as [| |d]; simpl in *; auto.
  - rewrite length_split in *. destruct S as [S|(u & v & U & V & E)]; auto. right.
    assert (K : exists w, In w (l1 ++ l2) /\ w < x).
    { pose proof (M u U). pose proof (M v V). apply in_middle in U as [->|U]; [|destruct (N.eq_dec u x)];
        [apply in_middle in V as [->|V]; [easy|exists v; split; auto; lia]| |exists u; split; auto; lia].
      apply in_middle in V as [->|V]; [easy|exists v; split; auto; lia]. }
    destruct K as (w & W & L). exists w, (x + p). rewrite !in_middle. repeat split; auto. lia.
  - rewrite pairs_middle in * by apply apart_sym. destruct S as [S1 S2]. split; auto.
    rewrite Forall_forall in *. intros y I. specialize (S1 y I). specialize (M y). rewrite in_middle in M.
    specialize (M (or_intror I)). lia.
Qed.

Lemma lower c p b l : 1 <= p -> l <> [] -> satisfies l c ->
  N.of_nat (length l) * b + excess c p (N.of_nat (length l)) < total l ->
  exists l1 x l2, l = l1 ++ x :: l2 /\ b < x /\ (p <= b -> satisfies (l1 ++ (x - p) :: l2) c).
Proof.
  intros Hp Hl Sat B. destruct c as [| |d]; simpl in *.
  - destruct (max_split l Hl) as (l1 & x & l2 & E & M). exists l1, x, l2. repeat split; auto.
    apply total_le in M. destruct (N.le_gt_cases x b); auto. nia.
  - destruct (max_split l Hl) as (l1 & x & l2 & E & M). pose proof (total_le _ _ M) as T.
    assert (X : b < x) by (destruct (N.leb_spec (N.of_nat (length l)) 1); nia).
    destruct (N.leb_spec (N.of_nat (length l)) 1) as [L|L].
    { exists l1, x, l2. repeat split; auto. intros _. left. rewrite E in L. rewrite length_split in *. lia. }
    destruct (existsb (fun y => negb (y =? x - p)) (l1 ++ l2)) eqn:Q.
    + apply existsb_exists in Q as (y & I & Q). apply negb_true_iff, N.eqb_neq in Q.
      exists l1, x, l2. repeat split; auto. intros _. right. exists y, (x - p). rewrite !in_middle. auto.
    + assert (A : forall y, In y (l1 ++ l2) -> y = x - p).
      { intros y I. destruct (N.eq_dec y (x - p)) as [|Z]; auto. exfalso. apply N.eqb_neq in Z.
        rewrite <- not_true_iff_false in Q. apply Q, existsb_exists. exists y. now rewrite Z. }
      set (z := x - p) in *.
      assert (T2 : total (l1 ++ l2) <= N.of_nat (length (l1 ++ l2)) * z)
        by (apply total_le; intros y I; rewrite (A y I); lia).
      pose proof (length_split l1 x l2) as K. rewrite E, total_split, K in B. rewrite E, K in L.
      assert (I : In z (l1 ++ l2)).
      { destruct (l1 ++ l2) as [|w m] eqn:F; [simpl in L; lia|]. rewrite <- (A w); simpl; auto. }
      assert (Z : p <= b -> b < z /\ z <> x).
      { intros. unfold z. split; [|lia]. set (h := N.of_nat (length (l1 ++ l2))) in *.
        replace (N.of_nat (S (length (l1 ++ l2)))) with (h + 1) in * by lia.
        assert (b + p < x); [|lia]. assert (Ez : z = x - p) by reflexivity. nia. }
      destruct (N.le_gt_cases p b) as [Pb|Pb]; [|exists l1, x, l2; repeat split; auto; lia].
      destruct (Z Pb) as [Z1 Z2]. assert (Ez : z = x - p) by reflexivity. clearbody z.
      assert (J : In z l) by (rewrite E; apply in_middle; auto).
      apply in_split in J as (m1 & m2 & J). exists m1, z, m2. repeat split; auto. intros _. right.
      exists x, (z - p). rewrite !in_middle. repeat split; auto; [|lia].
      right. assert (Ix : In x (m1 ++ z :: m2)) by (rewrite <- J, E; apply in_middle; auto).
      apply in_middle in Ix as [->|Ix]; auto. easy.
  - set (good x := (b <? x) && forallb (fun y => (x <=? y) || (y + d + p <=? x)) l).
    destruct (existsb good l) eqn:Q.
    + apply existsb_exists in Q as (x & I & Q). apply andb_true_iff in Q as [X Q]. apply N.ltb_lt in X.
      rewrite forallb_forall in Q. apply in_split in I as (l1 & l2 & E). exists l1, x, l2. repeat split; auto. intros Pb.
      subst l. rewrite pairs_middle in * by apply apart_sym. destruct Sat as [S1 S2]. split; auto.
      rewrite Forall_forall in *. intros y I. specialize (S1 y I). specialize (Q y). rewrite in_middle in Q.
      specialize (Q (or_intror I)). rewrite orb_true_iff, !N.leb_le in Q. lia.
    + exfalso. assert (C : forall x, In x l -> x <= b \/ exists y, In y l /\ y < x /\ x <= y + (d + p - 1)).
      { intros x I. assert (F : good x = false).
        { apply not_true_iff_false. intros F. rewrite <- not_true_iff_false in Q. apply Q, existsb_exists. eauto. }
        unfold good in F. destruct (N.ltb_spec b x) as [L|L]; auto. right. simpl in F.
        destruct (existsb (fun y => (y <? x) && (x <? y + d + p)) l) eqn:V.
        - apply existsb_exists in V as (y & J & V). apply andb_true_iff in V as [V1 V2].
          apply N.ltb_lt in V1. apply N.ltb_lt in V2. exists y. repeat split; auto. lia.
        - exfalso. rewrite <- not_true_iff_false in F. apply F, forallb_forall. intros y J.
          rewrite <- not_true_iff_false in V. destruct (N.leb_spec x y) as [|L1]; auto. simpl. apply N.leb_le.
          destruct (N.le_gt_cases (y + d + p) x) as [|L2]; auto. exfalso. apply V, existsb_exists. exists y.
          split; auto. apply N.ltb_lt in L1, L2. now rewrite L1, L2. }
      apply (chain b (d + p - 1) _ l eq_refl) in C as [_ C]. rewrite Nat2N.id in B. lia.
Qed.

(** ** The theorem *)
Section Parts.
  Variable r : rule.
  Variable g : N -> N.
  Variables n0 p e : N.
  Hypothesis n0_pos : 1 <= n0.
  Hypothesis p_pos : 1 <= p.

  (** From [n0] on every heap has the same moves as the one [p] above it. *)
  Hypothesis settled : forall c n, In c r -> n0 <= n -> (within n (on c) <-> within (n + p) (on c)).

  (** The window ends at [e]. *)
  Definition bound (c : condition) (i h : N) : N :=
    if h =? 0 then i + 1 else h * (n0 + p - 1) + excess c p h + i + 1 - p.

  Hypothesis bounded : forall c n i h, In c r -> n0 <= n -> within n (on c) -> within i (take c) ->
    within h (leave c) -> bound (cond c) i h <= e.

  (** The parts of an option of [n + p] have the values of those of an option of [n], and the other way round. *)
  Section Options.
    Variable n : N.
    Hypothesis below : forall m, n0 <= m -> m < n -> g (m + p) = g m.
    Hypothesis large : n0 <= n /\ e <= n.

    Lemma option_down l : heap_move r (n + p) l -> exists m, heap_move r n m /\ map g m = map g l.
    Proof.
      destruct large as [Hn L]. intros Hm. pose proof Hm as (c & i & Ic & O & T & E & Lv & F & S & B).
      apply settled in O; auto. pose proof (bounded c n i _ Ic Hn O T Lv) as Bd. unfold bound in Bd.
      destruct (N.eqb_spec (N.of_nat (length l)) 0) as [Z|Z].
      { destruct l; [|easy]. simpl in E. lia. }
      destruct (lower (cond c) p (n0 + p - 1) l) as (l1 & x & l2 & -> & X & K); auto; [intros ->; easy|lia|].
      specialize (K ltac:(lia)). exists (l1 ++ (x - p) :: l2). split.
      - exists c, i. rewrite length_split in *. rewrite total_split in *. repeat (split; auto); [lia|].
        apply Forall_middle in F as [_ F]. apply Forall_middle. split; auto. lia.
      - rewrite !map_app. simpl. do 2 f_equal. rewrite <- (below (x - p)); [f_equal; lia| |].
        all: pose proof (heap_move_smaller _ _ _ x Hm ltac:(apply in_middle; auto)); lia.
    Qed.

    Lemma option_up l : heap_move r n l -> exists m, heap_move r (n + p) m /\ map g m = map g l.
    Proof.
      destruct large as [Hn L]. intros Hm. pose proof Hm as (c & i & Ic & O & T & E & Lv & F & S & B).
      pose proof (bounded c n i _ Ic Hn O T Lv) as Bd. unfold bound in Bd.
      destruct (N.eqb_spec (N.of_nat (length l)) 0) as [Z|Z].
      { destruct l; [|easy]. simpl in E. lia. }
      destruct (max_split l) as (l1 & x & l2 & -> & M); [intros ->; easy|].
      assert (X : n0 <= x).
      { apply total_le in M. destruct (N.le_gt_cases n0 x) as [|X]; auto.
        set (h := N.of_nat (length (l1 ++ x :: l2))) in *. assert (h * x <= h * (n0 - 1)) by nia. nia. }
      exists (l1 ++ (x + p) :: l2). split.
      - exists c, i. pose proof (raise _ p _ _ _ M S). rewrite length_split in *. rewrite total_split in *.
        repeat (split; auto); [now apply (settled c n)|lia|].
        apply Forall_middle in F as [F1 F]. apply Forall_middle. split; auto. lia.
      - rewrite !map_app. simpl. do 2 f_equal. apply below; auto.
        apply (heap_move_smaller _ _ _ x Hm). apply in_middle; auto.
    Qed.
  End Options.

  Hypothesis Hg : grundy_function r g.

  Theorem parts_period : (forall n, n0 <= n -> n < e -> g (n + p) = g n) -> forall n, n0 <= n -> g (n + p) = g n.
  Proof.
    intros W n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
    destruct (N.lt_ge_cases n e) as [L|L]; [auto|].
    assert (IH' : forall m, n0 <= m -> m < n -> g (m + p) = g m) by auto.
    apply (is_mex_unique (option_value r g n)); [|apply Hg].
    apply (is_mex_ext (option_value r g (n + p))); [|apply Hg]. intros v. split; intros (l & Hm & ->).
    - apply (option_down n IH') in Hm as (m & Hm & E); auto. exists m. now rewrite E.
    - apply (option_up n IH') in Hm as (m & Hm & E); auto. exists m. now rewrite E.
  Qed.
End Parts.
