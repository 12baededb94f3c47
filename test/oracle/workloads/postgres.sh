# counted: /usr/lib/postgresql/15/bin/postgres
# package: postgresql-15
chmod 711 .; mkdir d; chown nobody d; cd d; bin=/usr/lib/postgresql/15/bin
as() { setpriv --reuid nobody --clear-groups env HOME=$PWD XDG_CACHE_HOME=$PWD/cache "$@"; }
as $bin/initdb -D data -U me --no-sync > log 2>&1; echo $?
as $RUN $bin/postgres -D data -k $PWD -h '' > log2 2>&1 & server=$!
for i in $(seq 300); do as psql -h $PWD -U me -c 'select 1' postgres > /dev/null 2>&1 && break; sleep 0.1; done
as psql -h $PWD -U me postgres -At <<'END'
create table t as select i, md5(i::text) m from generate_series(1, 20000) i; create index on t (m);
select count(*), sum(i), max(m) from t where m like 'a%'; select 1/0; analyze t;
do $$ begin for i in 1..1000 loop begin perform 1/(i % 2); exception when division_by_zero then null; end; end loop; end $$;
select json_agg(x) from (select i % 3 as k, count(*) from t group by 1 order by 1) x; vacuum t;
END
kill -INT $(head -1 data/postmaster.pid); wait $server; echo $?
