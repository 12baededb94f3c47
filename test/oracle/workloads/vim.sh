# counted: /usr/bin/vim.basic
# package: vim
seq 2000 > f; export HOME=$PWD TERM=dumb
$RUN vim.basic -N -u NONE -es f -c '%s/\(1\+\)2/[\1]/g' -c 'g/7$/d' -c 'let x = join(map(range(9), "v:val * 2"), ",")' -c 'call append(0, x)' -c 'sort n' -c 'wq'; echo $?; md5sum f
