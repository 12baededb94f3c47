# counted: /usr/lib/R/lib/libR.so
# package: r-base-core
# alone: it finds its own files from where it lies
printf 'set.seed(1); x <- rnorm(1000); print(summary(lm(x ~ seq_along(x)))); print(tryCatch(stop("e"), error = function(e) conditionMessage(e))); f <- function(n) if (n < 2) n else f(n-1) + f(n-2); print(f(20)); print(sort(table(sample(letters, 1000, TRUE)))[1:3]); gc(); print(solve(matrix(c(2,1,1,3), 2))); quit(status = 3)' > t.R
R --vanilla --no-echo -f t.R 2>&1 | grep -v '^[NV]cells'
