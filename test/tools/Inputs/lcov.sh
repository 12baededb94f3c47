#!/bin/sh
# lcov with branches, which lcov 1 and lcov 2 call differently.
case $(lcov --version) in
*'version 1.'*) name=lcov_branch_coverage ;;
*) name=branch_coverage ;;
esac
exec lcov --rc "$name=1" "$@"
