# counted: /usr/bin/hledger
# package: hledger
for i in $(seq 200); do printf '2024-01-%02d shop %s\n  expenses:food  $%s\n  assets:cash\n\n' $((i % 28 + 1)) $i $i; done > j
$RUN hledger -f j balance; $RUN hledger -f j register -M; $RUN hledger -f j nonsense
