(** * The checkers of P.10, P.5 and P.8, over any machine

    A checker recomputes every value that its theorem needs; nothing but the claim and hints is given to it. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Games Sums Grundy Least Parts Sparse AllBut Loops Machine.

(** The number of ones at the end: the least number that is not in the set [s] of bits. *)
Fixpoint ones (p : positive) : N := match p with xI q => N.succ (ones q) | xO _ => 0 | xH => 1 end.
Definition least_absent (s : N) : N := match s with 0 => 0 | Npos p => ones p end.

Lemma least_absent_spec s : N.testbit s (least_absent s) = false /\ forall u, u < least_absent s -> N.testbit s u = true.
Proof.
  destruct s as [|p]; simpl; [split; auto; lia|].
  induction p as [p [A B]|p _|]; simpl; try (split; auto; lia).
  - change (N.pos p~1) with (2 * Npos p + 1). split; [now rewrite N.testbit_odd_succ by lia|].
    intros u Hu. destruct (N.eq_dec u 0) as [->|]; [apply N.testbit_odd_0|].
    replace u with (N.succ (u - 1)) by lia. rewrite N.testbit_odd_succ by lia. apply B. lia.
  - split; auto. intros u Hu. now replace u with 0 by lia.
Qed.

(** ** What P.10 asks of a rule, computed *)
Definition settled_set (s : list range) : N :=
  greatest (map (fun r => match r with Range _ b => b + 1 | From a => a end) s).

Lemma forallb_false {A} (f : A -> bool) l : forallb f l = false -> exists x, In x l /\ f x = false.
Proof.
  induction l as [|a l IH]; simpl; [easy|]. destruct (f a) eqn:E; [|exists a; auto].
  intros H. destruct (IH H) as (x & I & F). exists x. auto.
Qed.

Lemma settled_set_spec s n : settled_set s <= n -> (within n s <-> finite s = false).
Proof.
  unfold settled_set, within, finite. intros L. rewrite Exists_exists.
  assert (K : forall r, In r s -> match r with Range _ b => b + 1 | From a => a end <= n).
  { intros r I. apply (in_map (fun r => match r with Range _ b => b + 1 | From a => a end)), in_greatest in I. lia. }
  split.
  - intros (r & I & H). specialize (K r I). apply not_true_iff_false. rewrite forallb_forall. intros F. specialize (F r I).
    destruct r; [lia|easy].
  - intros H. apply forallb_false in H as ([a b|a] & I & F); [easy|]. exists (From a). split; auto. exact (K _ I).
Qed.

Definition settled (r : rule) : N := greatest (map (fun c => settled_set (on c)) r).

Definition bounded (r : rule) : bool := forallb (fun c => finite (take c) && finite (leave c)) r.

(** The end of the window of P.10. *)
Definition window (r : rule) (from p : N) : N :=
  greatest (flat_map (fun c => if finite (on c) then [] else
    map (bound from p (cond c) (last_of (take c))) (members (last_of (leave c)) (leave c))) r).

Lemma settled_spec r from p c n : settled r <= from -> In c r -> from <= n -> (within n (on c) <-> within (n + p) (on c)).
Proof.
  intros S I L. apply (in_map (fun c => settled_set (on c))), in_greatest in I. fold (settled r) in I.
  now rewrite !settled_set_spec by lia.
Qed.

Lemma window_spec r from p c n i h : bounded r = true -> settled r <= from -> In c r -> from <= n ->
  within n (on c) -> within i (take c) -> within h (leave c) -> bound from p (cond c) i h <= window r from p.
Proof.
  unfold bounded. rewrite forallb_forall. intros B S I L O T H. pose proof (B c I) as F. apply andb_true_iff in F as [F1 F2].
  pose proof (in_map (fun c => settled_set (on c)) _ _ I) as J. apply in_greatest in J. fold (settled r) in J.
  apply settled_set_spec in O; [|lia]. pose proof (within_last _ _ F1 T).
  apply N.le_trans with (bound from p (cond c) (last_of (take c)) h).
  - unfold bound. destruct (h =? 0); lia.
  - apply in_greatest, in_flat_map. exists c. split; auto. rewrite O. apply in_map, in_members. split; auto.
    now apply within_last.
Qed.

Module Program (M : MACHINE).
  Import M.

  Section Program.
    (** How many tokens may be taken so that 0, 1 or 2 heaps are left; and the numbers 0 and 1. *)
    Variables l0 l1 l2 : list t.
    Variables zero one : t.

    Definition small_options (a : array) (n : t) (s : bits) : bits :=
      fold_left (fun s i => if lt i n then insert (get a (sub n i)) s else s) l1
        (fold_left (fun s i => if eq i n then insert zero s else s) l0 s).

    Definition splits_with (a : array) (n x gx : t) (s : bits) : bits :=
      fold_left (fun s i => let y := add i x in if lt y n then insert (xor gx (get a (sub n y))) s else s) l2 s.

    Definition split_step (a : array) (n : t) (at_x : t * bits) : (t * bits) + bits :=
      let (x, s) := at_x in
      if lt n (add x x) then inr s else inl (add x one, splits_with a n x (get a x) s).

    Fixpoint least_of (l : list t) (s : bits) : option t :=
      match l with
      | [] => None
      | v :: l => if mem v s then least_of l s else Some v
      end.

    (** The value of heap [n] by the definition. *)
    Definition by_definition (values : list t) (far : N) (a : array) (n : t) : option t :=
      match loop (split_step a n) far (one, small_options a n empty) with
      | inr s => least_of values s
      | inl _ => None
      end.

    (** The least common value that is not seen, and the rare values below it that are not seen. *)
    Fixpoint candidate (l : list (t * bool)) (seen missing : bits) : option (t * bits) :=
      match l with
      | [] => None
      | (v, common) :: l =>
          if mem v seen then candidate l seen missing
          else if common then Some (v, missing)
          else candidate l seen (insert v missing)
      end.

    Definition strike_with (a : array) (n x gx : t) (s : bits) : bits :=
      fold_left (fun s i => let y := add i x in if lt y n then remove (xor gx (get a (sub n y))) s else s) l2 s.

    Definition strike_step (a : array) (n : t) (at_x : t * bits) : (t * bits) + unit :=
      let (x, missing) := at_x in
      if is_empty missing then inr tt else inl (add x one, strike_with a n x (get a x) missing).

    Definition strike (reach : N) (a : array) (n : t) (missing : bits) : bool :=
      match loop (strike_step a n) reach (one, missing) with inr _ => true | inl (_, missing) => is_empty missing end.

    Fixpoint rare_options (a : array) (n : t) (met : list (t * t)) (s : bits) : bits :=
      match met with
      | [] => s
      | (x, gx) :: met => rare_options a n met (splits_with a n x gx s)
      end.

    (** The value of heap [n] if it is common; small parts up to [reach] must be enough. *)
    Definition by_class (candidates : list (t * bool)) (reach : N) (a : array) (n : t) (met : list (t * t)) : option t :=
      match candidate candidates (rare_options a n met (small_options a n empty)) empty with
      | Some (v, missing) => if strike reach a n missing then Some v else None
      | None => None
      end.

    (** Walks from heap to heap; [value a n] is the value of heap [n], if those below are in [a]. *)
    Definition walk_step (value : array -> t -> option t) (at_n : array * t) : (array * t) + unit :=
      let (a, n) := at_n in
      match value a n with
      | Some v => if fits a n then inl (set a n v, add n one) else inr tt
      | None => inr tt
      end.

    (** The walk of P.5: the rare heaps are hints; [met] are those met so far, with their values. *)
    Record state := State { memory : array; heap : t; odd : bool; met : list (t * t); todo : list t }.

    Definition sparse_step (values : list t) (even_heaps odd_heaps : list (t * bool)) (far near : N) (turn : t) (q : state)
      : state + unit :=
      let (a, n, odd, met, todo) := q in
      if fits a n then
        if match todo with x :: _ => eq n x | [] => false end then
          match by_definition values far a n with
          | Some v => inl (State (set a n v) (add n one) (negb odd) ((n, v) :: met) (tl todo))
          | None => inr tt
          end
        else
          match by_class (if odd then odd_heaps else even_heaps) (if lt n turn then far else near) a n met with
          | Some v => inl (State (set a n v) (add n one) (negb odd) met todo)
          | None => inr tt
          end
      else inr tt.

    (** Whether the values from [m] on are those from [n] on, and [s] more. *)
    Definition repeats_step (a : array) (s : N) (nm : t * t) : (t * t) + unit :=
      let (n, m) := nm in
      if if s =? 0 then eq (get a n) (get a m) else val (get a m) =? val (get a n) + s
      then inl (add n one, add m one) else inr tt.

    Definition repeats (a : array) (s : N) (n m : t) (steps : N) : bool :=
      match loop (repeats_step a s) steps (n, m) with inl _ => true | inr _ => false end.
  End Program.

  (** The value of heap [n] by the definition, for any rule: all options are listed. *)
  Definition by_options (r : rule) (a : array) (n : t) : option t :=
    let v := least_absent (fold_left (fun s l => N.setbit s (nimsum (map (fun x => val (get a (of_N x))) l)))
      (options r (val n)) 0) in
    if v <? limit then Some (of_N v) else None.

  (** [n0] is least: it is 0, or the values at [n0 - 1] do not fit. *)
  Definition least_start (a : array) (n0 p s : N) : bool :=
    if n0 =? 0 then true else negb (val (get a (of_N (n0 - 1 + p))) =? val (get a (of_N (n0 - 1))) + s).

  (** [p] is least: no proper divisor does below [e], with the same proportion of [s]. *)
  Definition divisor_step (a : array) (n0 p s e d : N) : N + unit :=
    if p mod d =? 0 then
      let k := p / d in
      if s mod k =? 0 then
        if repeats (of_N 1) a (s / k) (of_N n0) (of_N (n0 + d)) (e - n0 - d) then inr tt else inl (d + 1)
      else inl (d + 1)
    else inl (d + 1).

  Definition least_period (a : array) (n0 p s e : N) : bool :=
    match loop (divisor_step a n0 p s e) (p / 2) 1 with inl _ => true | inr _ => false end.

  (** The values of single heaps, any heaps. *)
  Definition known (a : array) (n0 p s e : N) (facts : list (N * N)) : bool :=
    forallb (fun f => (if fst f <? e then val (get a (of_N (fst f)))
      else val (get a (of_N (n0 + (fst f - n0) mod p))) + (fst f - n0) / p * s) =? snd f) facts.

  (** [a] holds the values below [e]; the theorem needs the period to hold up to [w]. *)
  Definition finish (a : array) (n0 p s w e : N) (facts : list (N * N)) : bool :=
    if repeats (of_N 1) a s (of_N n0) (of_N (n0 + p)) (w - n0) then
      if least_start a n0 p s then if least_period a n0 p s e then known a n0 p s e facts else false else false
    else false.

  Definition check_parts (r : rule) (n0 p : N) (facts : list (N * N)) : bool :=
    let from := N.max 1 (N.max n0 (settled r)) in
    let w := N.max from (window r from p) in
    let e := w + p in
    let q := takes_of r in
    let value := if plain r then
      by_definition (map of_N (none q)) (map of_N (one q)) (map of_N (two q)) (of_N 0) (of_N 1)
        (map of_N (count_from 0 (N.to_nat cap))) (e + 1) else by_options r in
    if bounded r && (1 <=? p) && (2 * e + most q + 2 <? limit) then
      match loop (walk_step (of_N 1) value) e (make e, of_N 0) with
      | inl (a, _) => finish a n0 p 0 w e facts
      | inr _ => false
      end
    else false.

  Definition candidates (mask : N) (typ : option bool) (odd : bool) : list (t * bool) :=
    map (fun v => (of_N v, cls mask typ odd v)) (count_from 0 (N.to_nat cap)).

  (** [more]: what else is asked of the values below the end; [most_far]: the most small parts that are tried. *)
  Definition check_sparse_and (more : array -> N -> bool) (most_far : N) (r : rule) (n0 p mask : N) (typ : option bool) (w : N)
    (rare : list N) (facts : list (N * N)) : bool :=
    let q := takes_of r in
    let k := most q in
    let turn := n0 + w + k in
    let e := turn + p in
    if plain r && (1 <=? n0) && (1 <=? p) && (2 * e + k + 2 <? limit) && type_ok typ (two q) p
      && (greatest rare <? n0) && (greatest rare <=? w) && fits (make e) (of_N 0) then
      match loop (sparse_step (map of_N (none q)) (map of_N (one q)) (map of_N (two q)) (of_N 0) (of_N 1)
          (map of_N (count_from 0 (N.to_nat cap))) (candidates mask typ false) (candidates mask typ true)
          (N.min most_far e) w (of_N turn))
        (e - 1) (State (set (make e) (of_N 0) (of_N 0)) (of_N 1) true [] (map of_N rare)) with
      | inl q => if finish (memory q) n0 p 0 turn e facts then more (memory q) e else false
      | inr _ => false
      end
    else false.

  Definition check_sparse := check_sparse_and (fun _ _ => true) limit.

  (** P.8: all numbers above [x] may be taken, and the state repeats at [from]. *)
  Definition low_of (a : array) (x n : N) : N := mex (map (fun m => val (get a (of_N m))) (count_from 0 (N.to_nat (n - x)))).

  Definition check_all_but (r : rule) (n0 p s x from : N) (facts : list (N * N)) : bool :=
    let e := from + p in
    if forallb all_but_clause r && endless_after r x && (x <=? from) && (n0 <=? from) && (1 <=? p)
      && (2 * e + most (takes_of r) + 2 <? limit) then
      match loop (walk_step (of_N 1) (by_options r)) e (make e, of_N 0) with
      | inl (a, _) =>
          if low_of a x (from + p) =? low_of a x from + s then
            if repeats (of_N 1) a s (of_N (from - x)) (of_N (from - x + p)) x then finish a n0 p s from e facts else false
          else false
      | inr _ => false
      end
    else false.
End Program.
