(** * Closed forms: Nim, take 1 to m, and three parts *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Games Sums Grundy Least AllBut.

Definition nim : rule := [Clause [From 1] [Range 0 1] Any [From 0]].
Definition take_up_to (m : N) : rule := [Clause [Range 1 m] [Range 0 1] Any [From 0]].
Definition three_parts : rule := [Clause [Range 0 0] [Range 3 3] Any [From 0]].

Theorem nim_value n : G nim n = n.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  apply (is_mex_unique (fun v => exists m, m < n /\ taken nim (n - m) /\ v = G nim m)); [now apply all_but_values|].
  split.
  - intros (m & L & _ & E). rewrite IH in E; lia.
  - intros u U. exists u. rewrite IH by auto. repeat split; auto; [lia|]. eexists. split; [left; reflexivity|].
    constructor. lia.
Qed.

Theorem take_up_to_value m n : G (take_up_to m) n = n mod (m + 1).
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  apply (is_mex_unique (fun v => exists k, k < n /\ taken (take_up_to m) (n - k) /\ v = G (take_up_to m) k));
    [now apply all_but_values|].
  pose proof (N.div_mod n (m + 1) ltac:(lia)) as D. pose proof (N.mod_lt n (m + 1) ltac:(lia)) as R.
  set (q := n / (m + 1)) in *. set (s := n mod (m + 1)) in *. split.
  - intros (k & L & (_ & c & [<-|[]] & T) & E). rewrite IH in E by auto. apply Exists_exists in T as (r & [<-|[]] & T).
    pose proof (N.div_mod k (m + 1) ltac:(lia)) as K. rewrite <- E in K.
    assert (k / (m + 1) < q) by nia. nia.
  - intros u U. assert (M : ((m + 1) * q + u) mod (m + 1) = u).
    { rewrite N.mul_comm, N.add_comm, N.mod_add by lia. apply N.mod_small. lia. }
    exists ((m + 1) * q + u). split; [lia|]. split; [|rewrite IH by lia; auto].
    split; [lia|]. eexists. split; [left; reflexivity|]. constructor. lia.
Qed.

Lemma lxor_le : forall a b, N.lxor a b <= a + b.
Proof.
  induction a as [a IH] using (well_founded_induction N.lt_wf_0). intros b.
  destruct (N.eq_dec a 0) as [->|]; [rewrite N.lxor_0_l; lia|].
  assert (H : N.div2 (N.lxor a b) = N.lxor (N.div2 a) (N.div2 b)) by (rewrite !N.div2_spec; apply N.shiftr_lxor).
  assert (O : N.odd (N.lxor a b) = xorb (N.odd a) (N.odd b)) by (rewrite <- !N.bit0_odd; apply N.lxor_spec).
  pose proof (N.div2_odd a) as A. pose proof (N.div2_odd b) as B. pose proof (N.div2_odd (N.lxor a b)) as C.
  rewrite H, O in C. pose proof (IH (N.div2 a) ltac:(lia) (N.div2 b)).
  destruct (N.odd a), (N.odd b); cbn [xorb N.b2n] in *; lia.
Qed.

Lemma half n : 2 * (n / 2) <= n /\ n < 2 * (n / 2) + 2.
Proof. pose proof (N.mul_div_le n 2 ltac:(lia)). pose proof (N.mul_succ_div_gt n 2 ltac:(lia)). lia. Qed.

Theorem three_parts_value n : G three_parts n = (n - 1) / 2.
Proof.
  apply (grundy_unique three_parts (G three_parts) (fun n => (n - 1) / 2) (G_grundy _)). clear n. intros n. split.
  - intros (l & (c & i & [<-|[]] & _ & T & -> & L & F & _) & E).
    apply Exists_exists in T as (r & [<-|[]] & T). apply Exists_exists in L as (r & [<-|[]] & L).
    destruct l as [|x [|y [|z [|w l]]]]; simpl in L; try lia.
    inversion F as [|? ? X F1]. inversion F1 as [|? ? Y F2]. inversion F2 as [|? ? Z _]. subst. clear F F1 F2.
    simpl in E. rewrite N.lxor_0_r in E.
    pose proof (lxor_le ((x - 1) / 2) (N.lxor ((y - 1) / 2) ((z - 1) / 2))). pose proof (lxor_le ((y - 1) / 2) ((z - 1) / 2)).
    pose proof (half (x - 1)). pose proof (half (y - 1)). pose proof (half (z - 1)).
    pose proof (half (i + (x + (y + (z + 0))) - 1)). lia.
  - intros u U. pose proof (half (n - 1)) as D.
    set (m := (n - 3 - 2 * u) / 2). pose proof (N.div_mod (n - 3 - 2 * u) 2 ltac:(lia)) as E.
    pose proof (N.mod_lt (n - 3 - 2 * u) 2 ltac:(lia)) as R. set (s := (n - 3 - 2 * u) mod 2) in *. fold m in E.
    exists [2 * u + 1 + s; m + 1; m + 1]. split.
    + eexists. exists 0. split; [left; reflexivity|]. simpl. repeat split; try (repeat constructor; lia); try lia.
    + simpl. replace (m + 1 - 1) with m by lia. rewrite N.lxor_0_r, N.lxor_nilpotent, N.lxor_0_r.
      replace (2 * u + 1 + s - 1) with (s + u * 2) by lia. rewrite N.div_add, N.div_small by lia. lia.
Qed.

(** ** As claims of periods *)
Theorem nim_period : exact_period (G nim) 0 1 1.
Proof.
  split; [intros n _; rewrite !nim_value; lia|]. apply (least _ 0 1 1); try lia; [intros n _; rewrite !nim_value; lia|].
  intros k d u K E. exfalso. destruct d as [|p]; nia.
Qed.

Theorem take_up_to_period m : exact_period (G (take_up_to m)) 0 (m + 1) 0.
Proof.
  assert (P : forall n, 0 <= n -> G (take_up_to m) (n + (m + 1)) = G (take_up_to m) n + 0).
  { intros n _. rewrite !take_up_to_value. replace (n + (m + 1)) with (n + 1 * (m + 1)) by lia. rewrite N.mod_add; lia. }
  split; auto. apply (least _ 0 (m + 1) 0); auto; [lia|]. intros k d u K E Z. exists 0. split; [lia|].
  rewrite !take_up_to_value. assert (0 < d) by nia. assert (d < m + 1) by nia.
  rewrite N.add_0_l, N.mod_small, N.mod_small by lia. nia.
Qed.

Theorem three_parts_period : exact_period (G three_parts) 1 2 1.
Proof.
  assert (P : forall n, 1 <= n -> G three_parts (n + 2) = G three_parts n + 1).
  { intros n L. rewrite !three_parts_value. replace (n + 2 - 1) with (n - 1 + 1 * 2) by lia. rewrite N.div_add; lia. }
  split; auto. apply (least _ 1 2 1); auto; [lia| |].
  - intros k d u K E Z. exfalso. destruct u as [|p]; nia.
  - right. rewrite !three_parts_value. easy.
Qed.

(** ** With values of some heaps, as the checkers give them *)
Definition check_three_parts (facts : list (N * N)) : bool := forallb (fun f => (fst f - 1) / 2 =? snd f) facts.

Theorem check_three_parts_sound facts : check_three_parts facts = true ->
  exact_period (G three_parts) 1 2 1 /\ Forall (fun f => G three_parts (fst f) = snd f) facts.
Proof.
  unfold check_three_parts. rewrite forallb_forall. intros H. split; [exact three_parts_period|].
  apply Forall_forall. intros f I. rewrite three_parts_value. apply N.eqb_eq. auto.
Qed.
