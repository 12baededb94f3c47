# counted: /usr/bin/xz
# package: xz-utils
seq 400000 > f; $RUN xz -T2 --block-size=300000 -k f; $RUN xz -dc f.xz | md5sum; $RUN xz -l f.xz; head -c 100 f.xz > b.xz; $RUN xz -t b.xz
