(** * Checkers of misère quotients, with binary numbers and no axiom

    A file gives the quotient: generating heaps with their actions, the values of the heaps, the P-positions. All that
    makes it the quotient is computed again. *)
From Coq Require Import NArith List Lia Bool FMapPositive Permutation.
From Sprague Require Import Games Sums Grundy Least Parts Loops Program Quotient.

(** ** Tables *)
Definition table A := PositiveMap.t A.
Definition at_ {A} (d : A) (t : table A) (i : N) : A := match PositiveMap.find (N.succ_pos i) t with Some x => x | None => d end.
Definition put {A} (i : N) (x : A) (t : table A) : table A := PositiveMap.add (N.succ_pos i) x t.
Definition tabulate {A} (f : N -> A) (l : list N) : table A := fold_left (fun t x => put x (f x) t) l (PositiveMap.empty A).
Definition table_of {A} (l : list A) : table A :=
  snd (fold_left (fun q x => (fst q + 1, put (fst q) x (snd q))) l (0, PositiveMap.empty A)).
(** All numbers below [n]. *)
Definition below (n : N) : list N := count_from 0 (N.to_nat n).

Lemma in_below n x : In x (below n) <-> x < n.
Proof. unfold below. rewrite in_count_from. lia. Qed.

Lemma at_put {A} (d : A) t i j x : at_ d (put i x t) j = if i =? j then x else at_ d t j.
Proof.
  unfold at_, put. destruct (N.eqb_spec i j) as [->|H]; [now rewrite PositiveMap.gss|].
  rewrite PositiveMap.gso; auto. intros E. apply H.
  rewrite <- (N.pred_succ i), <- (N.pred_succ j), <- !N.succ_pos_spec. congruence.
Qed.

Lemma at_tabulate_in {A} (d : A) f l x : at_ d (tabulate f l) x = if existsb (N.eqb x) l then f x else d.
Proof.
  assert (K : forall t, at_ d (fold_left (fun t x => put x (f x) t) l t) x = if existsb (N.eqb x) l then f x else at_ d t x).
  { induction l as [|y l IH]; intros t; simpl; auto. rewrite IH, at_put, N.eqb_sym.
    destruct (N.eqb_spec x y) as [->|]; simpl; auto. now destruct (existsb _ _). }
  unfold tabulate. rewrite K. unfold at_. now rewrite PositiveMap.gempty.
Qed.

Lemma at_tabulate {A} (d : A) f l x : In x l -> at_ d (tabulate f l) x = f x.
Proof. intros I. rewrite at_tabulate_in. apply existsb_in in I. now rewrite I. Qed.

(** [existsb] that stops at the first. *)
Fixpoint some {A} (f : A -> bool) (l : list A) : bool := match l with [] => false | a :: l => if f a then true else some f l end.

Lemma some_spec {A} (f : A -> bool) l : some f l = true <-> exists a, In a l /\ f a = true.
Proof.
  rewrite <- existsb_exists. induction l as [|a l IH]; simpl; [easy|]. destruct (f a); simpl; [easy|exact IH].
Qed.

(** ** The monoid, from the actions of its generators *)
Definition multiplication (order : N) (actions : list (list N)) : table (table N) :=
  let elements := below order in
  let parents := fold_left (fun t a => let a := table_of a in
    fold_left (fun t y => let x := at_ 0 a y in
      if y <? x then match at_ None t x with None => put x (Some (y, a)) t | Some _ => t end else t) elements t)
    actions (PositiveMap.empty (option (N * table N))) in
  let rows := fold_left (fun t x => match at_ None parents x with
      | Some (y, a) => put x (map (at_ 0 a) (at_ [] t y)) t
      | None => put x elements t end) elements (PositiveMap.empty (list N)) in
  tabulate (fun x => table_of (at_ [] rows x)) elements.

Definition mul_by (rows : table (table N)) (x y : N) : N := at_ 0 (at_ (PositiveMap.empty N) rows x) y.

Definition check_monoid (order : N) (mul : N -> N -> N) (gens : list N) : bool :=
  let elements := below order in
  (0 <? order)
  && forallb (fun x => (mul 0 x =? x) && forallb (fun y => let z := mul x y in (z <? order) && (z =? mul y x)) elements) elements
  && forallb (fun g => (g <? order)
       && forallb (fun x => let xg := mul x g in forallb (fun y => mul xg y =? mul x (mul g y)) elements) elements) gens
  && forallb (fun x => if x =? 0 then true else some (fun g => some (fun y => if y <? x then mul y g =? x else false) elements) gens)
       elements.

Definition generated (order : N) (mul : N -> N -> N) (gens : list N) : Prop :=
  forall x, x < order -> x = 0 \/ exists g y, In g gens /\ y < x /\ mul y g = x.

Lemma check_monoid_sound order mul gens : check_monoid order mul gens = true ->
  commutative_monoid order mul /\ (forall g, In g gens -> g < order) /\ generated order mul gens.
