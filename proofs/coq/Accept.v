(** * The checker of certificates: what it accepts is true

    [verify] reads a text and computes with the built-in integers; extraction makes the program sprague-coq-check of it.
    The numbers in comments are those of the conditions in docs/certificate.md. *)
From Coq Require Import NArith List Ascii String Bool Lia Uint63.
From Sprague Require Import Games Sums Grundy Least Parts Sparse AllBut Loops Program Machines Closed Text Sha256 Certificate.
Open Scope N_scope.
Import MachineWide CheckWide.

(** ** The text: bounds, sets, runs (F5, F6, R2, R4 to R6) *)
Definition most_number : N := 2 ^ 56.
Definition most_values : N := 2 ^ 17.
Definition most_heaps : N := 2 ^ 22 - 2.
Definition most_steps (r : rule) : N := if plain r then 4 * 10 ^ 9 else 10 ^ 7.

Fixpoint sound_set (low : N) (s : list range) : bool :=
  match s with
  | [] => true
  | [From a] => (low <=? a) && (a <=? most_number)
  | Range a b :: s => (low <=? a) && (a <=? b) && (b <=? most_number) && sound_set (b + 2) s
  | _ => false
  end.

Definition sound_clause (c : clause) : bool :=
  sound_set 0 (take c) && sound_set 0 (leave c) && sound_set 0 (on c) && finite (leave c) && (last_of (leave c) <=? 16)
  && match cond c with Differ d => (1 <=? d) && (d <=? most_number) | _ => true end
  && (negb (withinb 0 (take c)) || negb (withinb 0 (leave c) || withinb 1 (leave c))).

Fixpoint sound_runs (l : runs) : bool :=
  match l with
  | [] => true
  | (v, c) :: l => (1 <=? c) && match l with (w, _) :: _ => negb (v =? w) | [] => true end && sound_runs l
  end.

Definition size (l : runs) : N := fold_left (fun n r => n + snd r) l 0.

(** The values of the runs, from heap [n] on, before those of [known]. *)
Fixpoint expand (n : N) (l : runs) (known : list (N * N)) : list (N * N) :=
  match l with
  | [] => known
  | (v, c) :: l => expand (n + c) l (fst (N.iter c (fun q => ((snd q, v) :: fst q, snd q + 1)) (known, n)))
  end.

(** ** How many values a theorem asks for, if it is for such a rule (V4 to V9); how much work they are *)
Definition everywhere (c : clause) : bool := match on c with [From 0] => true | _ => false end.
Definition unconditional (c : clause) : bool := match cond c with Any => everywhere c | _ => false end.
Definition gap (c : clause) : N := match cond c with Any => 0 | NotAllEqual => 1 | Differ d => d end.
Definition most_left (r : rule) : N := greatest (map (fun c => last_of (leave c)) r).
Definition most_taken (r : rule) : N := greatest (map (fun c => last_of (take c)) r).

(** The end of the window of P.10 as docs/certificate.md has it; that of Parts.v is a little larger for [Differ]. *)
Definition compared (r : rule) (from p : N) : N :=
  greatest (from :: flat_map (fun c => if finite (on c) then [] else
    map (fun h =>
      let e := if h <=? 1 then 0 else
        match cond c with Any => 0 | NotAllEqual => p | Differ d => (d + p - 1) / p * p * (h * (h - 1) / 2) end in
      if h =? 0 then last_of (take c) + 1 else h * (from + p - 1) + e + last_of (take c) + 1 - p)
    (members 16 (leave c))) r).

Definition values_needed (theorem : string) (r : rule) (n0 p : N) : option N :=
  let from := N.max 1 (N.max n0 (settled r)) in
  let t := N.max 1 (most_left r) in
  let k := most_taken r in
  let when (b : bool) (n : N) := if b then Some n else None in
  let is a b := (String.eqb theorem a || String.eqb theorem b)%bool in
  if is "P.1" "T1" then when (forallb unconditional r && (t <=? 2)) (2 * from + 2 * p + k)
  else if is "P.2" "T1'" then when (forallb unconditional r) (t * from + t * p + k)
  else if is "P.3" "T2" then
    when ((t =? 2) && forallb (fun c => negb (withinb from (on c)) || (last_of (take c) =? 0) && (gap c =? 1)) r)
      (2 * from + 3 * p - 1)
  else if is "P.4" "T2'" then
    when (t <=? 2) (2 * from + 3 * p + greatest (map (fun c => if withinb 2 (leave c) then gap c else 0) r) + k)
  else if is "P.7" "T6" then
    when (forallb (fun c => unconditional c && match leave c with [Range 0 1] => true | _ => false end) r) (from + p + k)
  else if is "P.10" "P.10" then Some (compared r from p + p)
  else None.

