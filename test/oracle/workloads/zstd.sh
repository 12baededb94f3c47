# counted: /usr/bin/zstd
# package: zstd
seq 900000 > f; $RUN zstd -q -T2 -9 f; $RUN zstd -dc f.zst | md5sum; $RUN zstd -q --train -o dict $(for i in 1 2 3 4 5 6 7 8 9 10; do seq $i 3 9000 > s$i; echo s$i; done) -B500; md5sum dict; echo x | $RUN zstd -d