Proof.
  unfold check_monoid. rewrite !andb_true_iff, N.ltb_lt, !forallb_forall. intros [[[Po H1] H2] H3].
  assert (E1 : forall x, x < order -> mul 0 x = x).
  { intros x L. specialize (H1 x). rewrite in_below, andb_true_iff, N.eqb_eq in H1. now apply H1. }
  assert (E2 : forall x y, x < order -> y < order -> mul x y < order /\ mul x y = mul y x).
  { intros x y Lx Ly. specialize (H1 x). rewrite in_below, andb_true_iff, forallb_forall in H1. destruct (H1 Lx) as [_ K].
    specialize (K y). rewrite in_below, andb_true_iff, N.ltb_lt, N.eqb_eq in K. auto. }
  assert (G1 : forall g, In g gens -> g < order /\ forall x y, x < order -> y < order -> mul (mul x g) y = mul x (mul g y)).
  { intros g I. specialize (H2 g I). rewrite andb_true_iff, N.ltb_lt, forallb_forall in H2. destruct H2 as [L K]. split; auto.
    intros x y Lx Ly. specialize (K x). rewrite in_below, forallb_forall in K. specialize (K Lx y).
    rewrite in_below, N.eqb_eq in K. auto. }
  assert (Gen : generated order mul gens).
  { intros x L. specialize (H3 x). rewrite in_below in H3. specialize (H3 L). destruct (N.eqb_spec x 0); auto. right.
    apply some_spec in H3 as (g & I & H). apply some_spec in H as (y & _ & H). destruct (N.ltb_spec y x); [|easy].
    apply N.eqb_eq in H. eauto. }
  split; [|split; [intros g I; now apply G1|auto]].
  assert (C : forall x y, x < order -> y < order -> mul x y < order) by (intros; now apply E2).
  split; auto. split; auto. split; auto. split; [intros; now apply E2|].
  intros x y z Lx Ly. revert x z Lx. induction y as [y IH] using (well_founded_induction N.lt_wf_0). intros x z Lx Lz.
  destruct (Gen y Ly) as [->|(g & t & I & L & <-)].
  - rewrite (proj2 (E2 x 0 Lx Po)), !E1; auto.
  - destruct (G1 g I) as [Lg Q]. assert (Lt : t < order) by lia.
    rewrite <- (IH t L Lt x g), !Q, (IH t L Lt x); auto.
Qed.

(** ** The letters: values of heaps with the values of their options *)
Section Letters.
  Variable r : rule.
  Variable order : N.
  Variable mul : N -> N -> N.
  Variable v : N -> N.

  (** The set of the values of the options, as bits. *)
  Definition option_bits (n : N) : N := fold_left (fun s l => N.setbit s (product mul v l)) (options r n) 0.

  Definition add_letter (ls : list (N * N)) (q : N * N) : list (N * N) :=
    if snd q =? 0 then ls
    else if some (fun l => if fst l =? fst q then snd l =? snd q else false) ls then ls else q :: ls.

  Definition members_of (s : N) : list N := filter (N.testbit s) (below order).

  (** None if a heap without moves has a value. *)
  Definition letters_of (count : N) : option (list (N * list N)) :=
    let sets := map (fun n => (v n, option_bits n)) (below count) in
    if forallb (fun q => if snd q =? 0 then fst q =? 0 else fst q <? order) sets
    then Some (map (fun q => (fst q, members_of (snd q))) (fold_left add_letter sets []))
    else None.

  Lemma option_bits_spec n u : N.testbit (option_bits n) u = true <-> exists l, heap_move r n l /\ u = product mul v l.
  Proof.
    unfold option_bits.
    assert (K : forall ls s, N.testbit (fold_left (fun s l => N.setbit s (product mul v l)) ls s) u = true <->
      N.testbit s u = true \/ exists l, In l ls /\ u = product mul v l).
    { induction ls as [|l ls IH]; intros s; simpl.
      - split; auto. intros [|(l & [] & _)]; auto.
      - rewrite IH, N.setbit_eqb, orb_true_iff, N.eqb_eq.
        split; [intros [[E|H]|(m & I & E)]; eauto 6|intros [H|(m & [<-|I] & E)]; eauto 6]. }
    rewrite K, N.bits_0. split.
    - intros [|(l & I & E)]; [easy|]. apply in_options in I. eauto.
    - intros (l & I & E). apply in_options in I. eauto.
  Qed.

  Lemma add_letter_keeps sets : forall ls q, In q ls -> In q (fold_left add_letter sets ls).
  Proof.
    induction sets as [|s sets IH]; intros ls q I; simpl; auto. apply IH. unfold add_letter.
    destruct (_ =? _); auto. destruct (some _ _); simpl; auto.
  Qed.

  Lemma add_letter_spec sets : forall ls q, In q sets -> snd q <> 0 -> In q (fold_left add_letter sets ls).
  Proof.
    induction sets as [|s sets IH]; intros ls q I Z; simpl; [easy|]. destruct I as [->|I]; [|now apply IH].
    apply add_letter_keeps. unfold add_letter. destruct (N.eqb_spec (snd q) 0); [easy|].
    destruct (some _ _) eqn:S; simpl; auto. apply some_spec in S as ([a b] & I & E). simpl in E.
    destruct (N.eqb_spec a (fst q)) as [->|]; [|easy]. apply N.eqb_eq in E. subst b. now destruct q.
  Qed.

  Definition letter_right (ls : list (N * list N)) (n : N) : Prop :=
    (v n = 0 /\ forall l, ~ heap_move r n l)
    \/ (exists e, In (v n, e) ls /\ (exists l, heap_move r n l)
          /\ forall x, In x e <-> exists l, heap_move r n l /\ x = product mul v l).

  Lemma letters_of_spec count ls : commutative_monoid order mul -> letters_of count = Some ls ->
    forall n, n < count -> v n < order /\ letter_right ls n.
  Proof.
    intros M. unfold letters_of. set (sets := map _ _). destruct (forallb _ sets) eqn:F; [|easy]. intros [= <-].
    rewrite forallb_forall in F. assert (Po := M). destruct Po as (Po & _).
    assert (I : forall n, n < count -> In (v n, option_bits n) sets)
      by (intros n L; apply (in_map (fun n => (v n, option_bits n))), in_below; auto).
    assert (V : forall n, n < count -> v n < order).
    { intros n L. specialize (F _ (I n L)). simpl in F. destruct (option_bits n =? 0);
        [apply N.eqb_eq in F; lia|now apply N.ltb_lt]. }
    intros n L. split; auto. unfold letter_right.
    assert (Lt : forall l, heap_move r n l -> product mul v l < order).
    { intros l H. apply (product_lt (fun n => n < count) order mul M v V). apply Forall_forall. intros m J.
      pose proof (heap_move_smaller _ _ _ m H J). lia. }
    specialize (F _ (I n L)). simpl in F. specialize (I n L).
    destruct (N.eqb_spec (option_bits n) 0) as [Z|Z].
    - apply N.eqb_eq in F. rewrite F. left. split; auto. intros l H.
      assert (T : N.testbit (option_bits n) (product mul v l) = true) by (apply option_bits_spec; eauto).
      rewrite Z, N.bits_0 in T. easy.
    - right. exists (members_of (option_bits n)). split; [|split].
      + apply (in_map (fun q => (fst q, members_of (snd q))) _ (v n, option_bits n)). now apply add_letter_spec.
      + assert (T : exists u, N.testbit (option_bits n) u = true).
        { exists (N.log2 (option_bits n)). now apply N.bit_log2. }
        destruct T as (u & T). apply option_bits_spec in T as (l & H & _). eauto.
      + intros x. unfold members_of. rewrite filter_In, in_below, option_bits_spec. split; [tauto|].
        intros (l & H & ->). split; eauto.
  Qed.
