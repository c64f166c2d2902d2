(** * Misère quotients (theory M.7, M.10, M.11)

    Sums of heaps [l] and [m] of one rule are the same if nobody can tell them apart by who wins: under misère play and
    beside any sum of heaps of this rule. *)
From Coq Require Import NArith List Lia Bool Permutation.
From Sprague Require Import Games Sums Grundy Parts.

Definition same (r : rule) (l m : list N) : Prop :=
  forall z, P_position Misere (heaps r (l ++ z)) <-> P_position Misere (heaps r (m ++ z)).

(** The misère quotient of a rule is the set of the classes of sums that are the same. It has [order] elements, numbered
    from 0 on, [class] gives each sum its element, and the P-positions are the sums whose element is in [portion]. *)
Record misere_quotient (r : rule) (order : N) (class : list N -> N) (portion : list N) : Prop := Is_quotient {
  classes : forall l, class l < order;
  every_class : forall x, x < order -> exists l, class l = x;
  same_class : forall l m, class l = class m <-> same r l m;
  outcomes : forall l, P_position Misere (heaps r l) <-> In (class l) portion }.

(** The misère quotient of the heaps up to [h] has at least [order] elements: so many sums of them can be told apart, each
    two by a third. *)
Definition quotient_at_least (r : rule) (h order : N) : Prop :=
  exists sums, N.of_nat (length sums) = order /\ Forall (Forall (fun n => n <= h)) sums
    /\ ForallOrdPairs (fun l m => exists z, Forall (fun n => n <= h) z
         /\ ~ (P_position Misere (heaps r (l ++ z)) <-> P_position Misere (heaps r (m ++ z)))) sums.

(** ** Moves in sums of heaps of one rule *)
Definition sum_move (r : rule) (x y : list N) : Prop :=
  exists b n a m, x = b ++ n :: a /\ y = b ++ m ++ a /\ heap_move r n m.

Lemma heaps_app r x y : heaps r (x ++ y) = heaps r x ++ heaps r y.
Proof. apply map_app. Qed.

Lemma heaps_snd r x : map snd (heaps r x) = x.
Proof. unfold heaps. rewrite map_map. apply map_id. Qed.