(** At most so many options have the values of the heaps below [n], all together. *)
Definition count_set (s : list range) (n : N) : N :=
  fold_left (fun k r => k + match r with Range a b => N.min (b + 1 - a) n | From _ => n end) s 0.
Definition steps (r : rule) (n : N) : N :=
  fold_left (fun k c => k + count_set (take c) n *
    fold_left (fun k h => k + fold_left (fun m j => m * n / j) (members h [Range 1 h]) 1) (members 16 (leave c)) 0) r 0.

Definition in_reach (r : rule) (n : N) : bool := (n <=? most_heaps) && (most_taken r <=? most_values) && (steps r n <=? most_steps r).

(** ** The kinds

    A claim that is not even true of the values listed is refused before anything is computed. *)
Definition listed_repeat (n0 p s : N) (l : runs) : bool :=
  let v := map snd (rev (expand 0 l [])) in
  let from := skipn (N.to_nat n0) v in
  (n0 + p <=? size l) && forallb (fun q => snd q =? fst q + s) (combine from (skipn (N.to_nat p) from)).

(** And so is one that fails soon after them, where options are listed one by one. *)
Definition soon_repeat (r : rule) (n0 p n : N) : bool :=
  match loop (walk_step (of_N 1) (by_options r)) n (make n, of_N 0) with
  | inl (a, _) => repeats (of_N 1) a 0 (of_N n0) (of_N (n0 + p)) (n - n0 - p)
  | inr _ => false
  end.

Definition accept_period (r : rule) (n0 p : N) (l : runs) : bool :=
  let from := N.max 1 (N.max n0 (settled r)) in
  (1 <=? size l) && sound_runs l && (size l <=? most_values) && listed_repeat n0 p 0 l
  && in_reach r (N.max from (Program.window r from p) + p)
  && (plain r || soon_repeat r n0 p (size l + p + 1)) && check_parts r n0 p (expand 0 l []).

(** The least start of an endless range, and the last number before it that may not be taken. *)
Definition endless_from (r : rule) : option N :=
  fold_left (fun m t => match t, m with From a, Some b => Some (N.min a b) | From a, None => Some a | _, _ => m end)
    (flat_map take r) None.

Definition accept_all_but (r : rule) (n0 p s : N) (l : runs) : bool :=
  match endless_from r with
  | Some a =>
      let n := size l in
      (1 <=? n) && sound_runs l && (n <=? 2 ^ 13) && listed_repeat n0 p s l && (1 <=? a) && (a <=? most_values) && (p <=? n)
      && check_all_but r n0 p s (a - 1) (n - p) (expand 0 l [])
  | None => false
  end.

Fixpoint ascending (l : list (N * N)) : bool :=
  match l with
  | a :: (b :: _) as l => (fst a <? fst b) && ascending l
  | _ => true
  end.

(** The values from [first] to [first + n - 1] in the order of the heaps, as [push] takes them. *)
Definition fold_values {A} (push : A -> Uint63.int -> A) (a : array) (first n : N) (q : A) : A :=
  match loop (fun qi : A * Uint63.int => @inl _ unit (push (fst qi) (get a (snd qi)), add (snd qi) (of_N 1))) n (q, of_N first) with
  | inl qi => fst qi
  | inr _ => q
  end.
Definition hash_from (a : array) (first n : N) : string := put_hash (Sha256.finish (fold_values Sha256.push_value a first n Sha256.start)).
Definition greatest_value (a : array) (n : N) : N := val (fold_values (fun m v => if lt m v then v else m) a 0 n (of_N 0)).

(** The mask has no bit above those of the greatest value (P15). *)
Definition mask_fits (m greatest : N) : bool := N.shiftr m (N.size greatest) =? 0.

Definition parity_of (s : sparse) (q : takes) : option (option bool) :=
  if type_one s then match two q with i :: _ => Some (Some (N.odd i)) | [] => None end else Some None.

