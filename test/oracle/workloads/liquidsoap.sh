# counted: /usr/bin/liquidsoap
# package: liquidsoap
$RUN liquidsoap --version; $RUN liquidsoap 'print(string.length("abc") + list.length([1,2,3])); shutdown()' 2>&1 | grep -v '^20'