End Letters.

(** ** The graph of pairs *)
Section Graph.
  Variable order : N.
  Variable mul : N -> N -> N.
  Variable letters : list (N * list N).
  Variables wins banned : N -> bool.

  Definition losing_bit (u : N) (e : list N) (c : N) : bool :=
    let x := mul c u in if wins x then false else if banned x then false else negb (some (fun y => wins (mul c y)) e).

  Definition walk_letter (x w : N) (q : list (N * N) * table bool) (l : N * table bool * table (list N)) :=
    let '(u, losing, divided) := l in
    fold_left (fun q z => if at_ false losing (mul x z) then
        let y := mul x u in let i := y * order + z in
        if at_ false (snd q) i then q else ((y, z) :: fst q, put i true (snd q))
      else q) (at_ [] divided w) q.

  Definition walk (ls : list (N * table bool * table (list N))) (q : list (N * N) * table bool) :=
    match fst q with
    | [] => inr (snd q)
    | (x, w) :: todo => inl (fold_left (walk_letter x w) ls (todo, snd q))
    end.

  Definition divide (u : N) : table (list N) :=
    fold_left (fun t z => let w := mul z u in put w (z :: at_ [] t w) t) (below order) (PositiveMap.empty (list N)).

  (** The pairs that can be reached. Nothing has to be proved of this: whether they are closed is checked below. *)
  Definition reached (ls : list (N * list N * table bool)) : table bool :=
    let first := filter (fun q => if wins q then false else negb (banned q)) (below order) in
    let start := (map (pair 0) first, fold_left (fun s q => put q true s) first (PositiveMap.empty bool)) in
    match loop (walk (map (fun l => (fst (fst l), snd l, divide (fst (fst l)))) ls)) (order * order + 1) start with
    | inr s => s
    | inl q => snd q
    end.

  Definition recognizes : bool :=
    let elements := below order in
    let ls := map (fun l => (l, tabulate (losing_bit (fst l) (snd l)) elements)) letters in
    let near := reached ls in
    let pair_near x z := at_ false near (x * order + z) in
    forallb (fun x => if wins x then negb (banned x) else true) elements
    && forallb (fun l => forallb (fun c => if wins (mul c (fst l)) then negb (some (fun y => wins (mul c y)) (snd l)) else true)
         elements) letters
    && forallb (fun q => if wins q then true else if banned q then true else pair_near 0 q) elements
    && forallb (fun x => forallb (fun l => let u := fst (fst l) in let xu := mul x u in
         forallb (fun z => if pair_near x (mul z u) then
             if at_ false (snd l) (mul x z) then if z =? 0 then false else pair_near xu z else true
           else true) elements) ls) elements.

  Variable r : rule.
  Variable dom : N -> Prop.
  Hypothesis dom_closed : forall n l, dom n -> heap_move r n l -> Forall dom l.
  Hypothesis monoid : commutative_monoid order mul.
  Variable v : N -> N.
  Hypothesis right : forall n, dom n -> v n < order /\ letter_right r mul v letters n.

  Lemma recognizes_sound : recognizes = true -> forall f : list N -> Prop,
    (forall x, Forall dom x -> (forall y, ~ sum_move r x y) -> product mul v x = 0 -> (f x <-> wins 0 = true)) ->
    (forall x, Forall dom x -> (exists y, sum_move r x y) ->
      (f x <-> banned (product mul v x) = false /\ forall y, sum_move r x y -> ~ f y)) ->
    forall x, Forall dom x -> (f x <-> wins (product mul v x) = true).
  Proof.
    unfold recognizes. set (ls := map _ letters). set (near := reached ls).
    rewrite !andb_true_iff, !forallb_forall. intros [[[H1 H2] H3] H4].
    assert (Lo : forall u e c, losing mul wins banned u e c -> losing_bit u e c = true).
    { intros u e c (A & B & D). unfold losing_bit. rewrite A, B. apply negb_true_iff, not_true_iff_false. rewrite some_spec.
      intros (y & I & W). rewrite D in W; easy. }
    apply (recognized r dom dom_closed order mul monoid v) with (letters := letters) (banned := banned)
      (near := fun x z => at_ false near (x * order + z)).
    - intros n D. now apply right.
    - intros n D. now apply right.
    - intros x L W. specialize (H1 x). rewrite in_below, W in H1. now apply negb_true_iff, H1.
    - intros u e x c I J L W. specialize (H2 _ I). rewrite forallb_forall in H2. specialize (H2 c). simpl in H2.
      rewrite in_below, W in H2. specialize (H2 L). apply negb_true_iff in H2. apply not_true_iff_false. intros T.
      rewrite <- not_true_iff_false, some_spec in H2. eauto.
    - intros q L W B. specialize (H3 q). rewrite in_below, W, B in H3. auto.
    - intros x z u e Lx Lz I N Ls. specialize (H4 x). rewrite in_below, forallb_forall in H4.
      specialize (H4 Lx _ (in_map _ _ _ I)). simpl in H4. rewrite forallb_forall in H4. specialize (H4 z).
      rewrite in_below, N, at_tabulate, Lo in H4; auto.
      2: { apply in_below. destruct monoid as (_ & C & _). auto. }
      specialize (H4 Lz). destruct (N.eqb_spec z 0); easy.
  Qed.