(** [heaps]: how many of its last values a certificate in segments repeats; [far]: whether every small part is at most W. *)
Definition accept_sparse (r : rule) (n0 p : N) (s : sparse) (facts : list (N * N)) (most_far : N) (more : array -> N -> bool) : bool :=
  let k := most_taken r in
  let e := n0 + reach s + k + p in
  if (reach s + k <? most_heaps) && (e <=? most_heaps) && (k <=? 2 ^ 16) && ascending (rare s)
    && (fold_left N.add (map (fun c => count_set (take c) (k + 1)) r) 0 <=? 2 ^ 16)
    && (e * (20 + N.of_nat (List.length (rare s)) * N.of_nat (List.length (two (takes_of r)))) <=? most_steps r) then
    match parity_of s (takes_of r) with
    | Some typ =>
        let is_rare := fun h => negb (cls (mask s) typ (N.odd (fst h)) (snd h)) in
        forallb is_rare (rare s) && Bool.eqb (is_rare (0, 0)) (match rare s with (0, _) :: _ => true | _ => false end)
        && check_sparse_and (fun a e => mask_fits (mask s) (greatest_value a e) && more a e) most_far r n0 p (mask s) typ (reach s)
             (filter (fun n => 0 <? n) (map fst (rare s))) (rare s ++ facts)
    | None => false
    end
  else false.

(** The prime factors of [n], by trial. *)
Definition factor_step (q : N * N * list N) : (N * N * list N) + list N :=
  let '(n, d, found) := q in
  if n <? d * d then inr (if 1 <? n then n :: found else found)
  else if n mod d =? 0 then inl (n / d, d, if existsb (N.eqb d) found then found else d :: found) else inl (n, d + 1, found).
Definition primes_of (n : N) : list N := match loop factor_step (2 ^ 20) (n, 2, []) with inr l => l | inl _ => [] end.

(** Segments in one piece: their windows are values like others; their ends, hashes and cuts as the page says (Q1 to Q12). *)
Fixpoint ends_ascend (before : N) (back : N) (l : list segment) : bool :=
  match l with
  | [] => true
  | s :: l => (before <? stop s) && (back <? stop s) && sound_runs (window s) && (size (window s) =? back + 1)
      && ends_ascend (stop s) back l
  end.
Definition windows (l : list segment) : list (N * N) :=
  fold_left (fun known s => expand (stop s - size (window s)) (window s) known) l [].
Fixpoint hashes_agree (a : array) (before : N) (l : list segment) : bool :=
  match l with
  | [] => true
  | s :: l =>
      match hash_of_values s with Some h => String.eqb h (hash_from a before (stop s - before)) | None => true end
      && hashes_agree a (stop s) l
  end.
Definition has_hash (s : segment) : bool := match hash_of_values s with Some _ => true | None => false end.
Definition accept_segments (n0 p back : N) (l : list segment) : bool :=
  let turn := n0 + back in
  ends_ascend 0 back l && (stop (last l (Segment 0 None [])) =? turn + p)
  && (forallb has_hash l || forallb (fun s => negb (has_hash s)) l)
  && forallb (fun e => existsb (fun s => stop s =? e) l) (turn :: map (fun q => turn + p / q) (primes_of p)).

Definition same_rule (r s : rule) : {r = s} + {r <> s}.
Proof. repeat decide equality. Defined.

Definition claims (c : certificate) (n0 p s : N) : bool := (preperiod c =? n0) && (period c =? p) && (saltus c =? s).

Definition accept (c : certificate) : bool :=
  let (name, r, n0, p, s, e) := c in
  let is a b := (String.eqb name a || String.eqb name b)%bool in
  if forallb sound_clause r && (1 <=? p) && (p <=? most_number) && (n0 <=? most_number) && (s <=? most_number) then
    match e with
    | Closed =>
        if is "nim" "nim" then if same_rule r nim then claims c 0 1 1 else false
        else if is "take-up-to" "take-up-to" then if same_rule r (take_up_to (p - 1)) then (2 <=? p) && claims c 0 p 0 else false
        else if is "three-parts" "three-parts" then if same_rule r three_parts then claims c 1 2 1 else false
        else false
    | Small l =>
        if is "P.8" "T7" then accept_all_but r n0 p s l
        else match values_needed name r n0 p with
        | Some n => (size l =? n) && (s =? 0) && bounded r && accept_period r n0 p l
        | None => false
        end
    | Classes cs f m w lo l =>
        is "P.11" "P.11" && (s =? 0) && bounded r && (1 <=? m) && (N.max 1 n0 <=? f) && (f <=? w) && (most_taken r <? w)
        && (settled r <=? w) && (lo =? 0) && (size l =? w + m * p) && match cs with [] => true | _ => false end
        && accept_period r n0 p l
    | Sparse x h =>
        is "P.5" "T4" && (s =? 0) && plain r && accept_sparse r n0 p x [] limit (fun a e => String.eqb h (hash_from a 0 e))
    | Segmented x l =>
        is "P.5" "T4" && (s =? 0) && plain r && (n0 + reach x + most_taken r + p <=? most_heaps)
        && accept_segments n0 p (reach x + most_taken r) l
        && accept_sparse r n0 p x (windows l) (reach x) (fun a _ => hashes_agree a 0 l)
    end
  else false.

