(** * The theorem of Sprague and Grundy (theory 1.3, 1.6), for sums of heaps of any rules *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Games.
Arguments N.lxor : simpl never. Arguments N.add : simpl never. Arguments N.testbit : simpl never.
Arguments N.pow : simpl never. Arguments N.sub : simpl never. Arguments N.mul : simpl never.

(** ** mex *)
Lemma is_mex_unique S v w : is_mex S v -> is_mex S w -> v = w.
Proof.
  intros [A B] [C D]. destruct (N.lt_trichotomy v w) as [H | [H | H]]; auto; exfalso; auto.
Qed.

Lemma is_mex_ext (S T : N -> Prop) v : (forall u, S u <-> T u) -> is_mex S v -> is_mex T v.
Proof. intros E [A B]. split; [rewrite <- E; auto | intros; rewrite <- E; auto]. Qed.

(** ** A move makes heaps smaller *)
Lemma in_total l m : In m l -> m <= total l.
Proof. induction l; simpl; intros H; [easy|]. destruct H as [->|H]; [lia|]. apply IHl in H. lia. Qed.

Lemma total_app l m : total (l ++ m) = total l + total m.
Proof. induction l; simpl; lia. Qed.

Lemma heap_move_smaller r n l m : heap_move r n l -> In m l -> m < n.
Proof.
  intros (c & i & _ & _ & _ & -> & _ & Hp & _ & [Hi|Hi]) Hin.
  - apply in_total in Hin. lia.
  - destruct l as [|a [|b l]]; simpl in Hi; try lia. rewrite Forall_forall in Hp.
    assert (0 < a) by (apply Hp; simpl; auto). assert (0 < b) by (apply Hp; simpl; auto).
    simpl in *. destruct Hin as [<-|[<-|Hin]]; try lia. apply in_total in Hin. lia.
Qed.

(** [3^n - 1] for each heap: each move lowers this weight. *)
Definition weight (x : position) : N := fold_right (fun h w => (3 ^ snd h - 1) + w) 0 x.

Lemma weight_app x y : weight (x ++ y) = weight x + weight y.
Proof. induction x; simpl; lia. Qed.

Lemma pow3 n : 1 <= 3 ^ n.
Proof. assert (3 ^ n <> 0) by (apply N.pow_nonzero; lia). lia. Qed.

Lemma pow3_pos n : 0 < n -> 3 <= 3 ^ n.
Proof. intros. change 3 with (3 ^ 1) at 1. apply N.pow_le_mono_r; lia. Qed.

Lemma weight_total r l : weight (heaps r l) <= 3 ^ total l - 1.
Proof.
  induction l as [|a l IH]; simpl; [lia|]. rewrite N.pow_add_r.
  pose proof (pow3 a). pose proof (pow3 (total l)). nia.
Qed.

Lemma weight_heap r n l : heap_move r n l -> weight (heaps r l) < 3 ^ n - 1.
Proof.
  intros (c & i & _ & _ & _ & -> & _ & Hp & _ & [Hi|Hi]).
  - pose proof (weight_total r l). rewrite N.pow_add_r. pose proof (pow3 (total l)). pose proof (pow3_pos i Hi). nia.
  - destruct l as [|a [|b l]]; simpl in Hi; try lia.
    inversion Hp as [|? ? Ha Hq]. inversion Hq as [|? ? Hb _]. subst.
    simpl. rewrite !N.pow_add_r. pose proof (pow3_pos a Ha). pose proof (pow3_pos b Hb).
    pose proof (pow3 (total l)). pose proof (pow3 i). pose proof (weight_total r l).
    revert H H0 H1 H2 H3. generalize (3 ^ a) (3 ^ b) (3 ^ total l) (3 ^ i) (weight (heaps r l)). clear.
    intros A B T I W. intros.
    assert (B + T <= B * T + 1) by nia. set (M := B * T) in *. assert (3 <= M) by nia.
    assert (A + M < A * M) by nia. assert (A * M <= I * (A * M)) by nia. lia.
Qed.

Lemma move_smaller x y : move x y -> weight y < weight x.
Proof.
  intros (b & r & n & a & l & -> & -> & Hm). apply weight_heap in Hm. rewrite !weight_app. simpl. lia.
Qed.

(** ** Nim-sums *)
Lemma nimsum_app l m : nimsum (l ++ m) = N.lxor (nimsum l) (nimsum m).
Proof. induction l; simpl; [now rewrite N.lxor_0_l|]. now rewrite IHl, N.lxor_assoc. Qed.

Lemma lxor_swap a b c : N.lxor a (N.lxor b c) = N.lxor b (N.lxor a c).
Proof. now rewrite <- !N.lxor_assoc, (N.lxor_comm a). Qed.

Lemma top_bit s : s <> 0 -> N.testbit s (N.log2 s) = true.
Proof. apply N.bit_log2. Qed.

(** If [v] has the top bit of [s], then [v xor s < v]. *)
Lemma lxor_smaller v s : s <> 0 -> N.testbit v (N.log2 s) = true -> N.lxor v s < v.
Proof.
  intros Hs Hv. set (k := N.log2 s) in *.
  assert (E : N.shiftr (N.lxor v s) (N.succ k) = N.shiftr v (N.succ k)).
  { rewrite N.shiftr_lxor. replace (N.shiftr s (N.succ k)) with 0; [apply N.lxor_0_r|].
    symmetry. apply N.shiftr_eq_0. unfold k. lia. }
  assert (B : N.testbit (N.lxor v s) k = false).
  { rewrite N.lxor_spec, Hv. unfold k. rewrite top_bit; auto. }
  pose proof (N.div_mod v (2 ^ N.succ k) ltac:(apply N.pow_nonzero; lia)) as D1.
  pose proof (N.div_mod (N.lxor v s) (2 ^ N.succ k) ltac:(apply N.pow_nonzero; lia)) as D2.
  rewrite !N.shiftr_div_pow2 in E. rewrite E in D2.
  assert (L1 : 2 ^ k <= v mod 2 ^ N.succ k).
  { destruct (N.le_gt_cases (2 ^ k) (v mod 2 ^ N.succ k)) as [C|C]; [exact C|].
    exfalso. rewrite <- (N.mod_pow2_bits_low v (N.succ k) k) in Hv by lia.
    destruct (N.eq_dec (v mod 2 ^ N.succ k) 0) as [Z|Z]; [rewrite Z, N.bits_0 in Hv; easy|].
    rewrite N.bits_above_log2 in Hv; [easy|]. apply N.log2_lt_pow2; [|exact C]. apply N.neq_0_lt_0; exact Z. }
  assert (L2 : N.lxor v s mod 2 ^ N.succ k < 2 ^ k).
  { set (w := N.lxor v s mod 2 ^ N.succ k). destruct (N.eq_dec w 0) as [Z|Z].
    - rewrite Z. apply N.neq_0_lt_0. apply N.pow_nonzero. lia.
    - apply N.log2_lt_pow2; [apply N.neq_0_lt_0; exact Z|].
      assert (N.log2 w < N.succ k).
      { apply N.log2_lt_pow2; [apply N.neq_0_lt_0; exact Z|]. apply N.mod_lt. apply N.pow_nonzero; lia. }
      destruct (N.eq_dec (N.log2 w) k) as [F|F]; [|lia].
      assert (T : N.testbit w k = true) by (rewrite <- F; apply top_bit; auto).
      unfold w in T. rewrite N.mod_pow2_bits_low in T by lia. congruence. }
  lia.
Qed.

(** If [u < v], then [v] has the top bit of [u xor v]. *)
Lemma lxor_top u v : u < v -> N.testbit v (N.log2 (N.lxor u v)) = true.
Proof.
  intros H. set (s := N.lxor u v).
  assert (Hs : s <> 0) by (intros E; apply N.lxor_eq in E; lia).
  pose proof (top_bit s Hs) as T. unfold s in T at 1. rewrite N.lxor_spec in T.
  destruct (N.testbit v (N.log2 s)) eqn:E; auto.
  rewrite xorb_false_r in T. pose proof (lxor_smaller u s Hs T) as L.
  replace (N.lxor u s) with v in L; [lia|].
  unfold s. rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l; auto.
Qed.

Lemma nimsum_bit l k : N.testbit (nimsum l) k = true -> exists v, In v l /\ N.testbit v k = true.
Proof.
  induction l; simpl; [rewrite N.bits_0; easy|]. rewrite N.lxor_spec. intros H.
  destruct (N.testbit a k) eqn:E; [exists a; auto|]. simpl in H.
  destruct IHl as (v & Hi & Hv); [destruct (N.testbit (nimsum l) k); auto|]. exists v; auto.
Qed.

(** ** The theorem *)
Section Values.
  (** [g r] gives the values of rule [r]. *)
  Variable g : rule -> N -> N.

  Definition value (x : position) : N := nimsum (map (fun h => g (fst h) (snd h)) x).

  Lemma value_app x y : value (x ++ y) = N.lxor (value x) (value y).
  Proof. unfold value. now rewrite map_app, nimsum_app. Qed.

  Lemma value_heaps r l : value (heaps r l) = nimsum (map (g r) l).
  Proof. unfold value, heaps. now rewrite map_map. Qed.

  Lemma value_cons r n x : value ((r, n) :: x) = N.lxor (g r n) (value x).
  Proof. reflexivity. Qed.

  (** Theory 1.6: the nim-sum of the values obeys the rule of mex. *)
  Theorem sprague_grundy x : (forall r n, In (r, n) x -> grundy_function r (g r)) ->
    is_mex (fun v => exists y, move x y /\ v = value y) (value x).
  Proof.
    intros Hg. split.
    - intros (y & (b & r & n & a & l & -> & -> & Hm) & E).
      rewrite !value_app, value_cons, value_heaps in E.
      assert (Hr : grundy_function r (g r)) by (apply (Hg r n), in_elt).
      apply (Hr n). exists l. split; auto.
      rewrite (lxor_swap (value b)), (lxor_swap (value b) (nimsum _)) in E.
      set (c := N.lxor (value b) (value a)) in *.
      assert (E2 : N.lxor (N.lxor (g r n) c) c = N.lxor (N.lxor (nimsum (map (g r) l)) c) c) by congruence.
      now rewrite !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_r in E2.
    - intros u Hu. pose proof (lxor_top u (value x) Hu) as T.
      apply nimsum_bit in T as (v & Hin & Hb).
      apply in_map_iff in Hin as ([r n] & <- & Hin). simpl in Hb.
      set (s := N.lxor u (value x)) in *.
      assert (Hs : s <> 0) by (intros E; apply N.lxor_eq in E; lia).
      destruct (Hg r n Hin n) as [_ B]. destruct (B _ (lxor_smaller (g r n) s Hs Hb)) as (l & Hm & El).
      apply in_split in Hin as (b & a & Ex).
      exists (b ++ heaps r l ++ a). split; [exists b, r, n, a, l; auto|].
      rewrite !value_app, value_heaps, <- El. unfold s. rewrite Ex, !value_app, value_cons.
      apply N.bits_inj. intros k. rewrite !N.lxor_spec.
      destruct (N.testbit u k), (N.testbit (value b) k), (N.testbit (g r n) k), (N.testbit (value a) k); reflexivity.
  Qed.

  Lemma move_rules x y r n : move x y -> In (r, n) y -> exists m, In (r, m) x.
  Proof.
    intros (b & q & k & a & l & -> & -> & _) H. apply in_app_or in H as [H|H]; [exists n; apply in_or_app; auto|].
    apply in_app_or in H as [H|H]; [|exists n; apply in_or_app; simpl; auto].
    apply in_map_iff in H as (j & E & _). injection E as <- <-. exists k. apply in_elt.
  Qed.

  (** Under normal play the previous player wins exactly when the nim-sum is 0. *)
  Theorem outcome : (forall r, grundy_function r (g r)) -> forall x,
    (P_position Normal x <-> value x = 0) /\ (N_position Normal x <-> value x <> 0).
  Proof.
    intros Hg x. remember (weight x) as w eqn:Ew. revert x Ew.
    induction w as [w IHw] using (well_founded_induction N.lt_wf_0). intros x ->.
    assert (IH : forall y, move x y -> (P_position Normal y <-> value y = 0) /\ (N_position Normal y <-> value y <> 0))
      by (intros y Hy; eapply IHw; [apply move_smaller, Hy|reflexivity]).
    destruct (sprague_grundy x (fun r _ _ => Hg r)) as [A B].
    assert (Reply : value x <> 0 -> exists y, move x y /\ P_position Normal y).
    { intros Z. destruct (B 0 ltac:(lia)) as (y & Hm & Ey). exists y. split; auto. apply IH; auto. }
    assert (None : value x = 0 -> forall y, move x y -> N_position Normal y).
    { intros Z y Hm. apply IH; auto. intros E. apply A. exists y. split; auto. congruence. }
    split; split.
    - intros [_ H]. destruct (N.eq_dec (value x) 0) as [|Z]; auto. exfalso.
      destruct (Reply Z) as (y & Hm & Hy). apply (IH y Hm) in Hy. apply (IH y Hm); auto.
    - intros Z. constructor; [easy|]. auto.
    - intros [E _|y Hm Hy] Z; [easy|]. apply (IH y Hm) in Hy. specialize (None Z y Hm). apply (IH y Hm) in None. auto.
    - intros Z. destruct (Reply Z) as (y & Hm & Hy). exact (N_move Normal x y Hm Hy).
  Qed.
End Values.
