(** * Every rule has exactly one function of values, [G r]; every position has exactly one outcome

    Without this file a theorem about "the" values could be empty. The options of a heap are listed, so that the mex of
    their values can be taken; nothing here is meant to be fast. *)
From Coq Require Import NArith List Lia Bool FinFun.
From Sprague Require Import Games Sums.

(** ** Lists of numbers *)
Fixpoint count_from (a : N) (k : nat) : list N :=
  match k with O => [] | S k => a :: count_from (a + 1) k end.

Lemma in_count_from k : forall a x, In x (count_from a k) <-> a <= x /\ x < a + N.of_nat k.
Proof. induction k as [|k IH]; intros a x; simpl; [lia|]. rewrite IH. lia. Qed.

Lemma NoDup_count_from k : forall a, NoDup (count_from a k).
Proof. induction k as [|k IH]; intros a; simpl; constructor; auto. rewrite in_count_from. lia. Qed.

Lemma length_count_from k : forall a, length (count_from a k) = k.
Proof. induction k as [|k IH]; intros a; simpl; auto. Qed.

Definition withinb (n : N) (s : list range) : bool :=
  existsb (fun r => match r with Range a b => if a <=? n then n <=? b else false | From a => a <=? n end) s.

Lemma within_spec n s : withinb n s = true <-> within n s.
Proof.
  unfold withinb, within. rewrite existsb_exists, Exists_exists.
  split; intros (r & I & H); exists r; split; auto; destruct r as [a b|a]; try (destruct (N.leb_spec a n));
    rewrite ?N.leb_le in *; try easy; lia.
Qed.

(** The members of a set up to [m]. *)
Definition members (m : N) (s : list range) : list N :=
  flat_map (fun r => match r with
    | Range a b => count_from a (N.to_nat (N.min b m + 1 - a))
    | From a => count_from a (N.to_nat (m + 1 - a)) end) s.

Lemma in_members m s x : In x (members m s) <-> within x s /\ x <= m.
Proof.
  unfold members, within. rewrite in_flat_map, Exists_exists. split.
  - intros ([a b|a] & I & H); apply in_count_from in H; (split; [|lia]).
    + exists (Range a b). split; auto; lia.
    + exists (From a). split; auto; lia.
  - intros [([a b|a] & I & H) L]; [exists (Range a b)|exists (From a)]; split; auto; apply in_count_from; lia.
Qed.

(** ** The options of a heap *)

(** All lists of [h] positive numbers with the sum [m]. *)
Fixpoint compositions (h : nat) (m : N) : list (list N) :=
  match h with
  | O => if m =? 0 then [[]] else []
  | S O => if m =? 0 then [] else [[m]]
  | S h => flat_map (fun x => map (cons x) (compositions h (m - x))) (count_from 1 (N.to_nat m - 1))
  end.

Lemma in_compositions h : forall m l,
  In l (compositions h m) <-> length l = h /\ total l = m /\ Forall (N.lt 0) l.
