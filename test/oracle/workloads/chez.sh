# counted: /usr/bin/chezscheme
# package: chezscheme
# alone: it finds its own files from where it lies
printf '(define (f n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2))))) (display (f 25)) (collect) (display (call/cc (lambda (k) (guard (e (#t (k 3))) (car 1))))) (exit 2)' > t.ss
$RUN chezscheme --script t.ss
