# package: ecl gcc
echo '(defun f (n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2))))) (print (f 20)) (print (handler-case (error "x") (error () 7))) (si::gc t) (print (length (loop for i below 20000 collect (format nil "~a" i)))) (quit 3)' > t.lsp
ecl -norc -eval '(require :cmp)' -eval '(progn (compile-file "t.lsp" :system-p t) (c:build-program "t" :lisp-files (list "t.o")) (quit))' > log 2>&1; $RUN ./t
