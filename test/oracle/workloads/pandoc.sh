# counted: /usr/bin/pandoc
# package: pandoc
for i in $(seq 40); do printf '# Part %s\n\nSome *text*, `code` and a [link](http://x/%s).\n\n| a | b |\n|---|---|\n| 1 | %s |\n\n$x^%s$\n\n' $i $i $i $i; done > in.md
$RUN pandoc in.md -s -t latex; $RUN pandoc in.md -t html5 --mathml; $RUN pandoc in.md -t native | tail -5
$RUN pandoc -f html -t markdown /dev/null; $RUN pandoc -f nonsense in.md
