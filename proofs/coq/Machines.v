(** * Three machines

    [MachineN] computes with binary numbers and search trees and needs no axiom. [MachineInt] computes with the primitive
    integers of 63 bits and the primitive arrays of Coq, whose behaviour is stated as axioms of its standard library; its
    sets hold values below 63. [MachineWide] is the same with sets of eight words. The primitives are eta-expanded:
    given to a functor as they are, [vm_compute] would get stuck on them. *)
From Coq Require Import NArith ZArith List Lia Bool FMapPositive Uint63 PArray.
From Sprague Require Import Games Machine Checker.
Open Scope N_scope.

Module MachineN <: MACHINE.
  Definition t := N.
  Definition val (a : t) : N := a.
  Definition limit := 2 ^ 60.
  Definition of_N (n : N) : t := n.
  Definition add := N.add.
  Definition sub := N.sub.
  Definition xor := N.lxor.
  Definition lt := N.ltb.
  Definition eq := N.eqb.
  Lemma val_inj a b : val a = val b -> a = b. Proof. auto. Qed.
  Lemma of_N_spec n : n < limit -> val (of_N n) = n. Proof. auto. Qed.
  Lemma add_spec a b : val a + val b < limit -> val (add a b) = val a + val b. Proof. auto. Qed.
  Lemma sub_spec a b : val b <= val a -> val (sub a b) = val a - val b. Proof. auto. Qed.
  Lemma xor_spec a b : val (xor a b) = N.lxor (val a) (val b). Proof. auto. Qed.
  Lemma lt_spec a b : lt a b = (val a <? val b). Proof. auto. Qed.
  Lemma eq_spec a b : eq a b = (val a =? val b). Proof. auto. Qed.
  Definition array := PositiveMap.t N.
  Definition make (n : N) : array := PositiveMap.empty N.
  Definition get (a : array) (i : t) : t := match PositiveMap.find (N.succ_pos i) a with Some v => v | None => 0 end.
  Definition set (a : array) (i v : t) : array := PositiveMap.add (N.succ_pos i) v a.
  Definition fits (a : array) (i : t) := true.
  Lemma get_same a i v : fits a i = true -> get (set a i v) i = v.
  Proof. intros _. unfold get, set. now rewrite PositiveMap.gss. Qed.
  Lemma get_other a i j v : i <> j -> get (set a i v) j = get a j.
  Proof.
    intros H. unfold get, set. rewrite PositiveMap.gso; auto. intros E. apply H.
    rewrite <- (N.pred_succ i), <- (N.pred_succ j), <- !N.succ_pos_spec. congruence.
  Qed.
  Definition bits := N.
  Definition cap := 256.
  Definition has (s : bits) (n : N) := N.testbit s n.
  Definition empty : bits := 0.
  Definition insert (v : t) (s : bits) : bits := N.setbit s v.
  Definition remove (v : t) (s : bits) : bits := N.clearbit s v.
  Definition mem (v : t) (s : bits) := N.testbit s v.
  Definition is_empty (s : bits) := s =? 0.
  Lemma cap_limit : cap <= limit. Proof. easy. Qed.
  Lemma mem_spec v s : val v < cap -> mem v s = has s (val v). Proof. auto. Qed.
  Lemma has_empty n : n < cap -> has empty n = false. Proof. intros. apply N.bits_0. Qed.
  Lemma has_insert v s n : n < cap -> has (insert v s) n = if val v =? n then true else has s n.
  Proof. intros _. unfold has, insert, val. rewrite N.setbit_eqb. now destruct (v =? n). Qed.
  Lemma has_remove v s n : n < cap -> has (remove v s) n = if val v =? n then false else has s n.
  Proof.
    intros _. unfold has, remove, val. rewrite N.clearbit_eqb. destruct (v =? n); [apply andb_false_r|apply andb_true_r].
  Qed.
  Lemma is_empty_spec s : is_empty s = true -> forall n, n < cap -> has s n = false.
  Proof. intros E n _. apply N.eqb_eq in E. rewrite E. apply N.bits_0. Qed.
End MachineN.

