# counted: /usr/lib/clisp-2.49.93+/base/lisp.run
# package: clisp
# alone: it finds its own files from where it lies
printf '(defun f (n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2))))) (print (f 18)) (print (handler-case (error "x") (error () 7))) (gc) (ext:quit 3)' > t.lsp
$RUN clisp -q -norc t.lsp
