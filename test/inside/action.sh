# Run by test/packages in a chroot with nothing but the base system and a tree of edgeprof: the
# action of GitHub installs what it needs, builds edgeprof, and does what the workflow of
# docs/recipes.md wants of it, to its end.
set -eu
apt-get update -qq
# What a runner has, and what plays it.
apt-get install -y -qq git make python3 python3-yaml >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }
inputs=/edgeprof/test/tools/Inputs
mkdir /work
cd /work
python3 -B $inputs/recipes.py /edgeprof/docs/recipes.md /edgeprof/test/tools/recipes.c recipes
git config --global user.name a
git config --global user.email a@example
git config --global init.defaultBranch main
mv recipes/cmake origin
cd origin
git init -q
git add .
git commit -qm base
git checkout -qb change
sed -i 's/n > 100/n > 101/' prog.c
git commit -qam change
git checkout -q main
cd ..
python3 -B $inputs/action.py /edgeprof recipes/github/.github/workflows/coverage.yml \
    origin change main run
cat run/summary
grep -qF '`prog.c` | 85.7 %' run/summary