(** The values that a certificate lists one by one. *)
Definition listed (e : evidence) : list (N * N) :=
  match e with
  | Small l | Classes _ _ _ _ _ l => expand 0 l []
  | Sparse x _ => rare x
  | Segmented x l => rare x ++ windows l
  | Closed => []
  end.

(** What a certificate says: the period with its exact preperiod, and these values. *)
Definition meaning (c : certificate) : Prop :=
  exact_period (G (paper c)) (preperiod c) (period c) (saltus c)
  /\ Forall (fun f => G (paper c) (fst f) = snd f) (listed (proof c)).

Lemma accept_sparse_sound r n0 p s facts far more : accept_sparse r n0 p s facts far more = true ->
  exact_period (G r) n0 p 0 /\ Forall (fun f => G r (fst f) = snd f) (rare s ++ facts).
Proof.
  unfold accept_sparse. destruct (_ && _); [|easy]. destruct (parity_of _ _); [|easy]. rewrite !andb_true_iff.
  intros [_ H]. exact (check_sparse_and_sound _ _ _ _ _ _ _ _ _ _ H).
Qed.

Lemma accept_period_sound r n0 p l : accept_period r n0 p l = true ->
  exact_period (G r) n0 p 0 /\ Forall (fun f => G r (fst f) = snd f) (expand 0 l []).
Proof. unfold accept_period. rewrite !andb_true_iff. intros [_ H]. exact (check_parts_sound _ _ _ _ H). Qed.

Theorem accept_sound c : accept c = true -> meaning c.
Proof.
  unfold accept, meaning. destruct c as [name r n0 p s e]. cbn [paper preperiod period saltus proof].
  destruct (forallb sound_clause r && _ && _ && _ && _) eqn:B; [|easy].
  assert (Z : forall q, claims (Certificate name r n0 p s e) (fst (fst q)) (snd (fst q)) (snd q) = true -> q = (n0, p, s)).
  { intros [[a b] d]. unfold claims. cbn. rewrite !andb_true_iff, !N.eqb_eq. intros [[-> ->] ->]. auto. }
  destruct e as [|l|cs f m w lo l|x h|x l].
  - repeat match goal with |- (if ?b then _ else _) = true -> _ => destruct b eqn:?; try easy end.
    + intros H. apply (Z (0, 1, 1)) in H. injection H as <- <- <-. subst r. split; [apply nim_period|constructor].
    + rewrite andb_true_iff, N.leb_le. intros [P H]. apply (Z (0, p, 0)) in H. injection H as <- <-. subst r.
      split; [|constructor]. replace p with (p - 1 + 1) at 2 by lia. apply take_up_to_period.
    + intros H. apply (Z (1, 2, 1)) in H. injection H as <- <- <-. subst r. split; [apply three_parts_period|constructor].
  - destruct (_ || _).
    + unfold accept_all_but. destruct (endless_from r) as [a|]; [|easy]. rewrite !andb_true_iff. intros [_ H].
      exact (check_all_but_sound _ _ _ _ _ _ _ H).
    + destruct (values_needed _ _ _ _); [|easy]. rewrite !andb_true_iff, (N.eqb_eq s). intros [[[_ ->] _] H].
      now apply accept_period_sound.
  - rewrite !andb_true_iff, (N.eqb_eq s). intros H. assert (s = 0) as -> by tauto. now apply accept_period_sound.
  - rewrite !andb_true_iff, (N.eqb_eq s). intros [[[_ ->] _] H]. apply accept_sparse_sound in H. now rewrite app_nil_r in H.
  - rewrite !andb_true_iff, (N.eqb_eq s). intros [[[[[_ ->] _] _] _] H]. now apply accept_sparse_sound in H.
Qed.

(** ** The program *)
Definition verify (text : string) : option certificate :=
  match parse text with
  | Some c => if accept c then Some c else None
  | None => None
  end.

Theorem verify_sound text c : verify text = Some c -> print c = text /\ meaning c.
Proof.
  unfold verify. destruct (parse text) as [d|] eqn:P; [|easy]. destruct (accept d) eqn:A; [|easy].
  intros H. injection H as <-. split; [now apply print_parse|now apply accept_sound].
Qed.

(** What was proved, in words. *)
Definition claim (c : certificate) : string :=
  let number := put_num in
  ("G(n+" ++ number (period c) ++ ") = G(n)" ++ (if (saltus c =? 0)%N then "" else "+" ++ number (saltus c))
  ++ " for every n >= " ++ number (preperiod c) ++ ", and for no smaller period or preperiod, by the rule: "
  ++ join "|" (map (fun m => join " " (tl (put_move m))) (paper c)))%string.
