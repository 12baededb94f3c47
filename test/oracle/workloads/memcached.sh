# counted: /usr/bin/memcached
# package: memcached
$RUN memcached -u root -s $PWD/s -t 4 & server=$!
for i in $(seq 100); do [ -S s ] && break; sleep 0.1; done
python3 - <<'END'
import socket
c = socket.socket(socket.AF_UNIX); c.connect("s"); f = c.makefile("rwb")
for i in range(2000):
    f.write(b"set k%d 0 0 5\r\nhello\r\nget k%d\r\n" % (i, i)); f.flush()
    lines = [f.readline() for _ in range(4)]
print(lines)
END
kill $server; wait $server; echo $?
