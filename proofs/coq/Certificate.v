(** * Certificates as docs/certificate.md describes them: their text, and that reading gives what was written *)
From Coq Require Import NArith List Ascii String Bool.
From Coq Require DecimalPos.
From Sprague Require Import Games Text Sha256.

(** Values in runs, and the parts of the kinds sparse and segmented. *)
Definition runs := list (N * N).
Record sparse := Space { mask : N; type_one : bool; reach : N; rare : list (N * N) }.
Record segment := Segment { stop : N; hash_of_values : option string; window : runs }.

Inductive evidence :=
| Closed
| Small (values : runs)
| Classes (constants : list N) (from multiple window low : N) (values : runs)
| Sparse (space : sparse) (hash_of_values : string)
| Segmented (space : sparse) (segments : list segment).

Record certificate :=
  Certificate { theorem : string; paper : rule; preperiod : N; period : N; saltus : N; proof : evidence }.

Open Scope string_scope.

(** ** Writing *)
Definition put_range (r : range) : string :=
  match r with
  | Range a b => if (a =? b)%N then put_num a else join "." [put_num a; ""; put_num b]
  | From a => join "." [put_num a; ""; ""]
  end.
Definition put_set (s : list range) : string := join "," (map put_range s).
Definition put_condition (c : condition) : string :=
  match c with Any => "any" | NotAllEqual => "not-all-equal" | Differ d => join "=" ["differ"; put_num d] end.
Definition put_move (c : clause) : list string :=
  ["move"; "take"; put_set (take c); "leave"; put_set (leave c); "cond"; put_condition (cond c); "on"; put_set (on c)].
Definition put_runs (keyword : string) (l : runs) : list (list string) := put_list keyword (map put_run l).

Definition put_space (s : sparse) : list (list string) :=
  [["mask"; put_hex (mask s)]; ["type"; if type_one s then "1" else "0"]; ["reach"; put_num (reach s)]]
  ++ put_list "rare" (map (put_pair ":") (rare s)).
Definition put_segment (s : segment) : list (list string) :=
  ("segment" :: put_num (stop s) :: match hash_of_values s with Some h => ["sha256-of-values"; h] | None => [] end)
  :: put_runs "window" (window s).

Definition kind (e : evidence) : string :=
  match e with
  | Closed => "closed" | Small _ => "small" | Classes _ _ _ _ _ _ => "classes" | Sparse _ _ => "sparse" | Segmented _ _ => "segmented"
  end.
Definition put_evidence (e : evidence) : list (list string) :=
  match e with
  | Closed => []
  | Small v => put_runs "values" v
  | Classes c f m w l v =>
      put_list "constant" (map put_num c)
      ++ [["from"; put_num f]; ["multiple"; put_num m]; ["window"; put_num w]; ["low"; put_num l]] ++ put_runs "values" v
  | Sparse s h => put_space s ++ [["sha256-of-values"; h]]
  | Segmented s l => put_space s ++ List.concat (map put_segment l)
  end.

Definition put_lines (c : certificate) : list (list string) :=
  [["sprague"; "certificate"; "1"]; ["kind"; kind (proof c)]; ["theorem"; theorem c]] ++ map put_move (paper c)
  ++ [["preperiod"; put_num (preperiod c)]; ["period"; put_num (period c)]; ["saltus"; put_num (saltus c)]]
  ++ put_evidence (proof c).

(** The text of a certificate: its lines, and the hash of all before it. *)
Definition print (c : certificate) : string :=
  put_text (put_lines c ++ [["sha256"; sha256 (put_text (put_lines c))]]).

(** ** Reading *)
Definition get_range (s : string) : option range :=
  match split "." s with
  | [a] => option_map (fun a => Range a a) (get_num a)
  | [a; _; b] =>
      if b =? "" then option_map From (get_num a)
      else match get_num a, get_num b with Some a, Some b => Some (Range a b) | _, _ => None end
  | _ => None
  end.