End Graph.

(** ** What a certificate gives *)
Record monoid := Monoid { order : N; generators : list (N * list N); values : list N }.

Definition rows_of (m : monoid) : table (table N) := multiplication (order m) (map snd (generators m)).

(** Every element is the value of a sum of heaps. *)
Lemma every_value (order : N) mul (v : N -> N) (dom : N -> Prop) hs : commutative_monoid order mul -> (forall n, dom n -> v n < order) ->
  (forall h, In h hs -> dom h) -> generated order mul (map v hs) -> forall x, x < order -> exists l, Forall dom l /\ product mul v l = x.
Proof.
  intros (Po & C & I & K & A) V D G x. induction x as [x IH] using (well_founded_induction N.lt_wf_0). intros L.
  destruct (G x L) as [->|(g & y & J & Ly & <-)]; [now exists []|].
  apply in_map_iff in J as (h & <- & J). destruct (IH y Ly ltac:(lia)) as (l & Dl & <-).
  exists (h :: l). split; [constructor; auto|]. simpl. apply K; auto. lia.
Qed.

Lemma product_same mul v l m : map v l = map v m -> product mul v l = product mul v m.
Proof.
  intros E. assert (K : forall l, product mul v l = fold_right mul 0 (map v l)) by (induction l0; simpl; congruence).
  now rewrite !K, E.
Qed.

Definition set_of (l : list N) : N -> bool := at_ false (tabulate (fun _ => true) l).

Lemma set_of_spec l x : set_of l x = true <-> In x l.
Proof. unfold set_of. rewrite at_tabulate_in, <- existsb_in. now destruct (existsb _ _). Qed.

(** Any two elements are told apart by a third. *)
Definition rows_differ (order : N) (mul : N -> N -> N) (sets : list (N -> bool)) : bool :=
  forallb (fun x => forallb (fun y =>
    some (fun z => let xz := mul x z in let yz := mul y z in some (fun s : N -> bool => xorb (s xz) (s yz)) sets) (below order))
    (below x)) (below order).

Lemma rows_differ_spec order mul sets : rows_differ order mul sets = true -> forall x y, x < order -> y < order -> x <> y ->
  exists z s, z < order /\ In s sets /\ s (mul x z) <> s (mul y z).
Proof.
  unfold rows_differ. rewrite forallb_forall. intros H.
  assert (K : forall x y, x < order -> y < x -> exists z s, z < order /\ In s sets /\ s (mul x z) <> s (mul y z)).
  { intros x y Lx Ly. specialize (H x). rewrite in_below, forallb_forall in H. specialize (H Lx y). rewrite in_below in H.
    specialize (H Ly). apply some_spec in H as (z & I & H). apply some_spec in H as (s & J & H). apply in_below in I.
    exists z, s. repeat split; auto. intros E. rewrite E, xorb_nilpotent in H. easy. }
  intros x y Lx Ly E. destruct (N.lt_ge_cases y x) as [L|L]; [now apply K|].
  destruct (K y x) as (z & s & A & B & C); auto; [lia|]. exists z, s. auto.
Qed.

(** ** A quotient of all heaps, whose values repeat (theorem M.11) *)
Definition place (n0 p n : N) : N := if n <? n0 + p then n else n0 + (n - n0) mod p.

Lemma place_lt n0 p n : 1 <= p -> place n0 p n < n0 + p.
Proof. intros P. unfold place. destruct (N.ltb_spec n (n0 + p)); auto. pose proof (N.mod_lt (n - n0) p). lia. Qed.

Lemma place_repeats n0 p n : 1 <= p -> n0 <= n -> place n0 p (n + p) = place n0 p n.
Proof.
  intros P L. unfold place. destruct (N.ltb_spec (n + p) (n0 + p)); [lia|].
  replace (n + p - n0) with (n - n0 + 1 * p) by lia. rewrite N.mod_add by lia.
  destruct (N.ltb_spec n (n0 + p)); auto. rewrite N.mod_small; lia.
Qed.

(** The value of a heap, and the element of a sum. *)
Definition value_by (m : monoid) (n0 p n : N) : N := at_ 0 (table_of (values m)) (place n0 p n).
Definition class_by (m : monoid) (n0 p : N) (l : list N) : N := product (mul_by (rows_of m)) (value_by m n0 p) l.

