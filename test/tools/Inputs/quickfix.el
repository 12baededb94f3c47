;; Where next-error goes in the file "errors", from its first line on.
(require 'compile)
(setq compilation-skip-threshold 0)
(find-file "errors")
(compilation-mode)
(goto-char (point-min))
(condition-case end
    (while t
      (next-error)
      (with-current-buffer (window-buffer)
        (princ (format "%s:%d:%d\n" (buffer-name) (line-number-at-pos)
                       (1+ (current-column))))))
  (error (princ (concat (error-message-string end) "\n"))))