Definition get_set (s : string) : option (list range) := all get_range (split "," s).
Definition get_condition (s : string) : option condition :=
  if s =? "any" then Some Any else if s =? "not-all-equal" then Some NotAllEqual
  else match split "=" s with [_; d] => option_map Differ (get_num d) | _ => None end.

Definition get_move (l : list string) : option clause :=
  match l with
  | [_; _; t; _; h; _; c; _; o] =>
      match get_set t, get_set h, get_condition c, get_set o with
      | Some t, Some h, Some c, Some o => Some (Clause t h c o)
      | _, _, _, _ => None
      end
  | _ => None
  end.

Fixpoint get_moves (lines : list (list string)) : option rule * list (list string) :=
  match lines with
  | (w :: ws) :: rest =>
      if w =? "move" then
        let (r, rest) := get_moves rest in
        (match get_move (w :: ws), r with Some c, Some r => Some (c :: r) | _, _ => None end, rest)
      else (Some [], lines)
  | _ => (Some [], lines)
  end.

(** The field of the next line, if the line has this keyword. *)
Definition field {A} (keyword : string) (get : string -> option A) (lines : list (list string))
  : option (A * list (list string)) :=
  match lines with
  | [k; v] :: rest => if k =? keyword then option_map (fun a => (a, rest)) (get v) else None
  | _ => None
  end.

Notation "'do' ( x , l ) <- e ; f" := (match e with Some (x, l) => f | None => None end)
  (at level 200, x name, l name, e at level 100, f at level 200).

Definition get_list {A} (keyword : string) (get : string -> option A) (lines : list (list string))
  : option (list A * list (list string)) :=
  let (l, rest) := fields keyword lines in option_map (fun l => (l, rest)) (all get l).

Definition get_space (lines : list (list string)) : option (sparse * list (list string)) :=
  do (m, lines) <- field "mask" get_hex lines;
  do (t, lines) <- field "type" Some lines;
  do (w, lines) <- field "reach" get_num lines;
  do (r, lines) <- get_list "rare" (get_pair ":") lines;
  Some (Space m (t =? "1") w r, lines).

(** From the last line to the first: the fields of windows without a segment, and the segments. *)
Fixpoint get_segments (lines : list (list string)) : option (list string * list segment) * list (list string) :=
  match lines with
  | (k :: ws) :: rest =>
      if k =? "window" then
        let (l, rest) := get_segments rest in (option_map (fun l => (ws ++ fst l, snd l)%list) l, rest)
      else if k =? "segment" then
        let (l, rest) := get_segments rest in
        (match l, ws with
         | Some (w, l), e :: h =>
             match get_num e, all get_run w with
             | Some e, Some w => Some ([], Segment e (nth_error h 1) w :: l)
             | _, _ => None
             end
         | _, _ => None
         end, rest)
      else (Some ([], []), lines)
  | _ => (Some ([], []), lines)
  end.

Definition get_evidence (kind : string) (lines : list (list string)) : option (evidence * list (list string)) :=
  if kind =? "closed" then Some (Closed, lines)
  else if kind =? "small" then do (v, lines) <- get_list "values" get_run lines; Some (Small v, lines)
  else if kind =? "classes" then
    do (c, lines) <- get_list "constant" get_num lines;
    do (f, lines) <- field "from" get_num lines;
    do (m, lines) <- field "multiple" get_num lines;
    do (w, lines) <- field "window" get_num lines;
    do (l, lines) <- field "low" get_num lines;
    do (v, lines) <- get_list "values" get_run lines;
    Some (Classes c f m w l v, lines)
  else if kind =? "sparse" then
    do (s, lines) <- get_space lines;
    do (h, lines) <- field "sha256-of-values" Some lines;
    Some (Sparse s h, lines)
  else if kind =? "segmented" then
    do (s, lines) <- get_space lines;
    match get_segments lines with (Some (_, l), lines) => Some (Segmented s l, lines) | _ => None end
  else None.

