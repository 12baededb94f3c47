# counted: /usr/bin/ldc2
# package: ldc
printf 'import std.stdio, std.algorithm; void main() { try { throw new Exception("x"); } catch (Exception e) { writeln(e.msg, [3,1,2].sort); } }\n' > t.d
$RUN ldc2 -O2 t.d && ./t; echo 'void main() { y; }' > b.d; $RUN ldc2 b.d
