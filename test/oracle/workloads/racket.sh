# counted: /usr/bin/racket
# package: racket
# alone: it finds its own files from where it lies
export HOME=$PWD; printf '#lang racket/base\n(define (f n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2)))))\n(f 24)\n(with-handlers ([exn:fail? (lambda (e) (displayln (exn-message e)))]) (/ 1 0))\n(collect-garbage)\n(thread-wait (thread (lambda () (displayln (call/cc (lambda (k) (k 1)))))))' > t.rkt
$RUN racket t.rkt