Lemma move_heaps r x p : move (heaps r x) p <-> exists y, sum_move r x y /\ p = heaps r y.
Proof.
  split.
  - intros (b & q & n & a & l & E & -> & Hm). apply map_eq_app in E as (b' & c & -> & <- & E).
    destruct c as [|n' a']; [easy|]. injection E as <- <- <-.
    exists (b' ++ l ++ a'). split; [exists b', n', a', l; auto|]. now rewrite !heaps_app.
  - intros (y & (b & n & a & l & -> & -> & Hm) & ->).
    exists (heaps r b), r, n, (heaps r a), l. rewrite !heaps_app. auto.
Qed.

Lemma sum_moves_listed r x : exists ys, forall y, In y ys <-> sum_move r x y.
Proof.
  exists (map (map snd) (moves (heaps r x))). intros y. rewrite in_map_iff. split.
  - intros (p & <- & I). apply in_moves, move_heaps in I as (z & M & ->). now rewrite heaps_snd.
  - intros M. exists (heaps r y). rewrite heaps_snd. split; auto. apply in_moves, move_heaps. eauto.
Qed.

Lemma sum_move_smaller r x y : sum_move r x y -> weight (heaps r y) < weight (heaps r x).
Proof. intros M. apply move_smaller, move_heaps. eauto. Qed.

(** Who wins under misère play, from who wins after each move. *)
Lemma misere_P r x : P_position Misere (heaps r x) <->
  (exists y, sum_move r x y) /\ forall y, sum_move r x y -> ~ P_position Misere (heaps r y).
Proof.
  split.
  - intros [M A]. split.
    + destruct (M eq_refl) as (p & Hp). apply move_heaps in Hp as (y & Hy & _). eauto.
    + intros y Hy P. assert (Q : N_position Misere (heaps r y)) by (apply A, move_heaps; eauto).
      destruct (outcome_decided Misere (heaps r y)) as [[_ F]|[_ F]]; auto.
  - intros [(y & Hy) A]. constructor.
    + intros _. exists (heaps r y). apply move_heaps. eauto.
    + intros p Hp. apply move_heaps in Hp as (z & Hz & ->).
      destruct (outcome_decided Misere (heaps r z)) as [[P _]|[Q _]]; auto. now apply A in P.
Qed.

(** The order of the heaps plays no part. *)
Lemma move_permuted r x x' y : Permutation x y -> sum_move r x x' -> exists y', sum_move r y y' /\ Permutation x' y'.
Proof.
  intros E (b & n & a & l & -> & -> & Hm).
  destruct (in_split n y) as (b' & a' & ->); [apply (Permutation_in _ E), in_elt|].
  apply Permutation_app_inv in E. exists (b' ++ l ++ a'). split; [exists b', n, a', l; auto|].
  rewrite (Permutation_app_comm l a), (Permutation_app_comm l a'), !app_assoc. now apply Permutation_app_tail.
Qed.

Lemma misere_permuted r x : forall y, Permutation x y -> P_position Misere (heaps r x) <-> P_position Misere (heaps r y).
Proof.
  remember (weight (heaps r x)) as w eqn:Ew. revert x Ew.
  induction w as [w IH] using (well_founded_induction N.lt_wf_0). intros x -> y E. rewrite !misere_P.
  assert (K : forall x' y', sum_move r x x' -> Permutation x' y' -> P_position Misere (heaps r x') <-> P_position Misere (heaps r y')).
  { intros x' y' M. apply (IH _ (sum_move_smaller r x x' M)). reflexivity. }
  split; intros [(z & M) A].
  - split; [destruct (move_permuted r x z y E M) as (z' & M' & _); eauto|].
    intros y' M' F. destruct (move_permuted r y y' x (Permutation_sym E) M') as (x' & M'' & E').
    apply (A x' M''). apply (K x' y'); auto. now apply Permutation_sym.
  - split; [destruct (move_permuted r y z x (Permutation_sym E) M) as (z' & M' & _); eauto|].
    intros x' M' F. destruct (move_permuted r x x' y E M') as (y' & M'' & E').
    apply (A y' M''). now apply (K x' y').
Qed.

(** ** A monoid with the elements below [order] *)
Definition commutative_monoid (order : N) (mul : N -> N -> N) : Prop :=
  0 < order
  /\ (forall x y, x < order -> y < order -> mul x y < order)
  /\ (forall x, x < order -> mul 0 x = x)
  /\ (forall x y, x < order -> y < order -> mul x y = mul y x)
  /\ (forall x y z, x < order -> y < order -> z < order -> mul (mul x y) z = mul x (mul y z)).

(** Theorem M.10, where [letters] are the values of heaps with the sets of the values of their options, and the graph of
    pairs is any set [near] that is closed. Words are sums of heaps in [dom]. [wins x]: who has moved to a word with the
    value [x] wins; [banned x]: such words are no P-positions, whatever their options. *)
Section Recognition.
  Variable r : rule.
  Variable dom : N -> Prop.
  Hypothesis dom_closed : forall n l, dom n -> heap_move r n l -> Forall dom l.
  Variable order : N.
  Variable mul : N -> N -> N.
  Hypothesis monoid : commutative_monoid order mul.
  Variable v : N -> N.
  Hypothesis v_lt : forall n, dom n -> v n < order.

  Definition product (l : list N) : N := fold_right (fun n x => mul (v n) x) 0 l.

  Lemma product_lt l : Forall dom l -> product l < order.
  Proof. destruct monoid as (P & C & _). induction 1; simpl; auto. Qed.

  Lemma product_app l m : Forall dom l -> Forall dom m -> product (l ++ m) = mul (product l) (product m).
  Proof.
    destruct monoid as (P & C & I & _ & A). intros Hl Hm. pose proof (product_lt m Hm). induction Hl as [|n l Hn Hl IH]; simpl.
    - now rewrite I.
    - rewrite IH, A; auto. now apply product_lt.
  Qed.

  Lemma product_one n : dom n -> product [n] = v n.
  Proof. destruct monoid as (P & C & I & K & _). intros Hn. simpl. rewrite K, I; auto. Qed.

  Variables letters : list (N * list N).
  Hypothesis letters_spec : forall n, dom n ->
    (v n = 0 /\ forall l, ~ heap_move r n l)
    \/ (exists e, In (v n, e) letters /\ (exists l, heap_move r n l)
          /\ forall x, In x e <-> exists l, heap_move r n l /\ x = product l).

  Variables wins banned : N -> bool.
  Variable near : N -> N -> bool.

  Definition losing (u : N) (e : list N) (c : N) : Prop :=
    wins (mul c u) = false /\ banned (mul c u) = false /\ forall x, In x e -> wins (mul c x) = false.

  Hypothesis apart : forall x, x < order -> wins x = true -> banned x = false.
  Hypothesis no_move_between : forall u e x c, In (u, e) letters -> In x e -> c < order ->
    wins (mul c u) = true -> wins (mul c x) = false.
  Hypothesis near_first : forall q, q < order -> wins q = false -> banned q = false -> near 0 q = true.
  Hypothesis near_next : forall x z u e, x < order -> z < order -> In (u, e) letters ->
    near x (mul z u) = true -> losing u e (mul x z) -> z <> 0 /\ near (mul x u) z = true.

  Lemma dom_move x y : Forall dom x -> sum_move r x y -> Forall dom y.
  Proof.
    intros D (b & n & a & l & -> & -> & Hm). rewrite !Forall_app, Forall_cons_iff in *. destruct D as (B & Hn & A).
    repeat split; auto. now apply (dom_closed n).
  Qed.

  (** Condition (2): where no option wins, the word wins or is banned. *)
  Lemma some_option_wins x : Forall dom x -> (exists y, sum_move r x y) ->
    wins (product x) = false -> banned (product x) = false -> exists y, sum_move r x y /\ wins (product y) = true.
  Proof.
    destruct monoid as (Po & C & I & K & As). intros D (y0 & M0) Wx Bx. destruct (sum_moves_listed r x) as (ys & Hys).
    destruct (existsb (fun y => wins (product y)) ys) eqn:Q.
    { apply existsb_exists in Q as (y & J & Q). exists y. split; auto. now apply Hys. }
    exfalso. assert (None : forall y, sum_move r x y -> wins (product y) = false).
    { intros y M. apply not_true_iff_false. intros T. rewrite <- not_true_iff_false in Q. apply Q, existsb_exists.
      exists y. split; auto. now apply Hys. }
    clear Q Hys. pose proof (product_lt x D) as Lx.
    assert (Path : forall b a, x = b ++ a -> near (product b) (product a) = true
      /\ ((exists n l, In n b /\ heap_move r n l) -> product a <> 0)).
    { intros b. induction b as [|n b IH] using rev_ind; intros a E.
      - simpl in E. subst a. split; [now apply near_first|intros (n & l & [] & _)].
      - rewrite <- app_assoc in E. simpl in E. destruct (IH (n :: a) E) as [S Z]. clear IH.
        assert (Db : Forall dom b /\ dom n /\ Forall dom a) by (rewrite E, Forall_app, Forall_cons_iff in D; tauto).
        destruct Db as (Db & Dn & Da). pose proof (product_lt b Db) as Lb. pose proof (product_lt a Da) as La.
        pose proof (v_lt n Dn) as Ln.
        assert (Pb : product (b ++ [n]) = mul (product b) (v n)).
        { rewrite product_app, product_one; auto. }
        assert (Pa : product (n :: a) = mul (product a) (v n)) by (simpl; apply K; auto).
        destruct (letters_spec n Dn) as [[V No]|(e & Ie & (l0 & Hl0) & Sp)].
        + rewrite V in Pb, Pa. rewrite K, I in Pb, Pa by auto. rewrite Pb, <- Pa. split; auto.
          intros (n' & l & J & H). apply in_app_or in J as [J|[<-|[]]]; [|now apply No in H]. apply Z. eauto.
        + rewrite Pa in S. assert (Ls : losing (v n) e (mul (product b) (product a))).
          { assert (Px : mul (mul (product b) (product a)) (v n) = product x).
            { rewrite E, product_app, Pa, As; auto. }
            unfold losing. rewrite Px. repeat split; auto. intros w Hw. apply Sp in Hw as (l & Hl & ->).
            assert (Dl : Forall dom l) by (apply (dom_closed n); auto). pose proof (product_lt l Dl).
            rewrite <- (None (b ++ l ++ a)) by (exists b, n, a, l; auto). f_equal.
            rewrite !product_app by (auto; apply Forall_app; auto). rewrite As by auto. f_equal. now apply K. }
          destruct (near_next (product b) (product a) (v n) e Lb La Ie S Ls) as [Z' S']. rewrite Pb. split; auto. }
    destruct (Path x [] (eq_sym (app_nil_r x))) as [_ Z]. apply Z; [|reflexivity].
    destruct M0 as (b & n & a & l & -> & _ & Hm). exists n, l. split; auto. apply in_elt.
  Qed.

  Theorem recognized (f : list N -> Prop) :
    (forall x, Forall dom x -> (forall y, ~ sum_move r x y) -> product x = 0 -> (f x <-> wins 0 = true)) ->
    (forall x, Forall dom x -> (exists y, sum_move r x y) ->
      (f x <-> banned (product x) = false /\ forall y, sum_move r x y -> ~ f y)) ->
    forall x, Forall dom x -> (f x <-> wins (product x) = true).
  Proof.
    destruct monoid as (Po & C & I & K & As). intros Base Step x. remember (weight (heaps r x)) as w eqn:Ew. revert x Ew.
    induction w as [w IHw] using (well_founded_induction N.lt_wf_0). intros x -> D.
    assert (IH : forall y, sum_move r x y -> (f y <-> wins (product y) = true)).
    { intros y Hy. eapply IHw; [apply (sum_move_smaller r x y Hy)|reflexivity|]. now apply (dom_move x). }
    clear IHw. destruct (sum_moves_listed r x) as (ys & Hys).
    destruct ys as [|y0 ys].
    - assert (No : forall y, ~ sum_move r x y) by (intros y M; now apply Hys in M).
      assert (E : product x = 0).
      { assert (Z : forall a, (exists b, x = b ++ a) -> product a = 0).
        { induction a as [|n a IHa]; intros (b & E); auto. simpl. rewrite IHa by (exists (b ++ [n]); now rewrite <- app_assoc).
          assert (Dn : dom n) by (rewrite Forall_forall in D; apply D; rewrite E; apply in_elt).
          destruct (letters_spec n Dn) as [[V _]|(e & _ & (l & Hl) & _)]; [rewrite V; now apply I|].
          exfalso. apply (No (b ++ l ++ a)). exists b, n, a, l. auto. }
        apply Z. now exists []. }
      rewrite E. apply Base; auto.
    - assert (M0 : exists y, sum_move r x y) by (exists y0; apply Hys; simpl; auto).
      rewrite (Step x D M0). split.
      + intros [B A]. apply not_false_iff_true. intros W.
        destruct (some_option_wins x D M0 W B) as (y & M & T). apply (A y M). now apply IH.
      + intros W. split; [apply apart; auto; now apply product_lt|]. intros y M F. apply IH in F; auto.
        destruct M as (b & n & a & l & -> & -> & Hm).
        rewrite Forall_app, Forall_cons_iff in D. destruct D as (Db & Dn & Da).
        assert (Dl : Forall dom l) by (apply (dom_closed n); auto).
        pose proof (product_lt b Db). pose proof (product_lt a Da). pose proof (product_lt l Dl). pose proof (v_lt n Dn).
        destruct (letters_spec n Dn) as [[_ No]|(e & Ie & _ & Sp)]; [now apply No in Hm|].
        rewrite !product_app in F by (auto; apply Forall_app; auto).
        assert (E1 : product (b ++ n :: a) = mul (mul (product b) (product a)) (v n)).
        { rewrite product_app by auto. rewrite As by auto. f_equal. simpl. now apply K. }
        assert (E2 : mul (product b) (mul (product l) (product a)) = mul (mul (product b) (product a)) (product l)).
        { rewrite As by auto. f_equal. now apply K. }
        rewrite E1 in W. rewrite E2 in F.
        rewrite (no_move_between (v n) e (product l) _ Ie) in F; [easy|apply Sp; eauto|auto|auto].
  Qed.
End Recognition.
