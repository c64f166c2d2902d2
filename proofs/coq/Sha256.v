(** * SHA-256, with the integers that are built into Coq

    No theorem rests on it: it is how a certificate is closed, and how the values of a long proof are compared. *)
From Coq Require Import NArith ZArith List Ascii String Uint63.
Import ListNotations.
Open Scope uint63_scope.

Definition word32 (x : int) : int := x land 0xffffffff.
Definition rotate (x n : int) : int := (x >> n) lor word32 (x << (32 - n)).
Definition choose (x y z : int) : int := (x land y) lxor (word32 (x lxor 0xffffffff) land z).
Definition majority (x y z : int) : int := (x land y) lxor (x land z) lxor (y land z).
Definition large (a b c x : int) : int := rotate x a lxor rotate x b lxor rotate x c.
Definition small (a b c x : int) : int := rotate x a lxor rotate x b lxor (x >> c).

Definition constants : list int := [
  0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5;
  0xd807aa98; 0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174;
  0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da;
  0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967;
  0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
  0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070;
  0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3;
  0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2].

Record hash := Hash { h0 : int; h1 : int; h2 : int; h3 : int; h4 : int; h5 : int; h6 : int; h7 : int }.

Definition first : hash := Hash 0x6a09e667 0xbb67ae85 0x3c6ef372 0xa54ff53a 0x510e527f 0x9b05688c 0x1f83d9ab 0x5be0cd19.

(** The words are those of the last sixteen rounds and more. *)
Fixpoint rounds (k words : list int) (q : hash) : hash :=
  match k, words with
  | k :: ks, w :: ((w1 :: _ :: _ :: _ :: _ :: _ :: _ :: _ :: w9 :: _ :: _ :: _ :: _ :: w14 :: _) as ws) =>
      let (a, b, c, d, e, f, g, h) := q in
      let t := h + large 6 11 25 e + choose e f g + k + w in
      let u := large 2 13 22 a + majority a b c in
      rounds ks (ws ++ [word32 (small 17 19 10 w14 + w9 + small 7 18 3 w1 + w)])
        (Hash (word32 (t + u)) a b c (word32 (d + t)) e f g)
  | _, _ => q
  end.

Definition block (q : hash) (words : list int) : hash :=
  let (a, b, c, d, e, f, g, h) := q in
  let r := rounds constants words q in
  Hash (word32 (a + h0 r)) (word32 (b + h1 r)) (word32 (c + h2 r)) (word32 (d + h3 r))
    (word32 (e + h4 r)) (word32 (f + h5 r)) (word32 (g + h6 r)) (word32 (h + h7 r)).

(** What was hashed, the words of the block at work, backwards, the bytes of the word at work, and how many bytes. *)
Record state := State { done : hash; words : list int; bytes : int; count : int }.

Definition start : state := State first [] 0 0.

Definition push (q : state) (byte : int) : state :=
  let (q, ws, w, n) := q in
  let w := (w << 8) lor byte in
  if (n land 3 =? 3) then
    if (n land 63 =? 63) then State (block q (rev (w :: ws))) [] 0 (n + 1) else State q (w :: ws) 0 (n + 1)
  else State q ws w (n + 1).

Fixpoint zeros (fuel : nat) (q : state) : state :=
  match fuel with
  | O => q
  | S fuel => if (count q land 63 =? 56) then q else zeros fuel (push q 0)
  end.

Definition finish (q : state) : hash :=
  let n := count q << 3 in
  done (fold_left (fun q i => push q ((n >> i) land 255)) [56; 48; 40; 32; 24; 16; 8; 0] (zeros 64 (push q 0x80))).

(** Four bytes, the least first. *)
Definition push_value (q : state) (v : int) : state :=
  push (push (push (push q (v land 255)) ((v >> 8) land 255)) ((v >> 16) land 255)) ((v >> 24) land 255).

Definition byte (a : ascii) : int := Uint63.of_Z (Z.of_N (N_of_ascii a)).

Fixpoint push_text (q : state) (s : string) : state :=
  match s with EmptyString => q | String a s => push_text (push q (byte a)) s end.

Definition hex_digit (x : int) : ascii :=
  nth (Z.to_nat (Uint63.to_Z (x land 15))) (list_ascii_of_string "0123456789abcdef") "0"%char.

Definition hex_word (x : int) : string :=
  string_of_list_ascii (map (fun i => hex_digit (x >> i)) [28; 24; 20; 16; 12; 8; 4; 0]).

Definition put_hash (q : hash) : string :=
  let (a, b, c, d, e, f, g, h) := q in
  hex_word a ++ hex_word b ++ hex_word c ++ hex_word d ++ hex_word e ++ hex_word f ++ hex_word g ++ hex_word h.

Definition sha256 (text : string) : string := put_hash (finish (push_text start text)).

Example sha256_abc : sha256 "abc" = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"%string.
Proof. vm_compute. reflexivity. Qed.

Example sha256_two_blocks : sha256 "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq" =
  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"%string.
Proof. vm_compute. reflexivity. Qed.
