# counted: /usr/bin/sqlite3
# package: sqlite3
$RUN sqlite3 x.db "create table t(a, b); with recursive c(i) as (select 1 union all select i+1 from c where i < 50000) insert into t select i, hex(i*7919) from c; create index q on t(b); select count(*), max(b) from t where b like '3%'; select json_group_array(a) from (select a from t limit 5); pragma integrity_check; select nonsense;"
