(** * The checker of certificates of misère play: their text, and what it accepts is true

    The kinds misere (with a period) and misere-bound of docs/certificate.md. The numbers in comments are those of the
    conditions there. *)
From Coq Require Import NArith List Ascii String Bool Lia.
From Sprague Require Import Games Sums Grundy Parts Sparse Loops Program Quotient QuotientCheck Text Sha256 Certificate Accept.

(** What is claimed: a quotient of all heaps, whose values repeat; or a bound, by layers. *)
Inductive claimed := Repeats (n0 p : N) (portion : list N) | At_least (heap : N) (layers : list (list N)).
Record misere := Misere { game : rule; elements : N; acting : list (N * list N); valued : runs; says : claimed }.

Open Scope string_scope.

(** ** Writing *)
Definition put_numbers (keyword : string) (l : list N) : list (list string) := put_list keyword (map put_num l).
Definition put_generators (l : list (N * list N)) : list (list string) :=
  List.concat (map (fun g => ["generator"; put_num (fst g)] :: put_numbers "action" (snd g)) l).
Fixpoint put_layers (i : N) (l : list (list N)) : list (list string) :=
  match l with [] => [] | p :: l => ["layer"; put_num i] :: put_numbers "portion" p ++ put_layers (i + 1) l end.

Definition put_misere (c : misere) : list (list string) :=
  let order := ["order"; put_num (elements c)] in
  match says c with
  | Repeats n0 p portion =>
      [["sprague"; "certificate"; "1"]; ["kind"; "misere"]] ++ map put_move (game c) ++ [order] ++ put_generators (acting c)
      ++ put_numbers "portion" portion ++ put_runs "values" (valued c) ++ [["preperiod"; put_num n0]; ["period"; put_num p]]
  | At_least h layers =>
      [["sprague"; "certificate"; "1"]; ["kind"; "misere-bound"]] ++ map put_move (game c) ++ [["heap"; put_num h]; order]
      ++ put_generators (acting c) ++ put_runs "values" (valued c) ++ put_layers 0 layers
  end.

Definition print_misere (c : misere) : string :=
  put_text (put_misere c ++ [["sha256"; sha256 (put_text (put_misere c))]]).

(** ** Reading *)
Fixpoint get_generators (most : nat) (lines : list (list string)) : option (list (N * list N) * list (list string)) :=
  match most, field "generator" get_num lines with
  | S most, Some (g, rest) =>
      do (a, rest) <- get_list "action" get_num rest;
      do (l, rest) <- get_generators most rest;
      Some ((g, a) :: l, rest)
  | _, _ => Some ([], lines)
  end.

Fixpoint get_layers (most : nat) (lines : list (list string)) : option (list (list N) * list (list string)) :=
  match most, field "layer" get_num lines with
  | S most, Some (_, rest) =>
      do (p, rest) <- get_list "portion" get_num rest;
      do (l, rest) <- get_layers most rest;
      Some (p :: l, rest)
  | _, _ => Some ([], lines)
  end.

Definition read_misere (lines : list (list string)) : option misere :=
  match lines with
  | _ :: lines =>
      do (kind, lines) <- field "kind" Some lines;
      match get_moves lines with
      | (Some r, lines) =>
          if kind =? "misere" then
            do (q, lines) <- field "order" get_num lines;
            do (g, lines) <- get_generators (List.length lines) lines;
            do (x, lines) <- get_list "portion" get_num lines;
            do (v, lines) <- get_list "values" get_run lines;
            do (n0, lines) <- field "preperiod" get_num lines;
            do (p, _) <- field "period" get_num lines;
            Some (Misere r q g v (Repeats n0 p x))
          else if kind =? "misere-bound" then
            do (h, lines) <- field "heap" get_num lines;
            do (q, lines) <- field "order" get_num lines;
            do (g, lines) <- get_generators (List.length lines) lines;
            do (v, lines) <- get_list "values" get_run lines;
            do (l, _) <- get_layers (List.length lines) lines;
            Some (Misere r q g v (At_least h l))
          else None
      | _ => None
      end
  | [] => None
  end.

(** What was read is written again, and must be the same text. *)
Definition parse_misere (text : string) : option misere :=
  match read_misere (get_lines text) with
  | Some c => if print_misere c =? text then Some c else None
  | None => None
  end.

(** ** Conditions *)
Open Scope N_scope.
Definition most_elements : N := 2 ^ 12.

(** N of theorem M.11 (U11, U12). *)
Definition heaps_needed (r : rule) (n0 p : N) : option N :=
  let from := N.max n0 (settled r) in
  let t := N.max 1 (most_left r) in
  if forallb (fun c => match cond c with Any => true | _ => last_of (leave c) <? 2 end) r then Some (t * from + t * p + most_taken r)
  else if t <=? 2 then Some (t * from + 3 * p + greatest (map gap r) + most_taken r)
  else None.

(** The elements are numbered by least words, and no generator is left over (U3, U8). *)
Definition number_step (action : table N) (q : N * N) : (N * N) + option N :=
  let (x, met) := q in
  if x <? met then
    let y := at_ (met + 1) action x in
    if y <? met then inl (x + 1, met) else if y =? met then inl (x + 1, met + 1) else inr None
  else inr (Some met).