(** Numbers and arrays of the other two. *)
Module Ints.
  Definition t := int.
  Definition val (a : t) : N := Z.to_N (Uint63.to_Z a).
  Definition limit := 2 ^ 62.
  Definition of_N (n : N) : t := Uint63.of_Z (Z.of_N n).
  Definition add (a b : t) : t := Uint63.add a b.
  Definition sub (a b : t) : t := Uint63.sub a b.
  Definition xor (a b : t) : t := Uint63.lxor a b.
  Definition lt (a b : t) : bool := Uint63.ltb a b.
  Definition eq (a b : t) : bool := Uint63.eqb a b.
  Lemma bounds a : (0 <= Uint63.to_Z a < 2 ^ 63)%Z.
  Proof. pose proof (Uint63.to_Z_bounded a). change Uint63.wB with (2 ^ 63)%Z in *. auto. Qed.
  Lemma val_inj a b : val a = val b -> a = b.
  Proof. unfold val. intros E. pose proof (bounds a). pose proof (bounds b). apply Uint63.to_Z_inj. lia. Qed.
  Lemma of_N_spec n : n < limit -> val (of_N n) = n.
  Proof.
    unfold val, of_N, limit. intros H. rewrite Uint63.of_Z_spec. change Uint63.wB with (2 ^ 63)%Z.
    rewrite Z.mod_small; [lia|]. change (2 ^ 62) with 4611686018427387904 in H. lia.
  Qed.
  Lemma add_spec a b : val a + val b < limit -> val (add a b) = val a + val b.
  Proof.
    unfold val, add, limit. intros H. pose proof (bounds a). pose proof (bounds b).
    change (2 ^ 62) with 4611686018427387904 in H.
    rewrite Uint63.add_spec. change Uint63.wB with (2 ^ 63)%Z. rewrite Z.mod_small; lia.
  Qed.
  Lemma sub_spec a b : val b <= val a -> val (sub a b) = val a - val b.
  Proof.
    unfold val, sub. intros H. pose proof (bounds a). pose proof (bounds b).
    rewrite Uint63.sub_spec. change Uint63.wB with (2 ^ 63)%Z. rewrite Z.mod_small; lia.
  Qed.
  Lemma xor_spec a b : val (xor a b) = N.lxor (val a) (val b).
  Proof.
    unfold val, xor. rewrite Uint63.lxor_spec'. pose proof (bounds a). pose proof (bounds b).
    destruct (Uint63.to_Z a) as [|x|x], (Uint63.to_Z b) as [|y|y]; try lia; auto.
    simpl. unfold N.lxor. now destruct (Pos.lxor x y).
  Qed.
  Lemma lt_spec a b : lt a b = (val a <? val b).
  Proof.
    unfold lt, val. pose proof (bounds a). pose proof (bounds b).
    apply eq_true_iff_eq. rewrite Uint63.ltb_spec, N.ltb_lt. lia.
  Qed.
  Lemma eq_spec a b : eq a b = (val a =? val b).
  Proof.
    unfold eq. apply eq_true_iff_eq. rewrite Uint63.eqb_spec, N.eqb_eq. split; [congruence|apply val_inj].
  Qed.
  Definition array := PArray.array int.
  Definition make (n : N) : array := PArray.make (of_N n) 0%uint63.
  Definition get (a : array) (i : t) : t := PArray.get a i.
  Definition set (a : array) (i v : t) : array := PArray.set a i v.
  Definition fits (a : array) (i : t) := Uint63.ltb i (PArray.length a).
  Lemma get_same a i v : fits a i = true -> get (set a i v) i = v.
  Proof. apply PArray.get_set_same. Qed.
  Lemma get_other a i j v : i <> j -> get (set a i v) j = get a j.
  Proof. apply PArray.get_set_other. Qed.
End Ints.

