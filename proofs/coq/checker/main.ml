(* sprague-coq-check FILE...: reads each file, asks the checker that was extracted from Coq, and prints what it proved.
   With --lines it reads texts in hexadecimal digits, a line each, and answers each with a line, [valid] or [refused].
   Exit code 0 if all were accepted, 1 if not, 2 if a file cannot be read. *)

let text_of s = List.init (String.length s) (String.get s)
let of_text l = String.of_seq (List.to_seq l)

let verify text =
  let text = text_of text in
  match
    match Verify.verify text with
    | Some c -> Some (Verify.claim c)
    | None -> Option.map Verify.claim_misere (Verify.verify_misere text)
  with
  | Some words -> Ok (of_text words)
  | None -> Error "nothing was shown"
  | exception Stack_overflow -> Error "nothing was shown: the text is too long for this program"
  | exception Out_of_memory -> Error "nothing was shown: it needs too much memory"

let read file =
  let channel = open_in_bin file in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

let unhex line =
  String.init (String.length line / 2) (fun i -> Char.chr (int_of_string ("0x" ^ String.sub line (2 * i) 2)))

let rec answer_lines () =
  match input_line stdin with
  | line ->
    print_endline (match verify (unhex line) with Ok _ -> "valid" | Error _ -> "refused");
    answer_lines ()
  | exception End_of_file -> ()

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_endline "usage: sprague-coq-check FILE...  or  sprague-coq-check --lines"; exit 2
  | [ "--lines" ] -> answer_lines ()
  | files ->
    let code = ref 0 in
    let one file =
      match verify (read file) with
      | Ok claim -> Printf.printf "%s: %s\n%!" file claim
      | Error why -> Printf.printf "%s: %s\n%!" file why; code := max !code 1
      | exception Sys_error why -> prerr_endline why; code := 2
    in
    List.iter one files;
    exit !code
