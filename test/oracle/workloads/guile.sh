# counted: /usr/bin/guile-3.0
# package: guile-3.0
export HOME=$PWD GUILE_AUTO_COMPILE=0
printf '(define (f n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2))))) (display (f 22)) (newline) (display (catch #t (lambda () (error "x" 1)) (lambda (k . a) k))) (display (call/cc (lambda (k) (+ 1 (k 42))))) (display (length (let l ((i 0)) (if (= i 100000) (quote ()) (cons i (l (+ i 1))))))) (gc) (exit 3)' > t.scm
$RUN guile-3.0 t.scm
