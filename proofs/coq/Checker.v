(** * What the checkers of Program.v accept is true *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Games Sums Grundy Least Parts Sparse AllBut Loops Machine Program.

Module Checker (M : MACHINE).
  Include Program M.
  Import M.

  Lemma has_fold {A} (f : A -> bool) (g : A -> t) l : forall s w, w < cap ->
    has (fold_left (fun s i => if f i then insert (g i) s else s) l s) w = true <->
    has s w = true \/ exists i, In i l /\ f i = true /\ val (g i) = w.
  Proof.
    induction l as [|i l IH]; intros s w Hw; simpl.
    - split; auto. intros [|(? & [] & _)]; auto.
    - rewrite IH by auto. destruct (f i) eqn:F.
      + rewrite has_insert by auto. destruct (N.eqb_spec (val (g i)) w) as [E|E].
        * split; auto. intros _. right. exists i. auto.
        * split; [intros [H|(j & H & ?)]; eauto 6|]. intros [H|(j & [<-|H] & ? & ?)]; eauto 6; congruence.
      + split.
        * intros [H|(j & H & ?)]; eauto 6.
        * intros [H|(j & [<-|H] & E & ?)]; eauto 6. congruence.
  Qed.

  Lemma has_strike {A} (f : A -> bool) (g : A -> t) l : forall s w, w < cap -> has s w = true ->
    has (fold_left (fun s i => if f i then remove (g i) s else s) l s) w = true \/
    exists i, In i l /\ f i = true /\ val (g i) = w.
  Proof.
    induction l as [|i l IH]; intros s w Hw H; simpl; auto.
    destruct (f i) eqn:F.
    - destruct (N.eq_dec (val (g i)) w) as [E|E]; [right; exists i; simpl; auto|].
      destruct (IH (remove (g i) s) w Hw) as [|(j & ? & ?)]; eauto 6.
      rewrite has_remove, H by auto. now destruct (N.eqb_spec (val (g i)) w).
    - destruct (IH s w Hw H) as [|(j & ? & ?)]; eauto 6.
  Qed.

  Section Soundness.
    Variable r : takes.
    Variable g : N -> N.
    Variables k e : N.
    Hypothesis Hg : forall n, is_mex (opt r g n) (g n).
    Hypothesis one_positive : forall i, In i (Sparse.one r) -> 0 < i.
    Hypothesis k0 : forall i, In i (none r) -> i <= k.
    Hypothesis k1 : forall i, In i (Sparse.one r) -> i <= k.
    Hypothesis k2 : forall i, In i (two r) -> i <= k.
    Hypothesis e_limit : 2 * e + k + 2 < limit.
    Let l0 := map of_N (none r).
    Let l1 := map of_N (Sparse.one r).
    Let l2 := map of_N (two r).
    Let one := of_N 1.
    Let zero := of_N 0.

    Lemma val_one : val one = 1.
    Proof. apply of_N_spec. lia. Qed.
    Lemma val_zero : val zero = 0.
    Proof. apply of_N_spec. lia. Qed.

    Lemma in_l l i : (forall j, In j l -> j <= k) -> In i (map of_N l) -> In (val i) l /\ val i <= k.
    Proof. intros H I. apply in_map_iff in I as (j & <- & I). pose proof (H j I). rewrite of_N_spec by lia. auto. Qed.

    Lemma l_in l j : (forall j, In j l -> j <= k) -> In j l -> exists i, In i (map of_N l) /\ val i = j.
    Proof. intros H I. exists (of_N j). split; [apply in_map; auto|]. apply of_N_spec. apply H in I. lia. Qed.

    Definition right (a : array) (n : t) : Prop := forall i, val i < val n -> val (get a i) = g (val i).

    Section Step.
      Variables (a : array) (n : t).
      Hypothesis Hn : val n < e.
      Hypothesis Ha : right a n.

      Lemma small_options_spec s w : w < cap ->
        has (small_options l0 l1 zero a n s) w = true <->
        has s w = true \/ (In (val n) (none r) /\ w = 0)
          \/ (exists i, In i (Sparse.one r) /\ i < val n /\ w = g (val n - i)).
      Proof.
        intros Hw. unfold small_options. rewrite has_fold, has_fold by auto. split.
        - intros [[H|(i & I & E & V)]|(i & I & L & V)]; auto.
          + right; left. apply in_l in I as [I _]; auto. rewrite eq_spec in E. apply N.eqb_eq in E.
            rewrite val_zero in V. rewrite <- E. auto.
          + right; right. apply in_l in I as [I Ik]; auto. rewrite lt_spec in L. apply N.ltb_lt in L.
            exists (val i). repeat split; auto. rewrite <- V. pose proof (one_positive _ I).
            rewrite Ha; rewrite sub_spec; auto; lia.
        - intros [H|[[I ->]|(j & I & L & ->)]]; auto.
          + left; right. apply l_in in I as (i & I & E); auto. exists i. repeat split; auto.
            * rewrite eq_spec. apply N.eqb_eq. auto.
            * apply val_zero.
          + right. pose proof (one_positive _ I). apply l_in in I as (i & I & E); auto. exists i. repeat split; auto.
            * rewrite lt_spec. apply N.ltb_lt. lia.
            * rewrite Ha; rewrite sub_spec; rewrite ?E; auto; lia.
      Qed.

      (** What a split with the part [x] means. *)
      Lemma splits_spec x gx s w : w < cap -> 0 < val x -> val x <= e -> val gx = g (val x) ->
        has (splits_with l2 a n x gx s) w = true <->
        has s w = true \/ (exists i, In i (two r) /\ i + val x < val n /\ w = N.lxor (g (val x)) (g (val n - (i + val x)))).
      Proof.
        intros Hw X L V. unfold splits_with. cbv zeta. rewrite has_fold by auto. split.
        - intros [H|(i & I & M & E)]; auto. right. apply in_l in I as [I Ik]; auto.
          rewrite lt_spec, add_spec in M by lia. apply N.ltb_lt in M. exists (val i). repeat split; auto.
          rewrite <- E, xor_spec, V. f_equal. symmetry. rewrite Ha; rewrite sub_spec; rewrite ?add_spec; auto; lia.
        - intros [H|(j & I & M & ->)]; auto. right. apply l_in in I as (i & I & E); auto. exists i.
          assert (val i <= k) by (apply in_l in I; tauto). repeat split; auto.
          + rewrite lt_spec, add_spec by lia. apply N.ltb_lt. lia.
          + rewrite xor_spec, V. f_equal. rewrite Ha; rewrite sub_spec; rewrite ?add_spec; rewrite ?E; auto; lia.
      Qed.

      (** A split into [x] and [y], in whatever order. *)
      Definition split_into (x y w : N) : Prop := exists i, In i (two r) /\ val n = i + x + y /\ w = N.lxor (g x) (g y).

      (** Before round [j] the splits with a part below [j] are in the set, and nothing but values of splits. *)
      Let inv (j : N) (q : t * bits) : Prop := let (x, s) := q in
        val x = j /\ 0 < j /\ j <= val n + 1 /\ forall w, w < cap ->
        (has s w = true -> has (small_options l0 l1 zero a n empty) w = true
          \/ exists y z, 0 < y /\ 0 < z /\ split_into y z w)
        /\ (has (small_options l0 l1 zero a n empty) w = true -> has s w = true)
        /\ (forall y z, 0 < y -> y < j -> y <= z -> split_into y z w -> has s w = true).

      Lemma split_step_spec j q : inv j q ->
        match split_step l2 one a n q with inl q => inv (j + 1) q
        | inr s => exists x, val n < 2 * val x /\ inv (val x) (x, s) end.
      Proof.
        destruct q as [x s]. intros (X & J & L & H). unfold split_step.
        rewrite lt_spec, add_spec by lia. destruct (N.ltb_spec (val n) (val x + val x)) as [D|D].
        - exists x. subst j. split; [lia|]. do 3 (split; [lia|]). exact H.
        - assert (Gx : val (get a x) = g (val x)) by (apply Ha; lia).
          assert (V1 : val (add x one) = val x + 1) by (rewrite add_spec; rewrite val_one; lia).
          do 3 (split; [lia|]). intros w Hw. destruct (H w Hw) as (H1 & H2 & H3).
          pose proof (splits_spec x (get a x) s w Hw ltac:(lia) ltac:(lia) Gx) as Sp. split; [|split].
          + rewrite Sp. intros [Q|(i & I & M & ->)]; auto. right. exists (val x), (val n - (i + val x)). repeat split; [lia|lia|].
            exists i. repeat split; auto. lia.
          + rewrite Sp. auto.
          + intros y z Y1 Y2 YZ S. apply Sp. destruct (N.eq_dec y (val x)) as [->|]; [|left; apply (H3 y z); auto; lia].
            right. destruct S as (i & I & E & ->). exists i. repeat split; auto; [lia|]. do 2 f_equal. lia.
      Qed.

      Lemma least_of_spec c : forall j s v, j + N.of_nat c = cap -> least_of (map of_N (count_from j c)) s = Some v ->
        val v < cap /\ has s (val v) = false /\ j <= val v /\ forall u, j <= u -> u < val v -> has s u = true.
      Proof.
        pose proof cap_limit.
        induction c as [|c IH]; intros j s v Hj E; simpl in E; [easy|].
        assert (Vj : val (of_N j) = j) by (apply of_N_spec; lia).
        rewrite mem_spec in E by (rewrite Vj; lia). rewrite Vj in E. destruct (has s j) eqn:Hs.
        - apply IH in E as (A & B & C & D); [|lia]. repeat split; auto; [lia|].
          intros u U1 U2. destruct (N.eq_dec u j) as [->|]; auto. apply D; lia.
        - injection E as <-. rewrite Vj. repeat split; auto; [lia|lia|]. intros. lia.
      Qed.

      Lemma by_definition_spec far v :
        by_definition l0 l1 l2 zero one (map of_N (count_from 0 (N.to_nat cap))) far a n = Some v -> val v = g (val n).
      Proof.
        unfold by_definition.
        pose proof (loop_spec (split_step l2 one a n) inv (fun s => exists x, val n < 2 * val x /\ inv (val x) (x, s)) far 1
          (one, small_options l0 l1 zero a n empty)) as S.
        destruct (loop _ _ _) as [|s]; [easy|]. intros L.
        destruct S as (x & X & _ & _ & _ & H).
        { intros j q _ _. apply split_step_spec. }
        { simpl. rewrite val_one. repeat split; auto; try lia. }
        apply (least_of_spec (N.to_nat cap) 0) in L as (A & B & _ & D); [|lia].
        assert (Opt : forall w, w < cap -> (has s w = true <-> opt r g (val n) w)).
        { intros w Hw. destruct (H w Hw) as (H1 & H2 & H3). rewrite small_options_spec, has_empty in * by auto. unfold opt.
          split.
          - intros Q. destruct (H1 Q) as [[F|[F|F]]|(y & z & Y & Z & i & I & E & ->)]; auto; [easy|].
            right; right. destruct (N.le_ge_cases y z); [exists i, y, z|exists i, z, y]; repeat split; auto; try lia.
            apply N.lxor_comm.
          - intros [F|[F|(i & y & z & I & Y & Z & E & ->)]]; auto. apply (H3 y z); auto; [lia|]. exists i. auto. }
        apply (is_mex_unique (opt r g (val n))); [|apply Hg]. split.
        - rewrite <- Opt by auto. congruence.
        - intros u Hu. apply Opt; [lia|]. apply D; lia.
      Qed.

      (** The sparse step. *)
      Variable class : bool -> N -> bool.
      Variable odd : bool.
      Variable class_at : N -> N -> bool.
      Hypothesis class_n : forall v, class_at (val n) v = class odd v.
      Hypothesis class_xor : forall i x y u v, In i (two r) ->
        class_at (i + x + y) (N.lxor u v) = xorb (class_at x u) (class_at y v).
      Variable met : list (t * t).
      Hypothesis met_right : forall x gx, In (x, gx) met -> 0 < val x /\ val x < val n /\ val gx = g (val x).
      Hypothesis met_all : forall m, 0 < m -> m < val n -> class_at m (g m) = false -> exists x gx, In (x, gx) met /\ val x = m.

      Definition small_witness (w : N) : Prop :=
        (In (val n) (none r) /\ w = 0) \/ (exists i, In i (Sparse.one r) /\ i < val n /\ w = g (val n - i)).
      Definition rare_witness (m : list (t * t)) (w : N) : Prop :=
        exists x gx i, In (x, gx) m /\ In i (two r) /\ i + val x < val n
          /\ w = N.lxor (g (val x)) (g (val n - (i + val x))).

      Lemma rare_options_spec m : (forall x gx, In (x, gx) m -> In (x, gx) met) -> forall s w, w < cap ->
        has (rare_options l2 a n m s) w = true <-> has s w = true \/ rare_witness m w.
      Proof.
        induction m as [|[x gx] m IH]; intros Sub s w Hw; simpl.
        - split; auto. intros [|(x & gx & i & [] & _)]; auto.
        - rewrite IH by (auto; intros; apply Sub; simpl; auto).
          destruct (met_right x gx) as (X & L & V); [apply Sub; simpl; auto|].
          rewrite splits_spec by (auto; lia). split.
          + intros [[H|(i & I & M & ->)]|(y & gy & i & I & ?)]; auto.
            * right. exists x, gx, i. simpl. auto.
            * right. exists y, gy, i. simpl. tauto.
          + intros [H|(y & gy & i & [Q|I] & J & M & ->)]; auto.
            * injection Q as -> ->. left; right. exists i. auto.
            * right. exists y, gy, i. auto.
      Qed.

      Lemma candidate_spec c : forall j seen miss v miss', j + N.of_nat c = cap ->
        candidate (map (fun v => (of_N v, class odd v)) (count_from j c)) seen miss = Some (v, miss') ->
        val v < cap /\ j <= val v /\ has seen (val v) = false /\ class odd (val v) = true
        /\ (forall u, u < cap -> has miss u = true -> has miss' u = true)
        /\ (forall u, j <= u -> u < val v -> has seen u = true \/ has miss' u = true).
      Proof.
        pose proof cap_limit.
        induction c as [|c IH]; intros j seen miss v miss' Hj E; simpl in E; [easy|].
        assert (Vj : val (of_N j) = j) by (apply of_N_spec; lia).
        rewrite mem_spec in E by (rewrite Vj; lia). rewrite Vj in E.
        destruct (has seen j) eqn:Hs; [|destruct (class odd j) eqn:Hc].
        - apply IH in E as (A & B & C & D & F & K); [|lia]. repeat split; auto; [lia|].
          intros u U1 U2. destruct (N.eq_dec u j) as [->|]; auto. apply K; lia.
        - injection E as <- <-. rewrite Vj. repeat split; auto; [lia|lia|]. intros. lia.
        - apply IH in E as (A & B & C & D & F & K); [|lia]. repeat split; auto; [lia| |].
          + intros u U1 U2. apply F; auto. rewrite has_insert, U2 by auto. now destruct (_ =? _).
          + intros u U1 U2. destruct (N.eq_dec u j) as [->|]; [|apply K; lia].
            right. apply F; [lia|]. now rewrite has_insert, Vj, N.eqb_refl by lia.
      Qed.

      Definition near_witness (reach : N) (w : N) : Prop :=
        exists i x y, In i (two r) /\ 0 < x /\ x <= reach /\ 0 < y /\ val n = i + x + y /\ w = N.lxor (g x) (g y).

      Lemma strike_spec reach miss : reach <= e + 1 -> strike l2 one reach a n miss = true ->
        forall w, w < cap -> has miss w = true -> near_witness reach w.
      Proof.
        intros R E w Hw H. unfold strike in E.
        set (before := fun j (q : t * bits) =>
          j <= reach + 1 /\ val (fst q) = j /\ (near_witness (j - 1) w \/ has (snd q) w = true)).
        assert (Step : forall j q, 1 <= j -> j < 1 + reach -> before j q ->
          match strike_step l2 one a n q with inl q => before (j + 1) q | inr _ => near_witness reach w end).
        { intros j [x m] J1 J2 (L & X & Q). simpl in X. unfold strike_step. destruct (is_empty m) eqn:Em.
          - destruct Q as [(i & y & z & Q)|Q]; [exists i, y, z; intuition lia|].
            simpl in Q. rewrite (is_empty_spec _ Em w Hw) in Q. easy.
          - assert (V1 : val (add x one) = val x + 1) by (rewrite add_spec; rewrite val_one; lia).
            unfold before. simpl. repeat split; [lia|lia|]. replace (j + 1 - 1) with j by lia.
            destruct Q as [(i & y & z & Q)|Q]; [left; exists i, y, z; intuition lia|]. simpl in Q.
            destruct (has_strike (fun i => lt (add i x) n) (fun i => xor (get a x) (get a (sub n (add i x)))) l2 m w Hw Q)
              as [|(i & I & M & V)]; auto. left.
            apply in_l in I as [I Ik]; auto. rewrite lt_spec, add_spec in M by lia. apply N.ltb_lt in M.
            assert (Vi : val (add i x) = val i + val x) by (apply add_spec; lia).
            assert (Vs : val (sub n (add i x)) = val n - (val i + val x)) by (rewrite sub_spec; rewrite Vi; lia).
            rewrite xor_spec, (Ha x), (Ha (sub n (add i x))), Vs in V by (rewrite ?Vs; lia).
            exists (val i), (val x), (val n - (val i + val x)). repeat split; auto; lia. }
        assert (First : before 1 (one, miss)) by (unfold before; simpl; rewrite val_one; repeat split; auto; lia).
        pose proof (loop_spec (strike_step l2 one a n) before (fun _ => near_witness reach w) reach 1 _ Step First) as S.
        destruct (loop _ _ _) as [[x m]|u]; auto. destruct S as (_ & _ & [(i & y & z & S)|S]).
        - exists i, y, z. intuition lia.
        - simpl in S. rewrite (is_empty_spec _ E w Hw) in S. easy.
      Qed.
      Lemma by_class_spec reach v : reach <= e ->
        by_class l0 l1 l2 zero one (map (fun v => (of_N v, class odd v)) (count_from 0 (N.to_nat cap))) reach a n met = Some v ->
        val v = g (val n) /\ class_at (val n) (g (val n)) = true
        /\ forall u, u < g (val n) -> small_witness u \/ rare_witness met u \/ near_witness reach u.
      Proof.
        intros Hr. unfold by_class. destruct (candidate _ _ _) as [[c miss]|] eqn:E; [|easy].
        destruct (strike _ _ _ _ _ _) eqn:S; [|easy]. intros [= <-].
        apply (candidate_spec (N.to_nat cap) 0) in E as (A & _ & B & C & _ & K); [|lia].
        assert (Seen : forall w, w < cap -> (has (rare_options l2 a n met (small_options l0 l1 zero a n empty)) w = true
          <-> small_witness w \/ rare_witness met w)).
        { intros w Hw. rewrite rare_options_spec, small_options_spec, has_empty by auto. unfold small_witness. intuition easy. }
        assert (Below : forall u, u < val c -> small_witness u \/ rare_witness met u \/ near_witness reach u).
        { intros u Hu. destruct (K u ltac:(lia) Hu) as [H|H].
          - apply Seen in H; [|lia]. tauto.
          - right; right. apply (strike_spec reach miss ltac:(lia) S); auto. lia. }
        assert (V : val c = g (val n)).
        { apply (is_mex_unique (opt r g (val n))); [|apply Hg]. split.
          - intros Q. assert (T : small_witness (val c) \/ rare_witness met (val c)).
            { destruct Q as [H|[H|(i & x & y & I & X & Y & F & V)]]; [left; left; auto|left; right; auto|right].
              rewrite <- class_n in C. rewrite V, F, class_xor in C by auto.
              destruct (class_at x (g x)) eqn:Cx.
              - destruct (class_at y (g y)) eqn:Cy; [easy|].
                destruct (met_all y) as (z & gz & Z & Ez); auto; try lia.
                exists z, gz, i. rewrite Ez. repeat split; auto; [lia|]. rewrite V, N.lxor_comm. do 2 f_equal. lia.
              - destruct (met_all x) as (z & gz & Z & Ez); auto; try lia.
                exists z, gz, i. rewrite Ez. repeat split; auto; [lia|]. rewrite V. do 2 f_equal. lia. }
            apply Seen in T; [congruence|auto].
          - intros u Hu. destruct (Below u Hu) as [[H|H]|[(x & gx & i & I & J & M & ->)|(i & x & y & I & X & _ & Y & F & ->)]].
            + left; auto.
            + right; left; auto.
            + destruct (met_right x gx I) as (X & L & _). right; right.
              destruct (N.le_ge_cases (val x) (val n - (i + val x)));
                [exists i, (val x), (val n - (i + val x))|exists i, (val n - (i + val x)), (val x)];
                repeat split; auto; try lia. apply N.lxor_comm.
            + right; right. destruct (N.le_ge_cases x y); [exists i, x, y|exists i, y, x]; repeat split; auto; try lia.
              apply N.lxor_comm. }
        rewrite V in *. repeat split; auto. now rewrite class_n.
      Qed.
    End Step.

    Lemma right_set a n v : right a n -> fits a n = true -> val n < e -> val v = g (val n) -> right (set a n v) (add n one).
    Proof.
      intros Ha F Hn V i Hi. rewrite add_spec in Hi by (rewrite val_one; lia). rewrite val_one in Hi.
      destruct (N.eq_dec (val i) (val n)) as [E|E].
      - apply val_inj in E. subst i. rewrite get_same; auto.
      - rewrite get_other by (intros ->; auto). apply Ha. lia.
    Qed.

    Lemma val_next n : val n < e -> val (add n one) = val n + 1.
    Proof. intros. rewrite add_spec; rewrite val_one; lia. Qed.

    Section Walk.
      Variables (mask : N) (typ : option bool) (p w n0 R : N).
      Hypothesis Htype : type_ok typ (two r) p = true.
      Let turn := n0 + w + k.
      Hypothesis He : turn <= e.
      Hypothesis HR : R < n0.
      Hypothesis HRw : R <= w.
      Variable far : N.
      Hypothesis Hfar : far <= e.
      Let class_at n v := cls mask typ (N.odd n) v.

      (** What holds before heap [m]. *)
      Definition walked (m : N) (q : state) : Prop :=
        let (a, n, odd, met, todo) := q in
        val n = m /\ 0 < m /\ right a n /\ odd = N.odd (val n) /\ (forall x, In x todo -> val x <= R)
        /\ (forall x gx, In (x, gx) met -> 0 < val x /\ val x < val n /\ val gx = g (val x))
        /\ (forall x gx, In (x, gx) met -> val x <= R)
        /\ (forall m, 0 < m -> m < val n -> class_at m (g m) = false -> exists x gx, In (x, gx) met /\ val x = m)
        /\ (forall m, turn <= m -> m < val n -> forall v, v < g m -> witness r g w m v).

      Lemma sparse_step_spec m q : m < e -> walked m q ->
        match sparse_step l0 l1 l2 zero one (map of_N (count_from 0 (N.to_nat cap)))
            (candidates mask typ false) (candidates mask typ true) far w (of_N turn) q with
        | inl q => walked (m + 1) q
        | inr _ => True
        end.
      Proof.
        intros Hm. destruct q as [a n odd met todo]. intros (<- & Pos & Ha & Ho & Todo & M1 & M2 & M3 & Hw). simpl.
        pose proof (val_next n Hm) as Vn.
        assert (Odd : N.odd (val (add n one)) = negb (N.odd (val n))).
        { rewrite Vn, N.odd_add. simpl. now destruct (N.odd (val n)). }
        destruct (fits a n) eqn:F; [|easy].
        destruct (match todo with [] => false | x :: _ => eq n x end) eqn:Listed.
        - destruct todo as [|x0 todo]; [easy|]. rewrite eq_spec in Listed. apply N.eqb_eq in Listed.
          assert (nR : val n <= R) by (rewrite Listed; apply Todo; simpl; auto).
          destruct (by_definition _ _ _ _ _ _ _ _ _) as [v|] eqn:B; [|easy].
          apply by_definition_spec in B; auto. simpl. rewrite Vn.
          split; auto. split; [lia|]. split; [now apply right_set|]. split; [now rewrite <- Vn, Odd, Ho|].
          split; [intros; apply Todo; simpl; auto|]. split; [|split; [|split]].
          + intros x gx [[= <- <-]|H]; [repeat split; auto; lia|]. apply M1 in H. intuition lia.
          + intros x gx [[= <- <-]|H]; [auto|apply M2 in H; auto].
          + intros m P1 P2 C. destruct (N.eq_dec m (val n)) as [->|]; [exists n, v; simpl; auto|].
            destruct (M3 m) as (x & gx & I & X); auto; [lia|]. exists x, gx. simpl. auto.
          + intros m T1 T2 u U. destruct (N.eq_dec m (val n)) as [->|]; [unfold turn in *; lia|]. apply Hw; auto. lia.
        - destruct (by_class _ _ _ _ _ _ _ _ _ _) as [v|] eqn:B; [|easy].
          replace (if odd then candidates mask typ true else candidates mask typ false)
            with (map (fun v => (of_N v, cls mask typ odd v)) (count_from 0 (N.to_nat cap))) in B by (destruct odd; reflexivity).
          apply (by_class_spec a n Hm Ha _ _ class_at) in B; auto.
          2: { intros u. unfold class_at. now rewrite Ho. }
          2: { unfold class_at. intros. eapply cls_xor; eauto. }
          2: { unfold turn in *. destruct (lt n (of_N (n0 + w + k))); lia. }
          destruct B as (V & C & Wit). simpl. rewrite Vn.
          split; auto. split; [lia|]. split; [now apply right_set|]. split; [now rewrite <- Vn, Odd, Ho|].
          split; auto. split; [|split; [|split]]; auto.
          + intros x gx H. apply M1 in H. intuition lia.
          + intros m P1 P2 Cm. destruct (N.eq_dec m (val n)) as [->|]; [congruence|]. apply M3; auto. lia.
          + intros m T1 T2 u U. destruct (N.eq_dec m (val n)) as [->|]; [|apply Hw; auto; lia].
            assert (NT : lt n (of_N turn) = false).
            { rewrite lt_spec, of_N_spec by (unfold turn in *; lia). apply N.ltb_ge. auto. }
            rewrite NT in Wit. destruct (Wit u U) as [[[I _]|H]|[(x & gx & i & I & J & M & ->)|H]].
            * apply k0 in I. unfold turn in *. lia.
            * left. auto.
            * right. pose proof (M1 _ _ I) as (X1 & X2 & X3). pose proof (M2 _ _ I).
              exists i, (val x), (val n - (i + val x)). repeat split; auto; lia.
            * right. auto.
      Qed.
    End Walk.
  End Soundness.

  (** ** What a walk over any rule gives *)
  Lemma most_of r i : In i (none (takes_of r)) \/ In i (Sparse.one (takes_of r)) \/ In i (two (takes_of r)) ->
    i <= most (takes_of r).
  Proof. unfold most. intros [H|[H|H]]; apply in_greatest in H; lia. Qed.

  Lemma opt_G r : plain r = true -> forall n, is_mex (opt (takes_of r) (G r) n) (G r n).
  Proof.
    intros P n. apply (is_mex_ext (option_value r (G r) n)); [|apply G_grundy]. intros v. now apply opt_rule.
  Qed.

  Section Values.
    Variable r : rule.
    Variable e : N.
    Hypothesis e_limit : 2 * e + most (takes_of r) + 2 < limit.
    Let one := of_N 1.

    Lemma one_is_1 : val one = 1.
    Proof. apply of_N_spec. lia. Qed.

    Lemma by_options_spec a n v : val n < e -> right (G r) a n -> by_options r a n = Some v -> val v = G r (val n).
    Proof.
      intros Hn Ha. unfold by_options.
      set (s := fold_left _ _ _). destruct (N.ltb_spec (least_absent s) limit) as [L|]; [|easy]. intros [= <-].
      rewrite of_N_spec by auto.
      assert (K : forall u, N.testbit s u = true <-> option_value r (G r) (val n) u).
      { intros u. unfold s.
        assert (Fold : forall ls acc, (forall l, In l ls -> heap_move r (val n) l) ->
          N.testbit (fold_left (fun s l => N.setbit s (nimsum (map (fun x => val (get a (of_N x))) l))) ls acc) u = true <->
          N.testbit acc u = true \/ exists l, In l ls /\ u = nimsum (map (G r) l)).
        { induction ls as [|l ls IH]; intros acc Hl; simpl.
          - split; auto. intros [|(l & [] & _)]; auto.
          - rewrite IH by (intros; apply Hl; simpl; auto). rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq.
            replace (map (fun x => val (get a (of_N x))) l) with (map (G r) l).
            + split; [intros [[E|H]|(m & I & E)]; eauto 6|intros [H|(m & [<-|I] & E)]; eauto 6].
            + apply map_ext_in. intros x I. specialize (Hl l (or_introl eq_refl)).
              pose proof (heap_move_smaller _ _ _ x Hl I). symmetry. rewrite Ha; rewrite of_N_spec; auto; lia. }
        rewrite Fold by (intros l; apply in_options). rewrite N.bits_0. unfold option_value. split.
        - intros [|(l & I & E)]; [easy|]. apply in_options in I. eauto.
        - intros (l & I & E). apply in_options in I. eauto. }
      apply (is_mex_unique (option_value r (G r) (val n))); [|apply G_grundy].
      destruct (least_absent_spec s) as [A B]. split.
      - rewrite <- K. congruence.
      - intros u U. apply K. auto.
    Qed.

    (** A walk that asks for right values gets right values. *)
    Lemma walk_spec value a0 : (forall a n v, val n < e -> right (G r) a n -> value a n = Some v -> val v = G r (val n)) ->
      forall q, loop (walk_step one value) e (a0, of_N 0) = inl q -> forall i, val i < e -> val (get (fst q) i) = G r (val i).
    Proof.
      intros Hv q E.
      pose proof (loop_spec (walk_step one value)
        (fun m q => val (snd q) = m /\ right (G r) (fst q) (snd q)) (fun _ => True) e 0 (a0, of_N 0)) as S.
      rewrite E in S. destruct S as (V & Q).
      - intros j [a n] _ J (V & Ha). simpl in V, Ha. unfold walk_step.
        destruct (value a n) as [v|] eqn:F; [|easy]. destruct (fits a n) eqn:Ft; [|easy].
        apply Hv in F; auto; [|lia]. split; simpl.
        + rewrite add_spec; rewrite one_is_1; lia.
        + apply (right_set (G r) 0 e); auto; lia.
      - simpl. split; [apply of_N_spec; lia|]. intros i. rewrite of_N_spec by lia. lia.
      - intros i Hi. apply Q. lia.
    Qed.

    Lemma parts_walk_spec q : let t := takes_of r in
      loop (walk_step one (if plain r then
        by_definition (map of_N (none t)) (map of_N (Sparse.one t)) (map of_N (two t)) (of_N 0) one
          (map of_N (count_from 0 (N.to_nat cap))) (e + 1) else by_options r)) e (make e, of_N 0) = inl q ->
      forall i, val i < e -> val (get (fst q) i) = G r (val i).
    Proof.
      intros t. apply walk_spec. intros a n v Hn Ha. destruct (plain r) eqn:P.
      - apply (by_definition_spec t (G r) (most t) e (opt_G r P) (one_pos r)); auto; intros i I; apply most_of; auto.
      - now apply by_options_spec.
    Qed.
  End Values.

  (** ** What is read off the values *)
  Section Finish.
    Variable g : N -> N.
    Variables (a : array) (e : N).
    Hypothesis e_limit : 2 * e + 2 < limit.
    Hypothesis Ha : forall i, val i < e -> val (get a i) = g (val i).
    Let one := of_N 1.

    Lemma get_N m : m < e -> val (get a (of_N m)) = g m.
    Proof. intros. rewrite Ha; rewrite of_N_spec; auto; lia. Qed.

    Lemma repeats_spec s n m steps : n + steps <= e -> m + steps <= e ->
      if repeats one a s (of_N n) (of_N m) steps then forall j, j < steps -> g (m + j) = g (n + j) + s
      else exists j, j < steps /\ g (m + j) <> g (n + j) + s.
    Proof.
      intros Ln Lm. assert (V1 : val one = 1) by (apply of_N_spec; lia). unfold repeats.
      assert (Step : forall j q, 0 <= j -> j < 0 + steps ->
        val (fst q) = n + j /\ val (snd q) = m + j /\ (forall i, i < j -> g (m + i) = g (n + i) + s) ->
        match repeats_step one a s q with
        | inl q => val (fst q) = n + (j + 1) /\ val (snd q) = m + (j + 1) /\ (forall i, i < j + 1 -> g (m + i) = g (n + i) + s)
        | inr _ => exists j, j < steps /\ g (m + j) <> g (n + j) + s
        end).
      { intros j [x y] _ J (X & Y & H); simpl in X, Y. unfold repeats_step.
        assert (E : (if s =? 0 then eq (get a x) (get a y) else val (get a y) =? val (get a x) + s)
          = (g (m + j) =? g (n + j) + s)).
        { rewrite eq_spec, !Ha by lia. rewrite X, Y. destruct (N.eqb_spec s 0) as [->|]; auto.
          rewrite N.add_0_r. apply N.eqb_sym. }
        rewrite E. destruct (N.eqb_spec (g (m + j)) (g (n + j) + s)) as [Q|Q]; [|exists j; split; auto; lia]. simpl.
        rewrite !add_spec by lia. repeat split; try lia. intros i I. destruct (N.eq_dec i j) as [->|]; auto. apply H. lia. }
      pose proof (loop_spec (repeats_step one a s) _ _ steps 0 (of_N n, of_N m) Step) as S.
      destruct (loop _ _ _) as [q|]; apply S; simpl; rewrite !of_N_spec by lia; repeat split; lia.
    Qed.

    Variables n0 p s w : N.
    Hypothesis p_pos : 1 <= p.
    Hypothesis n0_w : n0 <= w.
    Hypothesis w_e : w + p <= e.

    (** [More]: what the theorem makes of its window. *)
    Lemma finish_spec facts : finish a n0 p s w e facts = true ->
      ((forall n, n0 <= n -> n < w -> g (n + p) = g n + s) -> forall n, n0 <= n -> g (n + p) = g n + s) ->
      exact_period g n0 p s /\ Forall (fun f => g (fst f) = snd f) facts.
    Proof.
      unfold finish. intros E More. pose proof (repeats_spec s n0 (n0 + p) (w - n0) ltac:(lia) ltac:(lia)) as R.
      fold one in E. destruct (repeats _ _ _ _ _ _); [|easy].
      assert (P : forall n, n0 <= n -> g (n + p) = g n + s).
      { apply More. intros n L1 L2. specialize (R (n - n0) ltac:(lia)).
        replace (n0 + (n - n0)) with n in R by lia. replace (n0 + p + (n - n0)) with (n + p) in R by lia. auto. }
      destruct (least_start a n0 p s) eqn:S; [|easy]. destruct (least_period a n0 p s e) eqn:L; [|easy].
      split; [split; [exact P|]|].
      - apply (least g n0 p s); auto; [lia| |].
        + intros k d u K1 K2 K3. assert (Hd : 1 <= d) by nia. assert (D2 : d <= p / 2) by (apply N.div_le_lower_bound; nia).
          assert (P2 : p / 2 <= p) by (apply N.div_le_upper_bound; lia).
          unfold least_period in L.
          set (kept := fun j c : N => c = j /\ forall c k u, 1 <= c -> c < j -> k * c = p -> k * u = s ->
            exists n, n0 <= n /\ g (n + c) <> g n + u).
          assert (Step : forall j c, 1 <= j -> j < 1 + p / 2 -> kept j c ->
            match divisor_step a n0 p s e c with inl c => kept (j + 1) c | inr _ => True end).
          { intros j b J1 J2 [-> H]. unfold divisor_step.
            assert (Next : (forall k u, k * j = p -> k * u = s -> exists n, n0 <= n /\ g (n + j) <> g n + u) -> kept (j + 1) (j + 1)).
            { intros Q. split; auto. intros c i v C1 C2 Ei Ev. destruct (N.eq_dec c j) as [->|]; [apply (Q i v); auto|].
              apply (H c i v); auto. lia. }
            destruct (N.eqb_spec (p mod j) 0) as [M|M].
            2: { apply Next. intros i v Ei Ev. exfalso. apply M. rewrite <- Ei. apply N.mod_mul. lia. }
            apply N.mod_divide in M as [i Ei]; [|lia].
            assert (Di : p / j = i) by (rewrite Ei; apply N.div_mul; lia). rewrite Di.
            destruct (N.eqb_spec (s mod i) 0) as [M|M].
            - apply N.mod_divide in M as [v Ev]; [|nia].
              assert (Dv : s / i = v) by (rewrite Ev; apply N.div_mul; nia). rewrite Dv.
              pose proof (repeats_spec v n0 (n0 + j) (e - n0 - j) ltac:(lia) ltac:(lia)) as Rj. fold one.
              destruct (repeats _ _ _ _ _ _); [easy|]. apply Next. intros i' v' Ei' Ev'.
              assert (i' = i) by nia. subst i'. assert (v' = v) by nia. subst v'.
              destruct Rj as (y & Y & Z). exists (n0 + y). split; [lia|].
              now replace (n0 + y + j) with (n0 + j + y) by lia.
            - apply Next. intros i' v' Ei' Ev'. exfalso. assert (i' = i) by nia. subst i'. apply M.
              rewrite <- Ev', N.mul_comm. apply N.mod_mul. nia. }
          assert (First : kept 1 1) by (split; auto; intros; lia).
          pose proof (loop_spec (divisor_step a n0 p s e) kept (fun _ => True) (p / 2) 1 1 Step First) as Q.
          destruct (loop _ _ _) as [c|]; [|easy]. destruct Q as (_ & Q). apply (Q d k u); auto. lia.
        + unfold least_start in S. destruct (N.eqb_spec n0 0) as [|Z]; auto. right.
          rewrite !get_N in S by lia. now apply negb_true_iff, N.eqb_neq in S.
      - unfold known in E. rewrite forallb_forall in E. apply Forall_forall. intros [h v] I.
        specialize (E _ I). apply N.eqb_eq in E. simpl in *. destruct (N.ltb_spec h e) as [H|H].
        + rewrite get_N in E; auto.
        + rewrite get_N in E by (pose proof (N.mod_lt (h - n0) p ltac:(lia)); lia). rewrite <- E.
          assert (K : forall k n, n0 <= n -> g (n + k * p) = g n + k * s).
          { induction k as [|k IH] using N.peano_ind; intros n Hn; [rewrite !N.mul_0_l, !N.add_0_r; auto|].
            replace (n + N.succ k * p) with (n + k * p + p) by lia. rewrite P, IH by lia. lia. }
          rewrite <- K by apply N.le_add_r. f_equal.
          pose proof (N.div_mod (h - n0) p ltac:(lia)) as Q. rewrite (N.mul_comm _ p). lia.
    Qed.
  End Finish.

  (** ** The theorems *)
  Section Theorems.
    Variable r : rule.

    (** P.10: any rule whose clauses take boundedly many tokens and leave boundedly many heaps. *)
    Theorem check_parts_sound n0 p facts : check_parts r n0 p facts = true ->
      exact_period (G r) n0 p 0 /\ Forall (fun f => G r (fst f) = snd f) facts.
    Proof.
      unfold check_parts. set (from := N.max 1 (N.max n0 (settled r))). set (w := N.max from (window r from p)).
      set (e := w + p). set (t := takes_of r). set (value := if plain r then _ else _).
      destruct (_ && _) eqn:C; [|easy]. rewrite !andb_true_iff, N.leb_le, N.ltb_lt in C. destruct C as [[B P] L].
      destruct (loop _ _ _) as [[a end_heap]|] eqn:Wk; [|easy]. intros F.
      assert (Ha : forall i, val i < e -> val (get a i) = G r (val i)) by (apply (parts_walk_spec r e L _ Wk)).
      apply (finish_spec (G r) a e ltac:(lia) Ha n0 p 0 w P ltac:(unfold w, from; lia) ltac:(unfold e; lia)); auto.
      intros W n Hn. rewrite N.add_0_r. destruct (N.lt_ge_cases n w) as [|Hw]; [rewrite W; lia|].
      apply (parts_period r (G r) from p w ltac:(unfold from; lia) P).
      - intros c m I M. apply (settled_spec r from); auto. unfold from. lia.
      - intros c m i h I M O T H. apply N.le_trans with (window r from p); [|unfold w; lia].
        apply (window_spec r from p c m); auto. unfold from. lia.
      - apply G_grundy.
      - intros m M1 M2. rewrite W; auto; [lia|]. unfold from in *. lia.
      - unfold w in Hw. lia.
    Qed.

    (** P.5: rules that leave at most two heaps, with few heaps of rare values. *)
    Theorem check_sparse_and_sound more most_far n0 p mask typ w rare facts :
      check_sparse_and more most_far r n0 p mask typ w rare facts = true ->
      exact_period (G r) n0 p 0 /\ Forall (fun f => G r (fst f) = snd f) facts.
    Proof.
      unfold check_sparse_and. set (t := takes_of r). set (k := most t). set (turn := n0 + w + k). set (e := turn + p).
      destruct (_ && _) eqn:C; [|easy]. rewrite !andb_true_iff, !N.leb_le, !N.ltb_lt in C.
      destruct C as [[[[[[[P A1] A2] A3] Ty] R1] R2] F0].
      destruct (loop _ _ _) as [q|] eqn:Wk; [|easy].
      destruct (finish _ _ _ _ _ _ _) eqn:F; [intros _|easy].
      assert (V1 : val (of_N 1) = 1) by (apply of_N_spec; lia).
      assert (K0 : forall i, In i (none t) -> i <= k) by (intros; apply most_of; auto).
      assert (K1 : forall i, In i (Sparse.one t) -> i <= k) by (intros; apply most_of; auto).
      assert (K2 : forall i, In i (two t) -> i <= k) by (intros; apply most_of; auto).
      pose proof (loop_spec _ (walked t (G r) k mask typ w n0 (greatest rare)) (fun _ => True) (e - 1) 1
        (State (set (make e) (of_N 0) (of_N 0)) (of_N 1) true [] (map of_N rare))
        (fun j q _ J => sparse_step_spec t (G r) k e (opt_G r P) (one_pos r) K0 K1 K2 A3 mask typ p w n0 (greatest rare)
          Ty ltac:(lia) R1 R2 (N.min most_far e) (N.le_min_r most_far e) j q ltac:(lia))) as S.
      fold turn in S. rewrite Wk in S. destruct q as [a n odd met todo].
      replace (1 + (e - 1)) with e in S by lia.
      destruct S as (V & _ & Ha & _ & _ & _ & M2 & M3 & Hw).
      { simpl. rewrite V1. repeat split; auto; try lia; try easy.
        - intros i Hi. rewrite V1 in Hi. assert (Z : val i = 0) by lia.
          assert (i = of_N 0) by (apply val_inj; rewrite of_N_spec; lia). subst i.
          rewrite get_same by auto. rewrite of_N_spec by lia.
          symmetry. apply (is_mex_unique (opt t (G r) 0)); [apply opt_G; auto|]. split; [|lia].
          intros [[H _]|[(i & _ & ? & _)|(i & x & y & _ & X & Y & Q & _)]]; try lia. apply none_pos in H. lia.
        - intros x H. apply in_map_iff in H as (y & <- & H). apply in_greatest in H. rewrite of_N_spec; lia. }
      simpl in F. assert (Ha' : forall i, val i < e -> val (get a i) = G r (val i)) by (intros; apply Ha; lia).
      apply (finish_spec (G r) a e ltac:(lia) Ha' n0 p 0 turn A2 ltac:(lia) ltac:(lia)); auto.
      intros W n' Hn. rewrite N.add_0_r. revert n' Hn. apply (sparse_period t (G r) k (opt_G r P) (one_pos r) K0 K1 K2 n0 p A1 A2
        (fun n v => cls mask typ (N.odd n) v) (cls_xor _ _ _ _ Ty) (cls_shift _ _ _ _ Ty) (greatest rare) w R1 R2).
      - intros m N1 N2. destruct (cls mask typ (N.odd m) (G r m)) eqn:C; auto. exfalso.
        destruct (M3 m) as (x & gx & I & X); auto; [lia|lia|]. apply M2 in I. lia.
      - intros m N1 N2. rewrite W; auto; lia.
      - intros m N1 N2. apply Hw; lia.
    Qed.

    Theorem check_sparse_sound n0 p mask typ w rare facts : check_sparse r n0 p mask typ w rare facts = true ->
      exact_period (G r) n0 p 0 /\ Forall (fun f => G r (fst f) = snd f) facts.
    Proof. apply check_sparse_and_sound. Qed.

    (** P.8: subtraction games that allow all but finitely many numbers. *)
    Theorem check_all_but_sound n0 p s x from facts : check_all_but r n0 p s x from facts = true ->
      exact_period (G r) n0 p s /\ Forall (fun f => G r (fst f) = snd f) facts.
    Proof.
      unfold check_all_but. set (e := from + p).
      destruct (_ && _) eqn:C; [|easy]. rewrite !andb_true_iff, !N.leb_le, N.ltb_lt in C.
      destruct C as [[[[[R X] Xf] Nf] P] L].
      destruct (loop _ _ _) as [[a end_heap]|] eqn:Wk; [|easy]. intros F.
      assert (Ha : forall i, val i < e -> val (get a i) = G r (val i))
        by (apply (walk_spec r e L _ _ (by_options_spec r e L) _ Wk)).
      assert (Low : forall n, n <= e -> low_of a x n = low (G r) x n).
      { intros n Ln. unfold low_of, low. f_equal. apply map_ext_in. intros m I. apply in_count_from in I.
        rewrite Ha; rewrite of_N_spec; auto; lia. }
      destruct (N.eqb_spec (low_of a x e) (low_of a x from + s)) as [Q|]; [|easy].
      rewrite !Low in Q by (unfold e; lia).
      pose proof (repeats_spec (G r) a e ltac:(lia) Ha s (from - x) (from - x + p) x ltac:(unfold e; lia) ltac:(unfold e; lia)) as Rp.
      destruct (repeats _ _ _ _ _ _); [|easy].
      apply (finish_spec (G r) a e ltac:(lia) Ha n0 p s from P Nf ltac:(unfold e; lia)); auto.
      intros W n Hn. destruct (N.lt_ge_cases n from) as [|Hw]; [apply W; auto|].
      apply (all_but_period (G r) (taken r) x (all_but_values r R) (endless_after_spec r x X) p s from); auto; [|lia].
      intros m M1 M2. specialize (Rp (m - (from - x)) ltac:(lia)).
      replace (from - x + p + (m - (from - x))) with (m + p) in Rp by lia.
      replace (from - x + (m - (from - x))) with m in Rp by lia. exact Rp.
    Qed.
  End Theorems.
End Checker.