Definition read (lines : list (list string)) : option certificate :=
  match lines with
  | _ :: lines =>
      do (kind, lines) <- field "kind" Some lines;
      do (theorem, lines) <- field "theorem" Some lines;
      match get_moves lines with
      | (Some r, lines) =>
          do (n0, lines) <- field "preperiod" get_num lines;
          do (p, lines) <- field "period" get_num lines;
          do (s, lines) <- field "saltus" get_num lines;
          do (e, _) <- get_evidence kind lines;
          Some (Certificate theorem r n0 p s e)
      | _ => None
      end
  | [] => None
  end.

(** What was read is written again, and must be the same text: so each certificate has exactly one. *)
Definition parse (text : string) : option certificate :=
  match read (get_lines text) with
  | Some c => if print c =? text then Some c else None
  | None => None
  end.

Theorem print_parse text c : parse text = Some c -> print c = text.
Proof.
  unfold parse. destruct (read _) as [d|]; [|easy]. destruct (String.eqb_spec (print d) text) as [E|]; [|easy].
  intros H. injection H as <-. exact E.
Qed.

(** ** Every certificate that can be written can be read

    A set must not be empty, and the words that are kept as words must be words. *)
Definition writable (c : certificate) : Prop :=
  word (theorem c) = true
  /\ Forall (fun c => take c <> [] /\ leave c <> [] /\ on c <> []) (paper c)
  /\ match proof c with
     | Sparse _ h => word h = true
     | Segmented _ l => Forall (fun s => match hash_of_values s with Some h => word h = true | None => True end) l
     | _ => True
     end.

Lemma free_range c r : numeral c = false -> Ascii.eqb "." c = false -> free c (put_range r) = true.
Proof.
  intros C D. destruct r as [a b|a]; unfold put_range; [destruct (a =? b)%N; [now apply free_num|]|];
    (apply free_join; [exact D|repeat constructor; now apply free_num]).
Qed.

Lemma get_put_range r : get_range (put_range r) = Some r.
Proof.
  unfold get_range, put_range. destruct r as [a b|a].
  - destruct (N.eqb_spec a b) as [->|]; [rewrite split_free by (now apply free_num); now rewrite get_put_num|].
    rewrite split_join; [|easy|repeat constructor; now apply free_num].
    destruct (String.eqb_spec (put_num b) "") as [E|].
    + exfalso. revert E. unfold put_num.
      destruct b as [|p]; [easy|]. simpl. intros E. apply (f_equal DecimalString.NilEmpty.uint_of_string) in E.
      rewrite DecimalString.NilEmpty.usu in E. injection E as E. exact (DecimalPos.Unsigned.to_uint_nonnil p E).
    + now rewrite !get_put_num.
  - rewrite split_join; [|easy|repeat constructor; now apply free_num]. simpl. now rewrite get_put_num.
Qed.

Lemma get_put_set s : s <> [] -> get_set (put_set s) = Some s.
Proof.
  intros N. unfold get_set, put_set. rewrite split_join.
  - apply all_map, get_put_range.
  - now destruct s.
  - apply Forall_map, Forall_forall. intros r _. now apply free_range.
Qed.

Lemma get_put_condition c : get_condition (put_condition c) = Some c.
Proof.
  destruct c as [| |d]; auto. unfold get_condition. unfold put_condition.
  rewrite split_join; [|easy|repeat constructor; now apply free_num]. rewrite get_put_num. simpl join. reflexivity.
Qed.

Lemma get_put_moves r rest : Forall (fun c => take c <> [] /\ leave c <> [] /\ on c <> []) r ->
  get_moves rest = (Some [], rest) -> get_moves (map put_move r ++ rest) = (Some r, rest).
Proof.
  intros F H. induction F as [|c r (T & L & O) F IH]; [exact H|]. simpl map. rewrite <- app_comm_cons. cbn [get_moves put_move].
  rewrite IH. change ("move" =? "move") with true. cbn [get_move]. rewrite !get_put_set, get_put_condition by auto.
  now destruct c.
Qed.

Lemma get_put_list {A} k (put : A -> string) get l rest : (forall a, get (put a) = Some a) ->
  fields k rest = ([], rest) -> get_list k get (put_list k (map put l) ++ rest) = Some (l, rest).
