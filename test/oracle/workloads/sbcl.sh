# counted: /usr/bin/sbcl
# package: sbcl
# alone: it finds its own files from where it lies
cat > t.lisp <<'END'
(defun fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(print (fib 27)) (gc :full t)
(print (handler-case (/ 1 (- 1 1)) (division-by-zero () 'div)))
(print (length (loop for i below 300000 collect (list i (format nil "~a" i)))))
(print (sb-thread:join-thread (sb-thread:make-thread (lambda () (fib 20)))))
END
$RUN sbcl --script t.lisp