Proof.
  induction h as [|[|h] IH]; intros m l.
  - simpl. destruct (N.eqb_spec m 0) as [->|Hm]; simpl.
    + split; [intros [<-|[]]; auto|]. intros (E & _). destruct l; [auto|easy].
    + split; [easy|]. intros (E & T & _). destruct l; [simpl in T; lia|easy].
  - simpl. destruct (N.eqb_spec m 0) as [->|Hm]; simpl.
    + split; [easy|]. intros (E & T & F). destruct l as [|x [|]]; try easy. simpl in T. inversion F. lia.
    + split.
      * intros [<-|[]]. simpl. repeat split; try lia. repeat constructor. lia.
      * intros (E & T & F). destruct l as [|x [|]]; try easy. simpl in T. left. f_equal. lia.
  - set (k := S h) in *. cbn [compositions]. unfold k. fold k. rewrite in_flat_map. split.
    + intros (x & I & H). apply in_count_from in I. apply in_map_iff in H as (l' & <- & H). apply IH in H as (A & B & C).
      simpl. repeat split; [lia|lia|]. constructor; auto; lia.
    + intros (E & T & F). destruct l as [|x l]; [easy|]. simpl in E, T. inversion F as [|? ? X F']. subst.
      assert (P : 0 < total l).
      { destruct l as [|y l]; [unfold k in *; simpl in *; lia|]. inversion F'. simpl. lia. }
      exists x. split; [apply in_count_from; lia|]. apply in_map. apply IH. repeat split; auto; lia.
Qed.

Fixpoint apart (d : N) (l : list N) : bool :=
  match l with
  | [] => true
  | x :: l => forallb (fun y => if x + d <=? y then true else y + d <=? x) l && apart d l
  end.

Definition satisfiesb (c : condition) (l : list N) : bool :=
  match c with
  | Any => true
  | NotAllEqual => match l with [] | [_] => true | x :: m => existsb (fun y => negb (x =? y)) m end
  | Differ d => apart d l
  end.

Lemma apart_spec d l : apart d l = true <-> ForallOrdPairs (fun x y => x + d <= y \/ y + d <= x) l.
Proof.
  induction l as [|x l IH]; simpl; [split; auto; constructor|].
  rewrite andb_true_iff, IH, forallb_forall. split.
  - intros [A B]. constructor; auto. apply Forall_forall. intros y I. apply A in I.
    destruct (N.leb_spec (x + d) y); auto. right. now apply N.leb_le.
  - intros H. inversion H as [|? ? A B]. subst. split; auto. intros y I. rewrite Forall_forall in A. apply A in I.
    destruct (N.leb_spec (x + d) y); auto. apply N.leb_le. lia.
Qed.

Lemma satisfies_spec c l : satisfiesb c l = true <-> satisfies l c.
Proof.
  destruct c as [| |d]; simpl; [easy| |apply apart_spec].
  destruct l as [|x [|y l]]; [split; auto; left; simpl; lia..|].
  change ((existsb (fun y => negb (x =? y)) (y :: l)) = true <->
    (length (x :: y :: l) < 2)%nat \/ exists u v, In u (x :: y :: l) /\ In v (x :: y :: l) /\ u <> v).
  rewrite existsb_exists. split.
  - intros (z & I & H). apply negb_true_iff, N.eqb_neq in H. right. exists x, z. simpl in *. auto.
  - intros [H|(u & v & U & V & H)]; [simpl in H; lia|].
    assert (K : exists z, In z (x :: y :: l) /\ x <> z)
      by (destruct (N.eq_dec x u) as [<-|]; [exists v|exists u]; auto).
    destruct K as (z & [<-|I] & Z); [easy|]. exists z. split; auto. now apply negb_true_iff, N.eqb_neq.
Qed.

Definition options (r : rule) (n : N) : list (list N) :=
  flat_map (fun c => if withinb n (on c) then
    flat_map (fun i => flat_map (fun h =>
      if (0 <? i) || (2 <=? h) then filter (satisfiesb (cond c)) (compositions (N.to_nat h) (n - i)) else [])
      (members (n - i) (leave c))) (members n (take c)) else []) r.

Lemma length_total l : Forall (N.lt 0) l -> N.of_nat (length l) <= total l.
Proof. induction 1; simpl; lia. Qed.

Lemma in_options r n l : In l (options r n) <-> heap_move r n l.
Proof.
  unfold options, heap_move. rewrite in_flat_map. split.
  - intros (c & Ic & H). destruct (withinb n (on c)) eqn:O; [|easy]. apply within_spec in O.
    apply in_flat_map in H as (i & Ii & H). apply in_members in Ii as [Ii Li].
    apply in_flat_map in H as (h & Ih & H). apply in_members in Ih as [Ih Lh].
    destruct (_ || _) eqn:B; [|easy]. apply filter_In in H as [H S]. apply satisfies_spec in S.
    apply in_compositions in H as (A1 & A2 & A3). rewrite orb_true_iff, N.ltb_lt, N.leb_le in B.
    exists c, i. rewrite A1, A2, N2Nat.id. repeat (split; auto); [lia|]. destruct B; [auto|right; lia].
  - intros (c & i & Ic & O & T & E & L & F & S & B). exists c. split; auto.
    apply within_spec in O. rewrite O. pose proof (length_total l F).
    apply in_flat_map. exists i. split; [apply in_members; split; auto; lia|].
    apply in_flat_map. exists (N.of_nat (length l)). split; [apply in_members; split; auto; lia|].
    replace (_ || _) with true.
    + apply filter_In. split; [|now apply satisfies_spec]. apply in_compositions. rewrite Nat2N.id. repeat split; auto; lia.
    + symmetry. rewrite orb_true_iff, N.ltb_lt, N.leb_le. destruct B; [auto|right; lia].
Qed.

(** ** Values *)
Definition mex (l : list N) : N :=
  match find (fun v => negb (existsb (N.eqb v) l)) (count_from 0 (S (length l))) with Some v => v | None => 0 end.

Lemma existsb_in v l : existsb (N.eqb v) l = true <-> In v l.
Proof.
  rewrite existsb_exists. split.
  - intros (u & I & E). apply N.eqb_eq in E. now subst.
  - intros I. exists v. split; auto. apply N.eqb_refl.
Qed.

Lemma find_least (f : N -> bool) k : forall a v, find f (count_from a k) = Some v ->
  f v = true /\ forall u, a <= u -> u < v -> f u = false.
Proof.
  induction k as [|k IH]; intros a v E; simpl in E; [easy|].
  destruct (f a) eqn:F.
  - injection E as <-. split; auto. intros. lia.
  - apply IH in E as [A B]. split; auto. intros u U1 U2. destruct (N.eq_dec u a) as [->|]; auto. apply B; lia.
Qed.

Lemma mex_spec l : is_mex (fun v => In v l) (mex l).
Proof.
  unfold mex. destruct (find _ _) as [v|] eqn:E.
  - apply find_least in E as [A B]. split.
    + rewrite <- existsb_in. destruct (existsb _ _); easy.
    + intros u Hu. specialize (B u ltac:(lia) Hu). apply negb_false_iff in B. now apply existsb_in.
  - exfalso. assert (I : incl (count_from 0 (S (length l))) l).
    { intros v Hv. pose proof (find_none _ _ E v Hv) as F. simpl in F. apply negb_false_iff in F. now apply existsb_in. }
    apply NoDup_incl_length in I; [|apply NoDup_count_from]. rewrite length_count_from in I. lia.
Qed.

(** The values of the heaps below [k]; 0 beyond. *)
Fixpoint table (r : rule) (k : nat) : N -> N :=
  match k with
  | O => fun _ => 0
  | S k => let t := table r k in
    fun n => if n =? N.of_nat k then mex (map (fun l => nimsum (map t l)) (options r n)) else t n
  end.

(** [G r n]: the value of a heap of [n] tokens by the rule [r]. *)
Definition G (r : rule) (n : N) : N := table r (S (N.to_nat n)) n.

Lemma table_G r k : forall n, n < N.of_nat k -> table r k n = G r n.
Proof.
  induction k as [|k IH]; intros n H; [lia|]. destruct (N.eq_dec n (N.of_nat k)) as [->|].
  - unfold G. now rewrite Nat2N.id.
  - simpl. destruct (N.eqb_spec n (N.of_nat k)); [easy|]. apply IH. lia.
Qed.

Lemma option_value_ext r g f n : (forall m, m < n -> g m = f m) -> forall v, option_value r g n v <-> option_value r f n v.
Proof.
  intros E v. split; intros (l & Hm & ->); exists l; split; auto; f_equal; apply map_ext_in; intros m I;
    [|symmetry]; apply E; eapply heap_move_smaller; eauto.
Qed.

Theorem G_grundy r : grundy_function r (G r).
Proof.
  intros n. apply (is_mex_ext (option_value r (table r (N.to_nat n)) n)).
  - apply option_value_ext. intros m L. apply table_G. lia.
  - unfold G. simpl. rewrite N2Nat.id, N.eqb_refl. eapply is_mex_ext; [|apply mex_spec].
    intros v. simpl. rewrite in_map_iff. split.
    + intros (l & <- & I). apply in_options in I. exists l. auto.
    + intros (l & Hm & ->). apply in_options in Hm. exists l. auto.
Qed.

Theorem grundy_unique r g f : grundy_function r g -> grundy_function r f -> forall n, g n = f n.
Proof.
  intros Hg Hf n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  apply (is_mex_unique (option_value r g n)); [apply Hg|].
  apply (is_mex_ext (option_value r f n)); [|apply Hf]. intros v. symmetry. now apply option_value_ext.
Qed.

(** The theorem of Sprague and Grundy for [G]: who wins a sum of heaps. *)
Theorem P_position_G x : P_position Normal x <-> nimsum (map (fun h => G (fst h) (snd h)) x) = 0.
Proof. apply (outcome G G_grundy x). Qed.

Theorem N_position_G x : N_position Normal x <-> nimsum (map (fun h => G (fst h) (snd h)) x) <> 0.
Proof. apply (outcome G G_grundy x). Qed.

(** ** Outcomes exist, under both conventions *)
Fixpoint moves (x : position) : list position :=
  match x with
  | [] => []
  | (r, n) :: x => map (fun l => heaps r l ++ x) (options r n) ++ map (cons (r, n)) (moves x)
  end.

Lemma in_moves x : forall y, In y (moves x) <-> move x y.
Proof.
  induction x as [|[r n] x IH]; intros y; simpl.
  - split; [easy|]. intros ([|h b] & r & n & a & l & E & _); easy.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [(l & <- & I)|(z & <- & I)].
      * apply in_options in I. exists [], r, n, x, l. auto.
      * apply IH in I as (b & q & m & a & l & -> & -> & Hm). exists ((r, n) :: b), q, m, a, l. auto.
    + intros ([|h b] & q & m & a & l & E & -> & Hm); simpl in E.
      * injection E as <- <- <-. left. exists l. split; auto. now apply in_options.
      * injection E as <- E. right. exists (b ++ heaps q l ++ a). split; auto. apply IH. exists b, q, m, a, l. auto.
Qed.

Theorem outcome_decided k x : (P_position k x /\ ~ N_position k x) \/ (N_position k x /\ ~ P_position k x).
Proof.
  remember (weight x) as w eqn:Ew. revert x Ew.
  induction w as [w IHw] using (well_founded_induction N.lt_wf_0). intros x ->.
  assert (IH : forall y, move x y -> (P_position k y /\ ~ N_position k y) \/ (N_position k y /\ ~ P_position k y))
    by (intros y Hy; eapply IHw; [apply move_smaller, Hy|reflexivity]). clear IHw.
  assert (D : (exists y, move x y /\ P_position k y) \/ forall y, move x y -> N_position k y).
  { assert (D : (exists y, In y (moves x) /\ P_position k y) \/ forall y, In y (moves x) -> N_position k y).
    { assert (S : forall y, In y (moves x) -> move x y) by (intros y; apply in_moves).
      induction (moves x) as [|y m L]; [right; easy|].
      destruct (IH y (S y (or_introl eq_refl))) as [[P _]|[Q _]]; [left; exists y; simpl; auto|].
      destruct L as [(z & I & P)|A]; [intros z I; apply S; simpl; auto|left; exists z; simpl; auto|right].
      intros z [<-|I]; auto. }
    destruct D as [(y & I & P)|A]; [left; exists y; split; auto; now apply in_moves|right]. intros y H. now apply A, in_moves. }
  assert (E : moves x = [] \/ exists y, move x y).
  { destruct (moves x) as [|y l] eqn:E; auto. right. exists y. apply in_moves. rewrite E. simpl. auto. }
  assert (Nope : moves x = [] -> forall y, ~ move x y) by (intros Z y H; apply in_moves in H; rewrite Z in H; easy).
  destruct D as [(y & Hm & P)|A].
  - right. split; [exact (N_move k x y Hm P)|]. intros [_ Q]. destruct (IH y Hm) as [[_ F]|[_ F]]; auto.
  - destruct (E) as [Z|M].
    + destruct k.
      * left. split; [constructor; [easy|auto]|]. intros [F _|y H _]; [easy|]. exact (Nope Z y H).
      * right. split; [constructor; auto|]. intros [F _]. destruct (F eq_refl) as (y & H). exact (Nope Z y H).
    + left. split; [constructor; auto|]. intros [_ F|y H P].
      * destruct M as (y & H). exact (F y H).
      * destruct (IH y H) as [[_ F]|[_ F]]; auto.
Qed.
