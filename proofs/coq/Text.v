(** * Words, lines and numbers as text, and back

    Every way of writing here comes with a way of reading, and a lemma that reading gives what was written. *)
From Coq Require Import NArith List Ascii String Bool.
From Coq Require DecimalN DecimalString HexadecimalN HexadecimalString.
Import ListNotations.

(** Texts that do not contain the character [c]. *)
Fixpoint free (c : ascii) (s : string) : bool :=
  match s with EmptyString => true | String a s => if Ascii.eqb a c then false else free c s end.

Fixpoint split (c : ascii) (s : string) : list string :=
  match s with
  | EmptyString => [""%string]
  | String a s =>
      let l := split c s in
      if Ascii.eqb a c then ""%string :: l else match l with w :: l => String a w :: l | [] => [String a ""] end
  end.

Fixpoint join (c : ascii) (l : list string) : string :=
  match l with
  | [] => ""
  | [w] => w
  | w :: l => w ++ String c (join c l)
  end.

Lemma split_free c w : free c w = true -> split c w = [w].
Proof. induction w as [|a w IH]; simpl; auto. destruct (Ascii.eqb a c); [easy|]. intros F. now rewrite IH. Qed.

Lemma split_app c w s : free c w = true -> split c (w ++ String c s) = w :: split c s.
Proof.
  induction w as [|a w IH]; simpl; intros F; [now rewrite Ascii.eqb_refl|].
  destruct (Ascii.eqb a c); [easy|]. now rewrite IH.
Qed.

Lemma split_join c l : l <> [] -> Forall (fun w => free c w = true) l -> split c (join c l) = l.
Proof.
  intros N F. induction F as [|w l E F IH]; [easy|]. destruct l as [|v l]; [now apply split_free|].
  change (join c (w :: v :: l)) with (w ++ String c (join c (v :: l)))%string. rewrite split_app by auto. f_equal. apply IH. easy.
Qed.

Lemma free_app c v w : free c (v ++ w) = free c v && free c w.
Proof. induction v as [|a v IH]; simpl; auto. now destruct (Ascii.eqb a c). Qed.

Lemma free_join c d l : Ascii.eqb d c = false -> Forall (fun w => free c w = true) l -> free c (join d l) = true.
Proof.
  intros D F. induction F as [|w l E F IH]; [easy|]. destruct l as [|v l]; auto.
  change (join d (w :: v :: l)) with (w ++ String d (join d (v :: l)))%string.
  rewrite free_app, E. cbn [free andb]. rewrite D. now apply IH.
Qed.

