# counted: /usr/bin/ocamlopt.opt
# package: ocaml-nox
cat > t.ml <<'END'
module M = Map.Make(String)
exception Found of int
let rec alloc n acc = if n = 0 then acc else alloc (n - 1) ((n, string_of_int n) :: acc)
let find l k = try List.iter (fun (a, _) -> if a = k then raise (Found a)) l; -1 with Found x -> x
let () =
  let m = ref M.empty in
  for i = 1 to 20000 do m := M.add (string_of_int (i * 7919 mod 10007)) i !m done;
  Gc.compact ();
  Printf.printf "%d %d\n" (M.fold (fun k v a -> a + v + String.length k) !m 0) (find (alloc 9999 []) 500);
  let rec deep n = if n = 0 then 0 else 1 + deep (n - 1) in
  (try Printf.printf "%d\n" (deep 10000000) with Stack_overflow -> print_endline "deep");
  Printexc.record_backtrace true;
  (try ignore (Hashtbl.find (Hashtbl.create 1) 1) with Not_found -> Printexc.print_backtrace stdout)
END
$RUN ocamlopt.opt -g -O3 -c t.ml && ocamlopt.opt -g t.ml -o t && ./t
echo 'let x : int = "a"' > bad.ml; $RUN ocamlopt.opt -c bad.ml
