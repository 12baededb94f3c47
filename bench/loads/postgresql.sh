# PostgreSQL's regression tests, in its source tree; its server does not run as root.
export LC_ALL=C.UTF-8 PGCTLTIMEOUT=600
as=
[ "$(id -u)" != 0 ] || as="unshare --map-user=daemon --map-group=daemon"
$as make -s -C src/test/regress check >check.log 2>&1
status=$?
sed -nE 's/^(test|ok|not ok|    ) *(.*[^ ]) +[0-9]+ ms$/\2/p; s/^ (.* tests .*(passed|failed).*)$/\1/p' check.log
exit $status
