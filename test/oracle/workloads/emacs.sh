# counted: /usr/bin/emacs-nox
# package: emacs-nox
export HOME=$PWD; seq 500 > f
$RUN emacs-nox -Q --batch f --eval '(progn (require (quote json)) (goto-char 1) (while (re-search-forward "1\\(.\\)" nil t) (replace-match "<\\1>")) (princ (md5 (buffer-string))) (princ (condition-case e (error "x") (error 7))) (princ (json-encode (list 1 2))) (garbage-collect) (kill-emacs 3))'
