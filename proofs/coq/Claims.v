(** * The shape of the theorems in the folder certificates

    A certificate states a rule and a claim; a checker of this folder recomputes the values that the claim rests on, and
    one of the lemmas below turns its answer into what is stated. *)
From Coq Require Import NArith List Lia.
From Sprague Require Export Games Grundy.
From Sprague Require Import Least.

Lemma period_of r n0 p (facts : Prop) : exact_period (G r) n0 p 0 /\ facts ->
  forall n, n0 <= n -> G r (n + p) = G r n.
Proof. intros [[H _] _] n L. rewrite H by auto. apply N.add_0_r. Qed.

Lemma least_of r n0 p (facts : Prop) : exact_period (G r) n0 p 0 /\ facts ->
  forall a q, 0 < q -> (forall n, a <= n -> G r (n + q) = G r n) -> n0 <= a /\ N.divide p q.
Proof. intros [[_ H] _] a q Q A. apply (H a q 0 Q). intros n L. rewrite A by auto. symmetry. apply N.add_0_r. Qed.

(** The same for values that grow. *)
Lemma growth_of r n0 p s (facts : Prop) : exact_period (G r) n0 p s /\ facts ->
  forall n, n0 <= n -> G r (n + p) = G r n + s.
Proof. intros [[H _] _]. exact H. Qed.

Lemma least_growth_of r n0 p s (facts : Prop) : exact_period (G r) n0 p s /\ facts ->
  forall a q t, 0 < q -> (forall n, a <= n -> G r (n + q) = G r n + t) -> n0 <= a /\ N.divide p q.
Proof. intros [[_ H] _]. exact H. Qed.

Lemma values_of r (period : Prop) facts : period /\ Forall (fun f => G r (fst f) = snd f) facts ->
  forall n v, In (n, v) facts -> G r n = v.
Proof. intros [_ H] n v I. rewrite Forall_forall in H. exact (H _ I). Qed.

(** Who wins a sum, from the values of its heaps. *)
Definition sum_of (facts : list (N * N)) : N := nimsum (map snd facts).

Lemma value_of_heaps r facts : Forall (fun f => G r (fst f) = snd f) facts ->
  nimsum (map (fun h => G (fst h) (snd h)) (heaps r (map fst facts))) = sum_of facts.
Proof.
  intros H. unfold heaps, sum_of. rewrite map_map. induction H as [|f l E _ IH]; simpl; auto.
  rewrite map_map in IH. simpl in *. now rewrite E, map_map, IH.
Qed.

Lemma next_player_wins r (period : Prop) facts : period /\ Forall (fun f => G r (fst f) = snd f) facts ->
  sum_of facts <> 0 -> N_position Normal (heaps r (map fst facts)).
Proof. intros [_ H] S. apply N_position_G. now rewrite value_of_heaps. Qed.

Lemma previous_player_wins r (period : Prop) facts : period /\ Forall (fun f => G r (fst f) = snd f) facts ->
  sum_of facts = 0 -> P_position Normal (heaps r (map fst facts)).
Proof. intros [_ H] S. apply P_position_G. now rewrite value_of_heaps. Qed.
