# package: gprolog
cat > t.pl <<'END'
:- initialization(main).
f(0, 0). f(1, 1). f(N, X) :- N > 1, A is N - 1, B is N - 2, f(A, Y), f(B, Z), X is Y + Z.
main :- f(17, X), write(X), nl, catch(_ is foo + 1, _, (write(caught), nl)), findall(A, (member(A, [1, 2, 3, 4]), A mod 2 =:= 0), L), write(L), nl, atom_length(abc, N), halt(N).
END
gplc t.pl -o t && $RUN ./t
