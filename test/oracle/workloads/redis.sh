# counted: /usr/bin/redis-server
# package: redis-server redis-tools
$RUN redis-server --port 0 --unixsocket $PWD/s --save '' --daemonize no > log 2>&1 & server=$!
for i in $(seq 100); do redis-cli -s s ping 2>/dev/null | grep -q PONG && break; sleep 0.1; done
redis-benchmark -s s -n 2000 -c 10 -q > bench; grep -c 'requests per second' bench
redis-cli -s s eval 'local s = 0 for i = 1, 1000 do s = s + i end return s' 0
redis-cli -s s set a 1; redis-cli -s s incr a; redis-cli -s s zadd z 1 x 2 y; redis-cli -s s zrange z 0 -1; redis-cli -s s debug segfault 2>&1 | head -1
redis-cli -s s shutdown nosave; wait $server; echo $?
