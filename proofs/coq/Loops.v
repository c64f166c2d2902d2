(** * Loops that end early

    The number of rounds is binary, so that millions of rounds need neither a unary number nor a deep stack. *)
From Coq Require Import NArith Lia.
Open Scope N_scope.

Section Loops.
  Context {A B : Type}.
  Variable step : A -> A + B.

  Fixpoint loop_pos (p : positive) (a : A) : A + B :=
    match p with
    | xH => step a
    | xO p => match loop_pos p a with inl a => loop_pos p a | inr b => inr b end
    | xI p =>
        match step a with
        | inl a => match loop_pos p a with inl a => loop_pos p a | inr b => inr b end
        | inr b => inr b
        end
    end.

  (** At most [n] rounds. *)
  Definition loop (n : N) (a : A) : A + B := match n with 0 => inl a | Npos p => loop_pos p a end.

  (** [inv k a]: what holds before round [k]; [post b]: what holds where the loop has ended early. *)
  Variable inv : N -> A -> Prop.
  Variable post : B -> Prop.

  Let kept k (r : A + B) := match r with inl a => inv k a | inr b => post b end.

  Lemma loop_pos_spec p : forall k a,
    (forall j a, k <= j -> j < k + Npos p -> inv j a -> kept (j + 1) (step a)) ->
    inv k a -> kept (k + Npos p) (loop_pos p a).
  Proof.
    induction p as [p IH|p IH|]; intros k a Hs Ha; simpl.
    - pose proof (Hs k a ltac:(lia) ltac:(lia) Ha) as H. destruct (step a) as [a1|b]; simpl in H; auto.
      pose proof (IH (k + 1) a1) as H1. destruct (loop_pos p a1) as [a2|b]; simpl in H1.
      + replace (k + Npos p~1) with (k + 1 + Npos p + Npos p) by lia. apply IH; [|apply H1; auto];
          intros; apply Hs; auto; lia.
      + apply H1; auto. intros; apply Hs; auto; lia.
    - pose proof (IH k a) as H1. destruct (loop_pos p a) as [a2|b]; simpl in H1.
      + replace (k + Npos p~0) with (k + Npos p + Npos p) by lia. apply IH; [|apply H1; auto];
          intros; apply Hs; auto; lia.
      + apply H1; auto. intros; apply Hs; auto; lia.
    - apply Hs; auto; lia.
  Qed.

  Lemma loop_spec n k a : (forall j a, k <= j -> j < k + n -> inv j a -> kept (j + 1) (step a)) ->
    inv k a -> kept (k + n) (loop n a).
  Proof. destruct n as [|p]; simpl; [rewrite N.add_0_r; auto|apply loop_pos_spec]. Qed.
End Loops.