(** Sets as one word. *)
Module Word.
  Import Ints.
  Definition bits := int.
  Definition cap := 63.
  Definition has (s : bits) (n : N) := Uint63.bit s (of_N n).
  Definition empty : bits := 0%uint63.
  Definition insert (v : t) (s : bits) : bits := Uint63.lor s (Uint63.lsl 1 v).
  Definition remove (v : t) (s : bits) : bits := Uint63.lxor s (Uint63.land s (Uint63.lsl 1 v)).
  Definition mem (v : t) (s : bits) := Uint63.bit s v.
  Definition is_empty (s : bits) := Uint63.eqb s 0.
  Lemma cap_limit : cap <= limit. Proof. easy. Qed.
  Lemma of_val v : of_N (val v) = v.
  Proof. unfold of_N, val. rewrite Z2N.id by apply bounds. apply Uint63.of_to_Z. Qed.
  Lemma mem_spec v s : val v < cap -> mem v s = has s (val v).
  Proof. unfold mem, has. now rewrite of_val. Qed.
  Lemma has_empty n : n < cap -> has empty n = false.
  Proof. intros. apply Uint63.bit_0. Qed.
  Lemma bit_one v n : n < cap -> Uint63.bit (Uint63.lsl 1 v) (of_N n) = (val v =? n).
  Proof.
    intros H. rewrite Uint63.bit_lsl. rewrite Uint63.bit_1.
    assert (V : val (of_N n) = n) by (apply of_N_spec; unfold cap, limit in *; change (2 ^ 62) with 4611686018427387904; lia).
    fold (lt (of_N n) v). rewrite lt_spec, V.
    destruct (N.ltb_spec n (val v)) as [L|L]; simpl.
    - symmetry. apply N.eqb_neq. lia.
    - replace (Uint63.leb Uint63.digits (of_N n)) with false.
      + simpl. fold (sub (of_N n) v). fold (eq (sub (of_N n) v) 0%uint63).
        rewrite eq_spec. rewrite sub_spec by (rewrite V; auto). rewrite V.
        change (val 0%uint63) with 0. apply eq_true_iff_eq. rewrite !N.eqb_eq. lia.
      + symmetry. apply not_true_iff_false. rewrite Uint63.leb_spec. change (Uint63.to_Z Uint63.digits) with 63%Z.
        unfold val in V. unfold cap in H. lia.
  Qed.
  Lemma has_insert v s n : n < cap -> has (insert v s) n = if val v =? n then true else has s n.
  Proof. intros H. unfold has, insert. rewrite Uint63.lor_spec, bit_one by auto. destruct (_ =? _); [apply orb_true_r|apply orb_false_r]. Qed.
  Lemma has_remove v s n : n < cap -> has (remove v s) n = if val v =? n then false else has s n.
  Proof.
    intros H. unfold has, remove. rewrite Uint63.lxor_spec, Uint63.land_spec, bit_one by auto.
    destruct (Uint63.bit s (of_N n)), (val v =? n); reflexivity.
  Qed.
  Lemma is_empty_spec s : is_empty s = true -> forall n, n < cap -> has s n = false.
  Proof. intros E n _. apply Uint63.eqb_spec in E. rewrite E. apply Uint63.bit_0. Qed.
End Word.

Module MachineInt <: MACHINE.
  Include Ints.
  Include Word.
End MachineInt.

