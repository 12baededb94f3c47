# Some of redis' own tests, and commands whose numbers redis itself says: to the file
# log, as "function calls".  In its source tree.
tests=
for name in ${1-type/list type/hash type/incr type/set scan dump}; do
    tests="$tests --single unit/$name"
done
tclsh tests/test_helper.tcl --clients 1 $tests |
    sed -n 's/ ([0-9]* ms)//p'
export EDGEPROF_LABEL=log
src/redis-server --port 0 --unixsocket socket --save '' --daemonize yes >/dev/null
for i in $(seq 100); do [ -S socket ] && break; sleep 0.1; done
src/redis-benchmark -s socket -n 2000 -q -r 100 \
    -t ping,set,get,incr,lpush,rpush,lpop,rpop,sadd,hset,spop,zadd,zpopmin,lrange,mset \
    >/dev/null
src/redis-cli -s socket info commandstats | tr -d '\r' |
    sed -n 's/^cmdstat_\([a-z]*\):calls=\([0-9]*\),.*/\1Command \2/p' >log
src/redis-cli -s socket shutdown
