# counted: /usr/bin/mono-sgen
# package: mono-runtime-sgen
$RUN mono-sgen --version | head -1; printf 'nonsense' > x.exe; $RUN mono-sgen x.exe