Proof. intros G H. unfold get_list. rewrite fields_put by auto. now rewrite all_map. Qed.

Lemma get_put_segments l rest : get_segments rest = (Some ([], []), rest) ->
  get_segments (List.concat (map put_segment l) ++ rest) = (Some ([], l), rest).
Proof.
  intros H. induction l as [|s l IH]; [exact H|]. simpl map. cbn [List.concat]. unfold put_segment at 1.
  rewrite <- app_assoc, <- app_comm_cons.
  assert (W : get_segments (put_runs "window" (window s) ++ List.concat (map put_segment l) ++ rest)
    = (Some (map put_run (window s), l), rest)).
  { unfold put_runs, put_list. pose proof (concat_chunks (map put_run (window s)) 24 []) as C. simpl in C.
    rewrite <- C at 2. clear C. induction (chunks 24 [] (map put_run (window s))) as [|line ls IHl]; [exact IH|].
    simpl map. rewrite <- app_comm_cons. cbn [get_segments]. change ("window" =? "window") with true. rewrite IHl. reflexivity. }
  cbn [get_segments]. change ("segment" =? "window") with false. change ("segment" =? "segment") with true.
  rewrite W, get_put_num, (all_map put_run get_run get_put_run). destruct s as [e [h|] w]; reflexivity.
Qed.

Lemma field_put {A} k (get : string -> option A) v a rest : get v = Some a -> field k get ([k; v] :: rest) = Some (a, rest).
Proof. intros H. unfold field. now rewrite String.eqb_refl, H. Qed.

Lemma get_put_space s rest : fields "rare" rest = ([], rest) -> get_space (put_space s ++ rest) = Some (s, rest).
Proof.
  intros H. unfold get_space, put_space. rewrite <- app_assoc. simpl app.
  rewrite (field_put _ _ _ _ _ (get_put_hex _)), (field_put "type" Some _ _ _ eq_refl), (field_put _ _ _ _ _ (get_put_num _)).
  rewrite (get_put_list "rare" (put_pair ":") (get_pair ":")); auto; [|intros; now apply get_put_pair].
  destruct s as [m [] w r]; reflexivity.
Qed.

Lemma get_put_evidence e rest : (forall k, In k ["values"; "constant"; "rare"; "window"; "segment"] -> fields k rest = ([], rest)) ->
  get_segments rest = (Some ([], []), rest) ->
  get_evidence (kind e) (put_evidence e ++ rest) = Some (e, rest).
