# What nginx is asked in the corpus, in its source tree; what it answers is printed.
# Its access log stays in run/logs, for what is counted to be compared with.
export EDGEPROF_LABEL=log
rm -rf run && mkdir -p run/logs run/html run/html/list
run=$PWD/run
cat >run/nginx.conf <<END
daemon off;
user $(id -un);
worker_processes 2;
error_log logs/error.log;
pid logs/nginx.pid;
events { worker_connections 64; }
http {
    access_log logs/access.log;
    gzip on; gzip_types text/plain; gzip_min_length 100;
    map \$arg_who \$greeting { default "nobody"; ~^a "an a"; bob "bob"; }
    limit_req_zone \$arg_user zone=one:64k rate=1r/m;
    upstream self { server unix:$run/socket; server unix:$run/none backup; }
    server {
        listen unix:$run/socket;
        root html;
        location /list/ { autoindex on; autoindex_format json; }
        location /stub { stub_status; access_log off; }
        location /hello { return 200 "hello \$greeting \$request_method\n"; }
        location /moved { return 301 /hello; }
        location ~ ^/re(write|direct)/(.*)\$ { rewrite ^/re[a-z]*/(.*)\$ /\$1 last; }
        location /proxy/ { proxy_pass http://self/; proxy_buffering on; }
        location /ssi/ { ssi on; ssi_types text/plain; }
        location /limited { limit_req zone=one; return 200 "yes\n"; }
        location /private { auth_basic "x"; auth_basic_user_file passwords; }
        location /only { limit_except GET { deny all; } }
        location /try { try_files \$uri /hello =404; }
        error_page 404 /missing.txt;
    }
}
END
mkdir run/html/ssi
seq 1 20000 >run/html/numbers.txt
echo missing >run/html/missing.txt
echo 'one <!--# if expr="$arg_x = 1" --><!--# include virtual="/hello" --><!--# else -->'\
'none<!--# endif --> <!--# echo var="request_uri" -->' >run/html/ssi/page.txt
echo 'u:{PLAIN}secret' >run/passwords
./objs/nginx -p "$run" -c nginx.conf -t 2>&1 | sed "s:$run::g"
./objs/nginx -p "$run" -c nginx.conf &
for i in $(seq 100); do [ -S run/socket ] && break; sleep 0.1; done

ask() {
    curl -s -o run/answer -w "%{http_code} %{size_download} " --unix-socket run/socket "$@"
    cksum <run/answer
}
for i in $(seq "${1-20}"); do
    ask http://h/hello
    ask "http://h/hello?who=$( [ $((i % 2)) = 0 ] && echo abel || echo bob)"
    ask http://h/numbers.txt
    ask --compressed http://h/numbers.txt
    ask -r 100-200,300-310 -H 'Expect:' http://h/numbers.txt | cut -c1-7
    ask -H 'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT' http://h/numbers.txt
    ask -I http://h/numbers.txt | cut -c1-3
    ask "http://h/missing-$i"
    ask http://h/moved
    ask http://h/rewrite/hello
    ask http://h/redirect/missing.txt
    ask http://h/proxy/hello
    ask http://h/proxy/numbers.txt
    ask "http://h/ssi/page.txt?x=$((i % 2))"
    ask http://h/list/ | cut -c1-3
    ask "http://h/limited?user=$((i % 3))"
    ask http://h/private
    ask -u u:secret http://h/private
    ask -X POST -d "a=$i" http://h/only
    ask -X DELETE http://h/numbers.txt
    ask http://h/try/this
    ask --http1.0 http://h/hello
    ask http://h/hello http://h/hello
done
cp run/nginx.conf run/second.conf
kill -HUP "$(cat run/logs/nginx.pid)"; sleep 1
ask http://h/hello
kill -QUIT "$(cat run/logs/nginx.pid)"
wait
grep -c . run/logs/access.log
