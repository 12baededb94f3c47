# counted: /usr/sbin/nginx
# package: nginx-light curl
mkdir logs html; seq 9999 > html/f; chmod 755 . html
printf 'worker_processes 2; daemon off; pid %s/pid; error_log %s/err; user root; events {} http { client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s; access_log off; gzip on; gzip_types "*"; server { listen unix:%s/sock; root %s/html; location /r { rewrite ^/r(.*)$ /f last; } } }' $PWD $PWD $PWD $PWD > conf
$RUN nginx -p $PWD -c $PWD/conf & server=$!
for i in $(seq 100); do [ -S sock ] && break; sleep 0.1; done
for i in $(seq 50); do curl -s --unix-socket sock http://x/f | md5sum; curl -s --compressed --unix-socket sock http://x/r$i | md5sum; done | sort | uniq -c
curl -s -o /dev/null -w '%{http_code}\n' --unix-socket sock http://x/none; kill -QUIT $server; wait $server; echo $?
