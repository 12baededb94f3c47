# counted: /usr/bin/ecl
# package: ecl
printf '(defun f (n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2))))) (print (f 18)) (print (handler-case (error "x") (error () 7))) (ext:gc t) (ext:quit 3)' > t.lsp
$RUN ecl --norc --load t.lsp
