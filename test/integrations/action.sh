#!/bin/sh
# The action on a machine without edgeprof: it builds and installs what is committed here, and then
# runs the workflow of docs/recipes.md.
#
# usage: action.sh BUILD
set -eu
name=action
. "$(dirname "$0")/common.sh"
PATH=$(echo "$PATH" | tr ':' '\n' | grep -v "^$build" | paste -sd :)
rm -rf edgeprof home origin run
git clone -q "$source" edgeprof
mkdir home
export PATH HOME="$work/home" CC="$(compiler gcc)"
git config --global user.name a
git config --global user.email a@example
git config --global init.defaultBranch main
cp -r recipes/cmake origin
cd origin
git init -q
git add .
git commit -qm base
git checkout -qb change
sed -i 's/n > 100/n > 101/' prog.c
git commit -qam change
git checkout -q main
cd ..
/usr/bin/python3 -B "$source/test/tools/Inputs/action.py" edgeprof \
    recipes/github/.github/workflows/coverage.yml origin change main run
grep '`prog.c` | 85.7 %' run/summary
