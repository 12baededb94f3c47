# counted: /usr/bin/rg
# package: ripgrep
for i in $(seq 50); do seq 2000 | sed "s/^/line $i /" > f$i; done
$RUN rg --sort path '1(2|3)4\b' | md5sum; $RUN rg -c --sort path 77 | tail -3; $RUN rg -j 4 -l 1999 | sort | md5sum; $RUN rg '('
