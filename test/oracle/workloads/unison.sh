# counted: /usr/bin/unison-2.52
# package: unison
export HOME=$PWD UNISON=$PWD/.unison
mkdir a b; for i in 1 2 3 4 5; do seq $((i * 999)) > a/f$i; done; seq 7 > b/other
$RUN unison-2.52 a b -batch -silent; echo $?; seq 9 > a/other; rm a/f3
$RUN unison-2.52 a b -batch -silent; echo $?; cd b; md5sum *