Definition number_heap (order : N) (s : option (N * list (N * list N) * N)) (v : N) : option (N * list (N * list N) * N) :=
  match s with
  | Some (met, gens, h) =>
      if v <? met then Some (met, gens, h + 1)
      else match gens with
      | (g, a) :: gens =>
          if g =? h then
            match loop (number_step (table_of a)) (order + 1) (0, met) with
            | inr (Some met) => if v <? met then Some (met, gens, h + 1) else None
            | _ => None
            end
          else None
      | [] => None
      end
  | None => None
  end.

Definition numbered (order : N) (gens : list (N * list N)) (vals : list N) : bool :=
  match fold_left (number_heap order) vals (Some (1, gens, 0)) with
  | Some (met, [], _) => met =? order
  | _ => false
  end.

(** The actions are those of the multiplication that is built from them (U3 to U5). *)
Definition actions_right (m : monoid) : bool :=
  let rows := rows_of m in
  let listed := table_of (values m) in
  forallb (fun g => (N.of_nat (List.length (snd g)) =? order m) &&
    let v := at_ 0 listed (fst g) in
    let action := table_of (snd g) in
    forallb (fun x => at_ 0 action x =? mul_by rows x v) (below (order m))) (generators m).

Fixpoint ascend (order : N) (l : list N) : bool :=
  match l with
  | [] => true
  | a :: l => (a <? order) && match l with b :: _ => a <? b | [] => true end && ascend order l
  end.

(** The values that are given, and those of them that Coq needs. *)
Definition all_values (c : misere) : list N := map snd (rev (expand 0 (valued c) [])).
Definition monoid_of (c : misere) : monoid :=
  Monoid (elements c) (acting c)
    match says c with Repeats n0 p _ => firstn (N.to_nat (n0 + p)) (all_values c) | At_least _ _ => all_values c end.

Definition accept_misere (c : misere) : bool :=
  let r := game c in
  let q := elements c in
  let m := monoid_of c in
  let n := size (valued c) in
  if forallb sound_clause r && (1 <=? q) && (q <=? most_elements) && (N.of_nat (List.length (acting c)) <=? q)
    && (1 <=? n) && (n <=? most_values) && sound_runs (valued c) && in_reach r n && numbered q (acting c) (all_values c)
  then
    match says c with
    | Repeats n0 p portion =>
        if bounded r && (1 <=? n0) && (1 <=? p) && match heaps_needed r n0 p with Some e => n =? e | None => false end then
          let listed := table_of (values m) in
          forallb (fun f => at_ 0 listed (place n0 p (fst f)) =? snd f) (expand 0 (valued c) [])
          && actions_right m && ascend q portion && check_quotient r m n0 p portion
        else false
    | At_least h layers => (n =? h) && actions_right m && forallb (ascend q) layers && check_bound r m h layers
    end
  else false.

(** What such a certificate says. *)
Definition meaning_misere (c : misere) : Prop :=
  let r := game c in
  match says c with
  | Repeats n0 p portion =>
      misere_quotient r (elements c) (class_by (monoid_of c) n0 p) portion
      /\ (forall n, n0 <= n -> same r [n + p] [n])
      /\ (forall a q, 1 <= a -> 0 < q -> (forall n, a <= n -> same r [n + q] [n]) -> n0 <= a /\ N.divide p q)
      /\ Forall (fun f => value_by (monoid_of c) n0 p (fst f) = snd f) (expand 0 (valued c) [])
  | At_least h _ => quotient_at_least r h (elements c)
  end.

Theorem accept_misere_sound c : accept_misere c = true -> meaning_misere c.
Proof.
  unfold accept_misere, meaning_misere. destruct (_ && numbered _ _ _); [|easy]. destruct (says c) as [n0 p portion|h layers] eqn:S.
  - destruct (_ && match heaps_needed _ _ _ with Some _ => _ | None => _ end); [|easy]. rewrite !andb_true_iff, forallb_forall.
    intros [[[V _] _] H]. apply check_quotient_sound in H as (A & B & C). split; [exact A|]. split; [exact B|]. split; [exact C|].
    apply Forall_forall. intros f I. now apply N.eqb_eq, V.
  - rewrite !andb_true_iff. intros [_ H]. exact (check_bound_sound _ _ _ _ H).
Qed.

(** ** The program *)
Definition verify_misere (text : string) : option misere :=
  match parse_misere text with
  | Some c => if accept_misere c then Some c else None
  | None => None
  end.

Theorem verify_misere_sound text c : verify_misere text = Some c -> print_misere c = text /\ meaning_misere c.
Proof.
  unfold verify_misere, parse_misere. destruct (read_misere _) as [d|]; [|easy].
  destruct (String.eqb_spec (print_misere d) text) as [E|]; [|easy]. destruct (accept_misere d) eqn:A; [|easy].
  intros H. injection H as <-. split; [exact E|now apply accept_misere_sound].
Qed.

(** What was proved, in words. *)
Definition claim_misere (c : misere) : string :=
  ((match says c with
    | Repeats n0 p _ => "under misère play the quotient has order " ++ put_num (elements c)
        ++ ", and heaps n and n+" ++ put_num p ++ " are the same for every n >= " ++ put_num n0
        ++ ", and for no smaller period, nor from a smaller nonempty heap on"
    | At_least h _ => "under misère play the quotient of the heaps up to " ++ put_num h ++ " has at least "
        ++ put_num (elements c) ++ " elements"
    end) ++ ", by the rule: " ++ join "|" (map (fun m => join " " (tl (put_move m))) (game c)))%string.
