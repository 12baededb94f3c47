# counted: /usr/lib/x86_64-linux-gnu/octave/7.3.0/liboctinterp.so.10
# package: octave
# alone: it finds its own files from where it lies
export HOME=$PWD; printf 'A = magic(6); disp(A \\ ones(6,1)); try; error("x"); catch e; disp(e.message); end; disp(sum(cellfun(@(x) x^2, {1,2,3}))); disp(regexprep("abc", "b", "x")); s = 0; for i = 1:10000, s += mod(i, 7); end; disp(s); exit(3)\n' > t.m
$RUN octave-cli --no-init-file --norc t.m
