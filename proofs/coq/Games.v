(** * The trusted page: what the theorems speak of

    A theorem of this folder is worth what its words mean. This file holds the words; everything else is checked by
    Coq's kernel. It follows the order of docs/theory.md: conventions (0), outcomes (1.1), values (1.3), sums (1.5). *)
From Coq Require Export NArith List.
Export ListNotations.
Open Scope N_scope.

(** ** Rules

    Numbers are the natural numbers 0, 1, 2, ... of Coq's binary type [N]. A set of numbers is a list of ranges, both
    ends included; the last one may be endless. *)
Inductive range := Range (first last : N) | From (first : N).

Definition within (n : N) (s : list range) : Prop :=
  Exists (fun r => match r with Range a b => a <= n <= b | From a => a <= n end) s.

(** A rule is a list of clauses, as the certificates of docs/certificate.md have them. From a heap of [n] tokens, [n] in
    [on], one takes [i] tokens, [i] in [take], and leaves the rest as exactly [h] nonempty heaps, [h] in [leave], that
    satisfy the condition: none at all, not all heaps equal, or every two heaps differ by at least [d]. A condition
    says nothing of fewer than two heaps. *)
Inductive condition := Any | NotAllEqual | Differ (d : N).

Record clause := Clause { take : list range; leave : list range; cond : condition; on : list range }.

Definition rule := list clause.

Definition satisfies (l : list N) (c : condition) : Prop :=
  match c with
  | Any => True
  | NotAllEqual => (length l < 2)%nat \/ exists x y, In x l /\ In y l /\ x <> y
  | Differ d => ForallOrdPairs (fun x y => x + d <= y \/ y + d <= x) l
  end.

Definition total (l : list N) : N := fold_right N.add 0 l.

(** [heap_move r n l]: by the rule [r], a heap of [n] tokens may become the heaps [l]. Who takes nothing must split the
    heap: so every play ends. *)
Definition heap_move (r : rule) (n : N) (l : list N) : Prop :=
  exists c i, In c r /\ within n (on c) /\ within i (take c) /\ n = i + total l
    /\ within (N.of_nat (length l)) (leave c) /\ Forall (N.lt 0) l /\ satisfies l (cond c)
    /\ (0 < i \/ (2 <= length l)%nat).

(** ** Positions and play

    A position is a list of heaps, each with the rule it is played by: a sum of games. Two players move in turn; a move
    replaces one heap. [heaps r l] are the heaps [l] of one game. *)
Definition position := list (rule * N).

Definition heaps (r : rule) (l : list N) : position := map (pair r) l.

Definition move (x y : position) : Prop :=
  exists before r n after l, x = before ++ (r, n) :: after /\ y = before ++ heaps r l ++ after /\ heap_move r n l.

(** Who cannot move loses under normal play, and wins under misère play. [P_position]: the previous player wins, that is
    the one who has just moved; [N_position]: the next player wins. *)
Inductive play := Normal | Misere.

Inductive P_position (k : play) (x : position) : Prop :=
| P_intro : (k = Misere -> exists y, move x y) -> (forall y, move x y -> N_position k y) -> P_position k x
with N_position (k : play) (x : position) : Prop :=
| N_end : k = Misere -> (forall y, ~ move x y) -> N_position k x
| N_move y : move x y -> P_position k y -> N_position k x.

(** ** Values

    The nim-sum is the bitwise exclusive or. mex S is the least number that the set S lacks. A function [g] gives the
    values of the heaps of a rule if the value of every heap is the mex of the values of its options, where an option
    of several heaps has the nim-sum of their values. *)
Definition nimsum (l : list N) : N := fold_right N.lxor 0 l.

Definition is_mex (S : N -> Prop) (v : N) : Prop := ~ S v /\ forall u, u < v -> S u.

Definition option_value (r : rule) (g : N -> N) (n v : N) : Prop := exists l, heap_move r n l /\ v = nimsum (map g l).

Definition grundy_function (r : rule) (g : N -> N) : Prop := forall n, is_mex (option_value r g n) (g n).

(** Every rule has exactly one such function. File Grundy.v constructs it, calls it [G r], and proves both
    ([G_grundy], [grundy_unique]); file Sums.v proves that a position is a P-position under normal play exactly when
    the nim-sum of its values is 0 ([outcome]). So a theorem like

    [forall n, 71 <= n -> G kayles (n + 12) = G kayles n]

    says what it seems to say. *)
