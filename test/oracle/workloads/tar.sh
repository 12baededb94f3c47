# counted: /usr/bin/tar
# package: tar
mkdir -p d/e; for i in 1 2 3 4 5 6; do seq $((i * 777)) > d/f$i; done; ln d/f1 d/e/l; ln -s ../f2 d/e/s; touch -d 2024-01-01 d/* d/e d; $RUN tar --sort=name -cJf t.txz d; mkdir x; $RUN tar -C x -xf t.txz; diff -r d x/d && echo same; $RUN tar -tvf t.txz | wc -l; $RUN tar -xf none