Definition check_quotient (r : rule) (m : monoid) (n0 p : N) (portion : list N) : bool :=
  let q := order m in
  let rows := rows_of m in
  let mul := mul_by rows in
  let listed := table_of (values m) in
  let v := fun n => at_ 0 listed (place n0 p n) in
  let wins := set_of portion in
  let from := N.max n0 (settled r) in
  let w := N.max from (window r from p) in
  if bounded r && (1 <=? n0) && (1 <=? p) && check_monoid q mul (map v (map fst (generators m))) then
    match letters_of r q mul v (w + p) with
    | Some ls =>
        negb (wins 0) && recognizes q mul ls wins (fun _ => false) && rows_differ q mul [wins]
        && (if n0 =? 1 then true else negb (v (n0 - 1) =? v (n0 - 1 + p)))
        && forallb (fun d => if p mod d =? 0 then some (fun i => negb (v (n0 + i + d) =? v (n0 + i))) (below p) else true)
             (count_from 1 (N.to_nat (p / 2)))
    | None => false
    end
  else false.

Theorem check_quotient_sound r m n0 p portion : check_quotient r m n0 p portion = true ->
  misere_quotient r (order m) (class_by m n0 p) portion
  /\ (forall n, n0 <= n -> same r [n + p] [n])
  /\ (forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same r [n + q] [n]) -> n0 <= a /\ N.divide p q).
