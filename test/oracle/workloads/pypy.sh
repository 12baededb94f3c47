# counted: /usr/bin/pypy3
# package: pypy3
# alone: it finds its own files from where it lies
printf 'import re, json\ndef f(n): return n if n < 2 else f(n-1) + f(n-2)\nprint(f(24)); print(sum(i %% 7 for i in range(3000000)))\ntry: 1/0\nexcept ZeroDivisionError as e: print(e)\nprint(json.dumps([1, {"a": 2}]), re.sub("a+", "b", "caat"))\ndef d(): return d()\ntry: d()\nexcept RecursionError: print("deep")\nraise SystemExit(3)\n' > t.py
$RUN pypy3 t.py