Proof.
  intros K S. destruct e as [|v|c f m w l v|s h|s l]; unfold get_evidence; simpl String.eqb; cbn iota; cbn [put_evidence].
  - reflexivity.
  - unfold put_runs. now rewrite (get_put_list _ _ _ _ _ get_put_run) by (apply K; simpl; auto).
  - rewrite <- !app_assoc. rewrite (get_put_list _ _ _ _ _ get_put_num) by reflexivity. simpl app.
    do 4 rewrite (field_put _ _ _ _ _ (get_put_num _)).
    unfold put_runs. now rewrite (get_put_list _ _ _ _ _ get_put_run) by (apply K; simpl; auto).
  - rewrite <- app_assoc. rewrite get_put_space by reflexivity. simpl app. now rewrite (field_put _ Some _ _ _ eq_refl).
  - rewrite <- app_assoc. rewrite get_put_space.
    + now rewrite get_put_segments.
    + destruct l as [|s' l]; [apply K; simpl; auto|reflexivity].
Qed.

Definition good (l : list string) : Prop := l <> [] /\ Forall (fun w => word w = true) l.

Lemma word_num n : word (put_num n) = true.
Proof. apply numerals_word, numerals_num. Qed.

Lemma word_pair c p : Ascii.eqb c Text.space = false -> Ascii.eqb c newline = false -> word (put_pair c p) = true.
Proof. intros. apply word_join; auto. repeat constructor; apply word_num. Qed.

Lemma word_run p : word (put_run p) = true.
Proof. unfold put_run. destruct (snd p =? 1)%N; [apply word_num|now apply word_pair]. Qed.

Lemma word_set s : word (put_set s) = true.
Proof.
  apply word_join; auto. apply Forall_map, Forall_forall. intros r _. unfold word. rewrite !free_range; auto.
Qed.

Lemma word_condition c : word (put_condition c) = true.
Proof. destruct c; auto. apply word_join; auto. repeat constructor. apply word_num. Qed.

Lemma word_hash h : word (put_hash h) = true.
Proof.
  assert (D : forall x, numeral (hex_digit x) = true).
  { intros x. unfold hex_digit. set (n := BinInt.Z.to_nat _).
    destruct (nth_in_or_default n (list_ascii_of_string "0123456789abcdef") "0"%char) as [I| ->]; [|reflexivity].
    remember (nth n _ _) as d eqn:E. clear E. simpl in I. repeat (destruct I as [<-|I]; [reflexivity|]). easy. }
  assert (W : forall x, numerals (hex_word x) = true) by (intros x; unfold hex_word; simpl; now rewrite !D).
  assert (A : forall v w, numerals v = true -> numerals w = true -> numerals (v ++ w) = true).
  { intros v w. induction v as [|a v IH]; simpl; auto. rewrite !andb_true_iff. tauto. }
  apply numerals_word. destruct h. unfold put_hash. repeat apply A; apply W.
Qed.

Lemma good_list {A} k (put : A -> string) l : word k = true -> (forall a, word (put a) = true) ->
  Forall good (put_list k (map put l)).
Proof. intros K W. apply words_list; auto. apply Forall_map, Forall_forall. auto. Qed.

Ltac words :=
  repeat match goal with
  | |- Forall _ [] => constructor
  | |- Forall _ (_ :: _) => constructor
  | |- good _ => split; [easy|]
  | |- word _ = true =>
      first [reflexivity | assumption | apply word_num | apply word_set | apply word_condition
            | apply numerals_word, numerals_hex | apply word_hash]
  end.

Lemma good_space s : Forall good (put_space s).
Proof.
  apply Forall_app. split; [|apply good_list; auto; intros; now apply word_pair].
  destruct (type_one s); words.
Qed.

Lemma good_lines c : writable c -> Forall good (put_lines c).
Proof.
  intros (T & _ & W). unfold put_lines. repeat (apply Forall_app; split).
  - destruct (proof c); words.
  - apply Forall_map, Forall_forall. intros m _. unfold put_move. words.
  - words.
  - destruct (proof c) as [|v|cs f m w l v|s h|s l]; cbn [put_evidence].
    + constructor.
    + now apply good_list; [|apply word_run].
    + repeat (apply Forall_app; split); [now apply good_list; [|apply word_num]| |now apply good_list; [|apply word_run]].
      words.
    + apply Forall_app. split; [apply good_space|]. words.
    + apply Forall_app. split; [apply good_space|]. induction W as [|s' l H W IH]; simpl; [constructor|].
      constructor; [|apply Forall_app; split; [now apply good_list; [|apply word_run]|exact IH]].
      destruct (hash_of_values s'); words.
Qed.

Theorem parse_print c : writable c -> parse (print c) = Some c.
Proof.
  intros W. unfold parse, print at 1. rewrite get_put_text.
  - set (h := sha256 _). replace (read _) with (Some c); [now rewrite String.eqb_refl|].
    destruct W as (_ & F & _). unfold read, put_lines. rewrite <- !app_assoc. simpl app. cbv beta iota.
    do 2 rewrite (field_put _ Some _ _ _ eq_refl). rewrite get_put_moves by (auto; reflexivity).
    do 3 rewrite (field_put _ _ _ _ _ (get_put_num _)).
    rewrite get_put_evidence; [|intros k K; simpl in K; repeat (destruct K as [<-|K]; [reflexivity|]); easy|reflexivity].
    now destruct c.
  - change (Forall good (put_lines c ++ [["sha256"; sha256 (put_text (put_lines c))]])).
    apply Forall_app. split; [now apply good_lines|]. unfold sha256. words.
Qed.
