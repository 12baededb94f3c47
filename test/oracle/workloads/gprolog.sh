# counted: /usr/bin/gprolog
# package: gprolog
printf 'f(0,0). f(1,1). f(N,X) :- N > 1, A is N-1, B is N-2, f(A,Y), f(B,Z), X is Y+Z.\n' > t.pl
echo "consult(t), f(15,X), write(X), nl, catch(Y is foo+1, _, write(c)), halt." | $RUN gprolog 2>&1 | grep -v ms
