# counted: /usr/bin/php8.2
# package: php8.2-cli
printf '<?php function f($n) { return $n < 2 ? $n : f($n-1) + f($n-2); } echo f(22), "\\n"; try { intdiv(1, 0); } catch (DivisionByZeroError $e) { echo $e->getMessage(), "\\n"; } echo json_encode(array_map(fn($x) => $x ** 2, range(1, 9))), preg_replace("/(a+)b/", "$1", str_repeat("aab", 999)) |> 0;' > bad.php
printf '<?php function f($n) { return $n < 2 ? $n : f($n-1) + f($n-2); } echo f(22), "\\n"; try { intdiv(1, 0); } catch (DivisionByZeroError $e) { echo $e->getMessage(), "\\n"; } function g() { for ($i = 0; $i < 9; $i++) yield $i; } foreach (g() as $x) echo $x; echo json_encode(range(1, 9)), md5(preg_replace("/(a+)b/", "$1", str_repeat("aab", 999))), serialize(new ArrayObject([1])), "\\n";' > t.php
$RUN php8.2 t.php; $RUN php8.2 -d opcache.enable_cli=1 -d opcache.jit=tracing -d opcache.jit_buffer_size=16M t.php; $RUN php8.2 bad.php