Proof.
  unfold check_quotient. change (fun n => at_ 0 (table_of (values m)) (place n0 p n)) with (value_by m n0 p).
  set (q := order m). set (v := value_by m n0 p). set (wins := set_of portion).
  set (from := N.max n0 (settled r)). set (w := N.max from (window r from p)).
  set (mul := mul_by (rows_of m)).
  destruct (_ && _) eqn:C; [|easy]. rewrite !andb_true_iff, !N.leb_le in C. destruct C as [[[B N1] P1] M].
  apply check_monoid_sound in M as (M & _ & Gen).
  destruct (letters_of _ _ _ _ _) as [ls|] eqn:L; [|easy].
  rewrite !andb_true_iff, negb_true_iff, forallb_forall. intros [[[[W0 Rec] Dif] S0] Sp].
  change ((if n0 =? 1 then true else negb (v (n0 - 1) =? v (n0 - 1 + p))) = true) in S0.
  change (forall d, In d (count_from 1 (N.to_nat (p / 2))) ->
    (if p mod d =? 0 then some (fun i => negb (v (n0 + i + d) =? v (n0 + i))) (below p) else true) = true) in Sp.
  pose proof (letters_of_spec r q mul v (w + p) ls M L) as Right. clear L.
  assert (V : forall n, n0 <= n -> v (n + p) = v n) by (intros n Ln; unfold v, value_by; now rewrite place_repeats).
  assert (All : forall n, v n < q /\ letter_right r mul v ls n).
  { intros n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
    destruct (N.lt_ge_cases n (w + p)) as [|Ln]; [now apply Right|].
    assert (Lm : n0 <= n - p /\ from <= n - p /\ w <= n - p) by (unfold w, from in *; lia).
    set (m' := n - p) in *. assert (En : n = m' + p) by (unfold m'; lia). rewrite En, V by lia.
    destruct (IH m' ltac:(lia)) as [Vm R]. split; auto.
    assert (Set_ : forall c k, In c r -> from <= k -> (within k (on c) <-> within (k + p) (on c)))
      by (intros c k I Lk; apply (settled_spec r from); auto; unfold from; lia).
    assert (Bd : forall c k i h, In c r -> from <= k -> within k (on c) -> within i (take c) -> within h (leave c) ->
      bound from p (cond c) i h <= w).
    { intros c k i h I Lk O T H. apply N.le_trans with (window r from p); [|unfold w; lia].
      apply (window_spec r from p c k); auto. unfold from. lia. }
    assert (Bel : forall k, from <= k -> k < m' -> v (k + p) = v k) by (intros; apply V; unfold from in *; lia).
    assert (Down : forall l, heap_move r (m' + p) l -> exists l', heap_move r m' l' /\ map v l' = map v l)
      by (intros l H; refine (option_down r v from p w _ _ Set_ Bd m' Bel _ l H); unfold from in *; lia).
    assert (Up : forall l, heap_move r m' l -> exists l', heap_move r (m' + p) l' /\ map v l' = map v l)
      by (intros l H; refine (option_up r v from p w _ _ Set_ Bd m' Bel _ l H); unfold from in *; lia).
    unfold letter_right. rewrite V by lia. destruct R as [[Z No]|(e & I & (l & H) & E)].
    - left. split; auto. intros l H. apply Down in H as (l' & H & _). now apply No in H.
    - right. exists e. split; auto. split; [apply Up in H as (l' & H & _); eauto|].
      intros x. rewrite E. split; intros (k & Hk & ->).
      + apply Up in Hk as (l' & Hk & E'). exists l'. split; auto. now apply product_same.
      + apply Down in Hk as (l' & Hk & E'). exists l'. split; auto. now apply product_same. }
  assert (D : forall l, Forall (fun _ : N => True) l) by (intros l; apply Forall_forall; auto).
  assert (Out : forall x, P_position Misere (heaps r x) <-> wins (product mul v x) = true).
  { intros x. apply (recognizes_sound q mul ls wins (fun _ => false) r (fun _ => True)) with (f := fun x => P_position Misere (heaps r x)); auto.
    - intros y _ No _. rewrite W0, misere_P. split; [intros [(z & Hz) _]; now apply No in Hz|easy].
    - intros y _ Some_. rewrite misere_P. tauto. }
  assert (Every : forall x, x < q -> exists l, product mul v l = x).
  { intros x Lx. destruct (every_value q mul v (fun _ => True) (map fst (generators m)) M) with (x := x) as (l & _ & E); eauto.
    intros n _. apply All. }
  assert (App : forall l k, product mul v (l ++ k) = mul (product mul v l) (product mul v k)).
  { intros l k. apply (product_app (fun _ => True) q mul M v); auto. intros n _. apply All. }
  assert (Lt : forall l, product mul v l < q) by (intros l; apply (product_lt (fun _ => True) q mul M v); auto; intros n _; apply All).
  assert (Same : forall l k, product mul v l = product mul v k <-> same r l k).
  { intros l k. split.
    - intros E z. now rewrite !Out, !App, E.
    - intros S. destruct (N.eq_dec (product mul v l) (product mul v k)) as [|E]; auto. exfalso.
      destruct (rows_differ_spec q mul [wins] Dif _ _ (Lt l) (Lt k) E) as (z & s & Lz & [<-|[]] & F).
      destruct (Every z Lz) as (u & <-). specialize (S u). rewrite !Out, !App in S. apply F.
      destruct (wins (mul (product mul v l) _)), (wins (mul (product mul v k) _)); intuition congruence. }
  assert (One : forall n, product mul v [n] = v n).
  { intros n. apply (product_one (fun _ => True) q mul M v); auto. intros k _. apply All. }
  assert (Same1 : forall n k, same r [n] [k] <-> v n = v k) by (intros n k; rewrite <- Same, !One; tauto).
  split; [|split].
  - constructor; auto. intros l. rewrite Out. apply set_of_spec.
  - intros n Ln. apply Same1. now apply V.
  - intros a q' A Q H. assert (Hv : forall n, a <= n -> v (n + q') = v n) by (intros n Ln; now apply Same1, H).
    destruct (least (fun n => v (n + 1)) (n0 - 1) p 0) with (a := a - 1) (q := q') (t := 0) as [K1 K2]; auto; try lia.
    + intros n Ln. rewrite N.add_0_r. replace (n + p + 1) with (n + 1 + p) by lia. apply V. lia.
    + intros k d u K E1 E2. assert (u = 0) by nia. subst u. assert (1 <= d) by (destruct (N.eq_dec d 0); [subst d; lia|lia]).
      assert (D2 : d <= p / 2) by (apply N.div_le_lower_bound; nia).
      specialize (Sp d). rewrite in_count_from in Sp. specialize (Sp ltac:(lia)).
      rewrite <- E1, N.mod_mul in Sp by lia. simpl in Sp. apply some_spec in Sp as (i & _ & Sp).
      apply negb_true_iff, N.eqb_neq in Sp. exists (n0 + i - 1). split; [lia|]. rewrite N.add_0_r.
      replace (n0 + i - 1 + d + 1) with (n0 + i + d) by lia. replace (n0 + i - 1 + 1) with (n0 + i) by lia. exact Sp.
    + destruct (N.eqb_spec n0 1) as [->|Z]; [now left|right]. apply negb_true_iff, N.eqb_neq in S0.
      rewrite N.add_0_r. replace (n0 - 1 - 1 + p + 1) with (n0 - 1 + p) by lia. replace (n0 - 1 - 1 + 1) with (n0 - 1) by lia. auto.
    + intros n Ln. rewrite N.add_0_r. replace (n + q' + 1) with (n + 1 + q') by lia. apply Hv. lia.
    + split; auto. lia.
Qed.

(** Who wins a sum of heaps under misère play. *)
Lemma misere_previous r q class portion l : misere_quotient r q class portion -> existsb (N.eqb (class l)) portion = true ->
  P_position Misere (heaps r l).
Proof. intros [_ _ _ O] E. apply O. now apply existsb_in. Qed.

Lemma misere_next r q class portion l : misere_quotient r q class portion -> existsb (N.eqb (class l)) portion = false ->
  N_position Misere (heaps r l).
Proof.
  intros [_ _ _ O] E. destruct (outcome_decided Misere (heaps r l)) as [[P _]|[Q _]]; auto. apply O, existsb_in in P. congruence.
Qed.

(** ** A bound: layer i says which sums win beside i heaps [h] (kind misere-bound of docs/certificate.md) *)
Fixpoint check_layers (q : N) (mul : N -> N -> N) (ls : list (N * list N)) (last : list N) (before : list N) (layers : list (list N))
  : bool :=
  match layers with
  | [] => true
  | layer :: layers =>
      let won := set_of before in
      let banned_table := tabulate (fun x => some (fun e => won (mul e x)) last) (below q) in
      let banned := at_ false banned_table in
      Bool.eqb (set_of layer 0) (negb (banned 0)) && recognizes q mul ls (set_of layer) banned && check_layers q mul ls last layer layers
  end.

Definition check_bound (r : rule) (m : monoid) (h : N) (layers : list (list N)) : bool :=
  let q := order m in
  let rows := rows_of m in
  let mul := mul_by rows in
  let listed := table_of (values m) in
  let v := at_ 0 listed in
  if check_monoid q mul (map v (map fst (generators m))) && forallb (fun g => g <? h) (map fst (generators m)) then
    match letters_of r q mul v h, layers with
    | Some ls, first :: more =>
        let last := members_of q (option_bits r mul v h) in
        negb (option_bits r mul v h =? 0) && negb (set_of first 0) && recognizes q mul ls (set_of first) (fun _ => false)
        && check_layers q mul ls last first more && rows_differ q mul (map set_of layers)
    | _, _ => false
    end
  else false.

Section Bound.
  Variable r : rule.
  Variable h : N.
  Variable q : N.
  Variable mul : N -> N -> N.
  Hypothesis M : commutative_monoid q mul.
  Variable v : N -> N.
  Let dom n := n < h.
  Variable ls : list (N * list N).
  Hypothesis right : forall n, dom n -> v n < q /\ letter_right r mul v ls n.
  Variable last : list N.
  Hypothesis last_spec : forall x, In x last <-> exists l, heap_move r h l /\ x = product mul v l.
  Hypothesis last_some : exists l, heap_move r h l.

  (** The outcome of a sum of heaps below [h] beside [i] heaps [h]. *)
  Definition beside (i : nat) (x : list N) : Prop := P_position Misere (heaps r (repeat h i ++ x)).

  Lemma dom_closed n l : dom n -> heap_move r n l -> Forall dom l.
  Proof. intros D H. apply Forall_forall. intros m I. pose proof (heap_move_smaller _ _ _ m H I). unfold dom in *. lia. Qed.

  Lemma last_dom l : heap_move r h l -> Forall dom l.
  Proof. intros H. apply Forall_forall. intros m I. exact (heap_move_smaller _ _ _ m H I). Qed.

  (** A move beside heaps [h] is one in the sum, or one in a heap [h]. *)
  Lemma beside_moves i x : forall y, sum_move r (repeat h i ++ x) y ->
    (exists x', sum_move r x x' /\ y = repeat h i ++ x')
    \/ (exists j l, i = S j /\ heap_move r h l /\ Permutation y (repeat h j ++ (l ++ x))).
  Proof.
    induction i as [|i IH]; intros y Hy; simpl in Hy; [left; eauto|].
    destruct Hy as ([|n b] & k & a & l & E & -> & Hm); simpl in E; injection E as <- E.
    - right. exists i, l. repeat split; auto. simpl. rewrite <- E.
      rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
    - destruct (IH (b ++ l ++ a)) as [(x' & Hx & E')|(j & l' & -> & Hl & P)]; [exists b, k, a, l; auto|left|right].
      + exists x'. split; auto. simpl. now rewrite E'.
      + exists (S j), l'. repeat split; auto. simpl. now constructor.
  Qed.

  Lemma beside_step i x : beside (S i) x <->
    (forall l, heap_move r h l -> ~ beside i (l ++ x)) /\ forall y, sum_move r x y -> ~ beside (S i) y.
  Proof.
    unfold beside. rewrite misere_P. split.
    - intros [_ A]. split.
      + intros l H F. apply (A (l ++ (repeat h i ++ x))).
        * exists [], h, (repeat h i ++ x), l. auto.
        * revert F. apply misere_permuted. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
      + intros y H. apply A. destruct H as (b & n & a & l & -> & -> & Hm).
        exists (repeat h (S i) ++ b), n, a, l. now rewrite <- !app_assoc.
    - intros [A B]. split.
      + destruct last_some as (l & H). exists (l ++ (repeat h i ++ x)), [], h, (repeat h i ++ x), l. auto.
      + intros y Hy. apply beside_moves in Hy as [(x' & Hx & ->)|(j & l & E & Hl & P)]; [now apply B|].
        injection E as <-. rewrite (misere_permuted r _ _ P). now apply A.
  Qed.

  Lemma layer_sound i before layer : (forall x, Forall dom x -> (beside i x <-> set_of before (product mul v x) = true)) ->
    check_layers q mul ls last before [layer] = true ->
    forall x, Forall dom x -> (beside (S i) x <-> set_of layer (product mul v x) = true).
  Proof.
    intros Before. simpl. set (banned := at_ false _). rewrite !andb_true_iff, Bool.eqb_true_iff. intros [[Z Rec] _].
    assert (Lt : forall l, Forall dom l -> product mul v l < q) by (intros l; apply (product_lt dom q mul M v); intros n D; now apply right).
    assert (Ban : forall x, Forall dom x -> (banned (product mul v x) = false <-> forall l, heap_move r h l -> ~ beside i (l ++ x))).
    { intros x D. unfold banned. rewrite at_tabulate by (apply in_below; auto). rewrite <- not_true_iff_false, some_spec.
      assert (App : forall l, heap_move r h l -> product mul v (l ++ x) = mul (product mul v l) (product mul v x)).
      { intros l H. apply (product_app dom q mul M v); auto; [intros n K; now apply right|now apply last_dom]. }
      assert (D2 : forall l, heap_move r h l -> Forall dom (l ++ x)) by (intros l H; apply Forall_app; split; auto; now apply last_dom).
      split.
      - intros K l H F. apply K. exists (product mul v l). split; [apply last_spec; eauto|]. apply Before in F; auto. now rewrite <- App.
      - intros K (e & I & W). apply last_spec in I as (l & H & ->). apply (K l H). apply Before; auto. now rewrite App. }
    apply (recognizes_sound q mul ls (set_of layer) banned r dom dom_closed M v right Rec (beside (S i))).
    - intros x D No E. rewrite beside_step, Z, negb_true_iff, <- E, <- Ban by auto. rewrite E.
      split; [tauto|]. intros B. split; auto. intros y Hy. now apply No in Hy.
    - intros x D _. now rewrite beside_step, Ban.
  Qed.

  Lemma layers_sound layers : forall i before, (forall x, Forall dom x -> (beside i x <-> set_of before (product mul v x) = true)) ->
    check_layers q mul ls last before layers = true ->
    forall s, In s (map set_of (before :: layers)) -> exists j, forall x, Forall dom x -> (beside j x <-> s (product mul v x) = true).
  Proof.
    induction layers as [|layer layers IH]; intros i before B C s [<-|I]; eauto; [easy|].
    simpl in C. rewrite andb_true_iff in C. destruct C as [C1 C2]. apply (IH (S i) layer); auto.
    apply (layer_sound i before layer B). simpl. now rewrite C1.
  Qed.
End Bound.

Theorem check_bound_sound r m h layers : check_bound r m h layers = true -> quotient_at_least r h (order m).
Proof.
  unfold check_bound. set (q := order m). set (mul := mul_by (rows_of m)). set (v := at_ 0 (table_of (values m))).
  destruct (_ && _) eqn:C; [|easy]. rewrite !andb_true_iff, forallb_forall in C. destruct C as [C Gh].
  apply check_monoid_sound in C as (M & _ & Gen).
  destruct (letters_of _ _ _ _ _) as [ls|] eqn:L; [|easy]. destruct layers as [|first more]; [easy|].
  rewrite !andb_true_iff, !negb_true_iff, N.eqb_neq. intros [[[[O W0] Rec] Ch] Dif].
  pose proof (letters_of_spec r q mul v h ls M L) as Right. clear L.
  assert (Lt : forall l, Forall (fun n => n < h) l -> product mul v l < q)
    by (intros l; apply (product_lt _ q mul M v); intros n D; now apply Right).
  assert (Last : forall x, In x (members_of q (option_bits r mul v h)) <-> exists l, heap_move r h l /\ x = product mul v l).
  { intros x. unfold members_of. rewrite filter_In, in_below, option_bits_spec. split; [tauto|].
    intros (l & H & ->). split; eauto. apply Lt. now apply last_dom in H. }
  assert (Some_ : exists l, heap_move r h l).
  { assert (T : N.testbit (option_bits r mul v h) (N.log2 (option_bits r mul v h)) = true) by now apply N.bit_log2.
    apply option_bits_spec in T as (l & H & _). eauto. }
  assert (First : forall x, Forall (fun n => n < h) x -> (beside r h 0 x <-> set_of first (product mul v x) = true)).
  { apply (recognizes_sound q mul ls (set_of first) (fun _ => false) r (fun n => n < h) (dom_closed r h) M v Right Rec (beside r h 0)).
    - intros y _ No _. unfold beside. simpl. rewrite W0, misere_P. split; [intros [(z & Hz) _]; now apply No in Hz|easy].
    - intros y _ S. unfold beside. simpl. rewrite misere_P. tauto. }
  pose proof (layers_sound r h q mul M v ls Right _ Last Some_ more 0 first First Ch) as Layers. clear Ch Rec First.
  assert (Every : forall x, x < q -> exists l, Forall (fun n => n < h) l /\ product mul v l = x).
  { apply (every_value q mul v (fun n => n < h) (map fst (generators m)) M); auto.
    - intros n D. now apply Right.
    - intros g I. now apply N.ltb_lt, Gh. }
  assert (App : forall l k, Forall (fun n => n < h) l -> Forall (fun n => n < h) k ->
    product mul v (l ++ k) = mul (product mul v l) (product mul v k)).
  { intros l k. apply (product_app _ q mul M v); auto. intros n D. now apply Right. }
  assert (Sums : exists sums, Forall2 (fun x l => Forall (fun n => n < h) l /\ product mul v l = x) (below q) sums).
  { assert (A : forall x, In x (below q) -> x < q) by (intros x; apply in_below).
    induction (below q) as [|x l IH]; [now exists []|]. destruct IH as (s & Hs); [intros; apply A; simpl; auto|].
    destruct (Every x) as (k & K); [apply A; simpl; auto|]. exists (k :: s). now constructor. }
  destruct Sums as (sums & Hs). exists sums.
  assert (Le : forall l, Forall (fun n => n < h) l -> Forall (fun n => n <= h) l) by (intros l; apply Forall_impl; lia).
  split; [|split].
  - assert (E : length (below q) = length sums) by (clear - Hs; induction Hs; simpl; congruence).
    rewrite <- E. unfold below. rewrite length_count_from. lia.
  - clear - Hs Le. induction Hs as [|x l xs s [D _] _ IH]; constructor; auto.
  - assert (Nd : NoDup (below q)) by apply NoDup_count_from.
    assert (A : forall x, In x (below q) -> x < q) by (intros x; apply in_below).
    induction Hs as [|x l xs s [D E] Hs IH]; [constructor|]. inversion Nd as [|? ? Nx Nd']. subst.
    constructor; [|apply IH; auto; intros; apply A; simpl; auto].
    apply Forall_forall. intros k I.
    assert (K : exists y, In y xs /\ Forall (fun n => n < h) k /\ product mul v k = y).
    { clear - Hs I. induction Hs as [|y k' xs s [Dk E] _ IH]; [easy|]. destruct I as [->|I]; [exists y; simpl; auto|].
      destruct (IH I) as (z & ? & ?). exists z. simpl. auto. }
    destruct K as (y & Iy & Dk & Ek).
    destruct (rows_differ_spec q mul _ Dif (product mul v l) y) as (z & t & Lz & It & F).
    + apply Lt. auto.
    + apply A. simpl. auto.
    + intros E'. apply Nx. now rewrite E'.
    + destruct (Every z Lz) as (u & Du & <-). destruct (Layers t It) as (j & J).
      exists (u ++ repeat h j). split; [apply Forall_app; split; auto; apply Forall_forall; intros n In_; apply repeat_spec in In_; lia|].
      assert (Pm : forall w, Permutation (w ++ (u ++ repeat h j)) (repeat h j ++ (w ++ u))).
      { intros w. rewrite app_assoc. apply Permutation_app_comm. }
      rewrite (misere_permuted r _ _ (Pm l)), (misere_permuted r _ _ (Pm k)).
      intros S. apply F. change (beside r h j (l ++ u) <-> beside r h j (k ++ u)) in S.
      rewrite !J, !App in S by (auto; apply Forall_app; auto). rewrite Ek in S.
      destruct (t (mul (product mul v l) (product mul v u))), (t (mul y (product mul v u))); intuition congruence.
Qed.