(** Sets as eight words, those with small values first. *)
Module Words.
  Import Ints.
  Fixpoint words (k : nat) : Type := match k with O => int | S k => int * words k end.
  Definition size : t := of_N 63.
  Lemma val_size : val size = 63. Proof. now apply of_N_spec. Qed.

  Fixpoint has_ k : words k -> N -> bool :=
    match k with
    | O => Word.has
    | S k => fun s n => if n <? 63 then Word.has (fst s) n else has_ k (snd s) (n - 63)
    end.
  Fixpoint empty_ k : words k := match k with O => Word.empty | S k => (Word.empty, empty_ k) end.
  Fixpoint insert_ k (v : t) : words k -> words k :=
    match k with
    | O => Word.insert v
    | S k => fun s => let (w, s) := s in if lt v size then (Word.insert v w, s) else (w, insert_ k (sub v size) s)
    end.
  Fixpoint remove_ k (v : t) : words k -> words k :=
    match k with
    | O => Word.remove v
    | S k => fun s => let (w, s) := s in if lt v size then (Word.remove v w, s) else (w, remove_ k (sub v size) s)
    end.
  Fixpoint mem_ k (v : t) : words k -> bool :=
    match k with
    | O => Word.mem v
    | S k => fun s => let (w, s) := s in if lt v size then Word.mem v w else mem_ k (sub v size) s
    end.
  Fixpoint is_empty_ k : words k -> bool :=
    match k with
    | O => Word.is_empty
    | S k => fun s => let (w, s) := s in if Word.is_empty w then is_empty_ k s else false
    end.
  Definition cap_ k := 63 * (N.of_nat k + 1).

  Lemma mem_spec_ k : forall v s, val v < cap_ k -> mem_ k v s = has_ k s (val v).
  Proof.
    unfold cap_. induction k as [|k IH]; simpl; intros v s H; [apply Word.mem_spec; unfold Word.cap; lia|].
    destruct s as [w s]. rewrite lt_spec, val_size. destruct (N.ltb_spec (val v) 63) as [L|L]; [now apply Word.mem_spec|].
    simpl. rewrite IH; rewrite sub_spec; rewrite val_size; auto; lia.
  Qed.
  Lemma has_empty_ k : forall n, n < cap_ k -> has_ k (empty_ k) n = false.
  Proof.
    unfold cap_. induction k as [|k IH]; simpl; intros n H; [apply Word.has_empty; unfold Word.cap; lia|].
    destruct (N.ltb_spec n 63) as [L|L]; [now apply Word.has_empty|]. apply IH. lia.
  Qed.
  Lemma has_insert_ k : forall v s n, n < cap_ k -> has_ k (insert_ k v s) n = if val v =? n then true else has_ k s n.
  Proof.
    unfold cap_. induction k as [|k IH]; simpl; intros v s n H; [apply Word.has_insert; unfold Word.cap; lia|].
    destruct s as [w s]. rewrite lt_spec, val_size.
    destruct (N.ltb_spec (val v) 63) as [V|V], (N.ltb_spec n 63) as [L|L]; simpl.
    - destruct (N.ltb_spec n 63); [now apply Word.has_insert|lia].
    - destruct (N.ltb_spec n 63); [lia|]. destruct (N.eqb_spec (val v) n); [lia|auto].
    - destruct (N.ltb_spec n 63); [|lia]. destruct (N.eqb_spec (val v) n); [lia|auto].
    - destruct (N.ltb_spec n 63); [lia|]. rewrite IH, sub_spec, val_size by (rewrite ?val_size; lia).
      destruct (N.eqb_spec (val v - 63) (n - 63)), (N.eqb_spec (val v) n); auto; lia.
  Qed.
  Lemma has_remove_ k : forall v s n, n < cap_ k -> has_ k (remove_ k v s) n = if val v =? n then false else has_ k s n.
  Proof.
    unfold cap_. induction k as [|k IH]; simpl; intros v s n H; [apply Word.has_remove; unfold Word.cap; lia|].
    destruct s as [w s]. rewrite lt_spec, val_size.
    destruct (N.ltb_spec (val v) 63) as [V|V], (N.ltb_spec n 63) as [L|L]; simpl.
    - destruct (N.ltb_spec n 63); [now apply Word.has_remove|lia].
    - destruct (N.ltb_spec n 63); [lia|]. destruct (N.eqb_spec (val v) n); [lia|auto].
    - destruct (N.ltb_spec n 63); [|lia]. destruct (N.eqb_spec (val v) n); [lia|auto].
    - destruct (N.ltb_spec n 63); [lia|]. rewrite IH, sub_spec, val_size by (rewrite ?val_size; lia).
      destruct (N.eqb_spec (val v - 63) (n - 63)), (N.eqb_spec (val v) n); auto; lia.
  Qed.
  Lemma is_empty_spec_ k : forall s, is_empty_ k s = true -> forall n, n < cap_ k -> has_ k s n = false.
  Proof.
    unfold cap_. induction k as [|k IH]; simpl; intros s E n H; [apply Word.is_empty_spec; auto; unfold Word.cap; lia|].
    destruct s as [w s]. destruct (Word.is_empty w) eqn:W; [|easy]. simpl.
    destruct (N.ltb_spec n 63) as [L|L]; [now apply Word.is_empty_spec|]. apply IH; auto. lia.
  Qed.

  Definition bits := words 7.
  Definition cap := 504.
  Definition has : bits -> N -> bool := has_ 7.
  Definition empty : bits := empty_ 7.
  Definition insert (v : t) (s : bits) : bits := insert_ 7 v s.
  Definition remove (v : t) (s : bits) : bits := remove_ 7 v s.
  Definition mem (v : t) (s : bits) : bool := mem_ 7 v s.
  Definition is_empty (s : bits) : bool := is_empty_ 7 s.
  Lemma cap_limit : cap <= limit. Proof. easy. Qed.
  Definition mem_spec : forall v s, val v < cap -> mem v s = has s (val v) := mem_spec_ 7.
  Definition has_empty : forall n, n < cap -> has empty n = false := has_empty_ 7.
  Definition has_insert : forall v s n, n < cap -> has (insert v s) n = if val v =? n then true else has s n := has_insert_ 7.
  Definition has_remove : forall v s n, n < cap -> has (remove v s) n = if val v =? n then false else has s n := has_remove_ 7.
  Definition is_empty_spec : forall s, is_empty s = true -> forall n, n < cap -> has s n = false := is_empty_spec_ 7.
End Words.

Module MachineWide <: MACHINE.
  Include Ints.
  Include Words.
End MachineWide.

Module CheckN := Checker MachineN.
Module CheckInt := Checker MachineInt.
Module CheckWide := Checker MachineWide.