(** ** Lists that are read one by one *)
Fixpoint all {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | a :: l => match f a, all f l with Some b, Some l => Some (b :: l) | _, _ => None end
  end.

Lemma all_map {A B} (put : B -> A) get : (forall b, get (put b) = Some b) -> forall l, all get (map put l) = Some l.
Proof. intros H l. induction l as [|b l IH]; simpl; auto. now rewrite H, IH. Qed.

(** ** Numbers *)
Definition put_num (n : N) : string := DecimalString.NilEmpty.string_of_uint (N.to_uint n).
Definition get_num (s : string) : option N := option_map N.of_uint (DecimalString.NilEmpty.uint_of_string s).

Lemma get_put_num n : get_num (put_num n) = Some n.
Proof. unfold get_num, put_num. rewrite DecimalString.NilEmpty.usu. simpl. now rewrite DecimalN.Unsigned.of_to. Qed.

Definition put_hex (n : N) : string := "0x" ++ HexadecimalString.NilEmpty.string_of_uint (N.to_hex_uint n).
Definition get_hex (s : string) : option N :=
  match s with
  | String _ (String _ s) => option_map N.of_hex_uint (HexadecimalString.NilEmpty.uint_of_string s)
  | _ => None
  end.

Lemma get_put_hex n : get_hex (put_hex n) = Some n.
Proof. unfold get_hex, put_hex. simpl. rewrite HexadecimalString.NilEmpty.usu. simpl. now rewrite HexadecimalN.Unsigned.of_to. Qed.

(** The characters of numbers: 0 to 9 and a to f, and x. *)
Definition numeral (a : ascii) : bool :=
  let n := N_of_ascii a in ((48 <=? n) && (n <=? 57) || (97 <=? n) && (n <=? 102) || (n =? 120))%N%bool.

Fixpoint numerals (s : string) : bool := match s with EmptyString => true | String a s => numeral a && numerals s end.

Lemma numerals_free c s : numeral c = false -> numerals s = true -> free c s = true.
Proof.
  intros C. induction s as [|a s IH]; simpl; auto. rewrite andb_true_iff. intros [A S].
  destruct (Ascii.eqb_spec a c) as [->|]; [congruence|auto].
Qed.

Lemma numerals_num n : numerals (put_num n) = true.
Proof. unfold put_num. induction (N.to_uint n); simpl; auto. Qed.

Lemma numerals_hex n : numerals (put_hex n) = true.
Proof. unfold put_hex. simpl. induction (N.to_hex_uint n); simpl; auto. Qed.

(** ** Two numbers with a character between them; the second is left out where it is [one] *)
Definition put_pair (c : ascii) (p : N * N) : string := join c [put_num (fst p); put_num (snd p)].
Definition get_pair (c : ascii) (s : string) : option (N * N) :=
  match all get_num (split c s) with Some [a; b] => Some (a, b) | _ => None end.

Lemma free_num c n : numeral c = false -> free c (put_num n) = true.
Proof. intros. apply numerals_free; auto. apply numerals_num. Qed.

Lemma get_put_pair c p : numeral c = false -> get_pair c (put_pair c p) = Some p.
Proof.
  intros C. unfold get_pair, put_pair. rewrite split_join; [|easy|repeat constructor; now apply free_num].
  destruct p. simpl. now rewrite !get_put_num.
Qed.

(** A run: a value and how often it follows. *)
Definition put_run (p : N * N) : string := if (snd p =? 1)%N then put_num (fst p) else put_pair "*" p.
Definition get_run (s : string) : option (N * N) :=
  match all get_num (split "*" s) with Some [a] => Some (a, 1%N) | Some [a; b] => Some (a, b) | _ => None end.

Lemma get_put_run p : get_run (put_run p) = Some p.
Proof.
  unfold get_run, put_run. destruct p as [a b]. simpl. destruct (N.eqb_spec b 1) as [->|].
  - rewrite split_free by now apply free_num. simpl. now rewrite get_put_num.
  - unfold put_pair. rewrite split_join; [|easy|repeat constructor; now apply free_num]. simpl. now rewrite !get_put_num.
Qed.

(** ** Lines of words

    Lists are spread over lines of 24 fields, each after the same keyword. *)
Definition space : ascii := " ".
Definition newline : ascii := "010".

Fixpoint chunks (room : nat) (line l : list string) : list (list string) :=
  match l with
  | [] => match line with [] => [] | _ => [rev line] end
  | w :: l => match room with S room => chunks room (w :: line) l | O => rev line :: chunks 23 [w] l end
  end.

Definition put_list (keyword : string) (l : list string) : list (list string) := map (cons keyword) (chunks 24 [] l).

Fixpoint fields (keyword : string) (lines : list (list string)) : list string * list (list string) :=
  match lines with
  | (w :: ws) :: rest => if String.eqb w keyword then let (l, rest) := fields keyword rest in (ws ++ l, rest) else ([], lines)
  | _ => ([], lines)
  end.

Lemma concat_chunks l : forall room line, List.concat (chunks room line l) = rev line ++ l.
Proof.
  induction l as [|w l IH]; intros room line; simpl.
  - destruct line as [|v line]; simpl; now rewrite ?app_nil_r.
  - destruct room; simpl; rewrite IH; simpl; now rewrite <- ?app_assoc.
Qed.

Lemma fields_put k l rest : fields k rest = ([], rest) -> fields k (put_list k l ++ rest) = (l, rest).
Proof.
  intros H. unfold put_list. pose proof (concat_chunks l 24 []) as C. simpl in C. rewrite <- C at 2. clear C.
  induction (chunks 24 [] l) as [|line ls IH]; simpl; [exact H|]. now rewrite String.eqb_refl, IH.
Qed.

Definition put_text (lines : list (list string)) : string := join newline (map (join space) lines ++ [""%string]).
Definition get_lines (text : string) : list (list string) := map (split space) (removelast (split newline text)).

Definition word (w : string) : bool := free space w && free newline w.

Lemma get_put_text lines : Forall (fun l => l <> [] /\ Forall (fun w => word w = true) l) lines ->
  get_lines (put_text lines) = lines.
Proof.
  intros F. unfold get_lines, put_text. rewrite split_join.
  - rewrite removelast_last, map_map. induction F as [|l ls [N W] F IH]; simpl; auto. rewrite IH. f_equal.
    apply split_join; auto. eapply Forall_impl; [|exact W]. intros w. unfold word. now rewrite andb_true_iff.
  - now destruct (map (join space) lines).
  - apply Forall_app. split; [|now repeat constructor]. apply Forall_map. eapply Forall_impl; [|exact F].
    intros l [_ W]. apply free_join; auto. eapply Forall_impl; [|exact W]. intros w. unfold word. now rewrite andb_true_iff.
Qed.

Lemma numerals_word w : numerals w = true -> word w = true.
Proof. intros. unfold word. now rewrite !numerals_free. Qed.

Lemma word_join c l : Ascii.eqb c space = false -> Ascii.eqb c newline = false ->
  Forall (fun w => word w = true) l -> word (join c l) = true.
Proof.
  intros C D F. unfold word. rewrite !free_join; auto; eapply Forall_impl; try exact F; intros w; unfold word;
    rewrite andb_true_iff; tauto.
Qed.

Lemma words_list k l : word k = true -> Forall (fun w => word w = true) l ->
  Forall (fun l => l <> [] /\ Forall (fun w => word w = true) l) (put_list k l).
Proof.
  intros K F. unfold put_list. apply Forall_map. apply Forall_forall. intros line I. split; [easy|]. constructor; auto.
  rewrite Forall_forall in *. intros w J. apply F. change l with (rev [] ++ l). rewrite <- (concat_chunks l 24 []).
  apply in_concat. eauto.
Qed.
