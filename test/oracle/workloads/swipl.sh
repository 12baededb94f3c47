# counted: /usr/bin/swipl
# package: swi-prolog-nox
# alone: it finds its own files from where it lies
printf 'f(0,0). f(1,1). f(N,X) :- N > 1, A is N-1, B is N-2, f(A,Y), f(B,Z), X is Y+Z.\n:- initialization(main). main :- f(18,X), writeln(X), catch(Y is foo+1, E, (print_message(silent, E), writeln(caught))), findall(A, between(1,100000,A), L), length(L,N), writeln(N), halt(3).\n' > t.pl
$RUN swipl t.pl
