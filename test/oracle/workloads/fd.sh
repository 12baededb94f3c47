# counted: /usr/lib/cargo/bin/fd
# package: fd-find
mkdir -p a/b/c; touch a/x.c a/b/y.c a/b/c/z.h; $RUN /usr/lib/cargo/bin/fd -e c | sort; $RUN /usr/lib/cargo/bin/fd '['
