(** The program: [verify] of Accept.v and [verify_misere] of MisereText.v, with the integers and arrays of Coq's own kernel. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString ExtrOCamlInt63 PArray.
From Sprague Require Import Accept MisereText.
(* as ExtrOCamlPArray has them, whose type is printed as OCaml does not read it *)
Extract Constant PArray.array "'a" => "'a Parray.t".
Extract Constant PArray.make => "Parray.make".
Extract Constant PArray.get => "Parray.get".
Extract Constant PArray.set => "Parray.set".
Extract Constant PArray.length => "Parray.length".
Extraction "verify.ml" verify claim verify_misere claim_misere.
