# counted: /usr/bin/shellcheck
# package: shellcheck
printf '#!/bin/sh\nfor i in $(ls); do echo $i; done\n[ $a == b ] && cd $x\n' > s.sh
$RUN shellcheck s.sh; $RUN shellcheck -f json s.sh
