# counted: /usr/bin/git
# package: git
export HOME=$PWD GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z'
git config --global user.name n; git config --global user.email e
$RUN git init -q -b m r; cd r; for i in $(seq 30); do seq $((i * 99)) > f$((i % 5)); git add .; $RUN git commit -q -m "c$i"; done
git checkout -q -b o HEAD~9; seq 5 > f1; git commit -q -am o; $RUN git merge m 2>&1; git merge --abort; $RUN git rebase m 2>&1 | tail -2; git rebase --abort
$RUN git log --stat --oneline | md5sum; $RUN git gc -q; $RUN git fsck; $RUN git clone -q . ../c; git -C ../c log --oneline | wc -l; $RUN git grep -c 777; $RUN git blame f1 | md5sum; git bisect start m m~20 2>&1 | tail -1; git bisect run sh -c 'test $(wc -l < f3) -lt 2000' 2>&1 | tail -4; $RUN git nonsense
