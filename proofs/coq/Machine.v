(** * What a checker computes with

    The checkers are written once, for any machine: numbers, arrays of numbers, and sets of values below [cap]. File
    Machines.v has one that needs no axiom and those of Coq's primitive integers and arrays. *)
From Coq Require Import NArith.
Open Scope N_scope.

Module Type MACHINE.
  (** Numbers; sums below [limit] are exact. *)
  Parameter t : Type.
  Parameter val : t -> N.
  Parameter limit : N.
  Parameter of_N : N -> t.
  Parameters add sub xor : t -> t -> t.
  Parameters lt eq : t -> t -> bool.
  Axiom val_inj : forall a b, val a = val b -> a = b.
  Axiom of_N_spec : forall n, n < limit -> val (of_N n) = n.
  Axiom add_spec : forall a b, val a + val b < limit -> val (add a b) = val a + val b.
  Axiom sub_spec : forall a b, val b <= val a -> val (sub a b) = val a - val b.
  Axiom xor_spec : forall a b, val (xor a b) = N.lxor (val a) (val b).
  Axiom lt_spec : forall a b, lt a b = (val a <? val b).
  Axiom eq_spec : forall a b, eq a b = (val a =? val b).
  (** Arrays: [make n] has at least room for [fits]. *)
  Parameter array : Type.
  Parameter make : N -> array.
  Parameter get : array -> t -> t.
  Parameter set : array -> t -> t -> array.
  Parameter fits : array -> t -> bool.
  Axiom get_same : forall a i v, fits a i = true -> get (set a i v) i = v.
  Axiom get_other : forall a i j v, i <> j -> get (set a i v) j = get a j.
  (** Sets of numbers below [cap]. *)
  Parameter bits : Type.
  Parameter cap : N.
  Parameter has : bits -> N -> bool.
  Parameter empty : bits.
  Parameters insert remove : t -> bits -> bits.
  Parameter mem : t -> bits -> bool.
  Parameter is_empty : bits -> bool.
  Axiom cap_limit : cap <= limit.
  Axiom mem_spec : forall v s, val v < cap -> mem v s = has s (val v).
  Axiom has_empty : forall n, n < cap -> has empty n = false.
  Axiom has_insert : forall v s n, n < cap -> has (insert v s) n = if val v =? n then true else has s n.
  Axiom has_remove : forall v s n, n < cap -> has (remove v s) n = if val v =? n then false else has s n.
  Axiom is_empty_spec : forall s, is_empty s = true -> forall n, n < cap -> has s n = false.
End MACHINE.
