# counted: /usr/bin/gnuplot
# package: gnuplot-nox
$RUN gnuplot -e 'set term dumb; f(x) = sin(x) / x; plot f(x), cos(x); set term svg; splot x*y; print 1/0.0'
