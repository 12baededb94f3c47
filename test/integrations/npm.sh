#!/bin/sh
# What npm has of those that edgeprof is for: readers of its formats, GitLab's jobs, the schema of
# GitHub's actions, and what makes an extension of VS Code.  It installs them, as they are pinned.
#
# usage: npm.sh BUILD
set -eu
name=npm
. "$(dirname "$0")/common.sh"
here=$source/test/integrations
run=$work/node_modules/.bin
gcc=$(compiler gcc)

cp "$here/package.json" "$here/readers.js" .
# Nothing that a package would fetch or build when it is installed is needed.
npm install --no-audit --no-fund --ignore-scripts
rm -rf out
mkdir out
cd out

echo "== Coverage Gutters' parsers"
plugin=$build/lib/edgeprof/edgeprof.so
for program in operands.c exceptions.cc; do
    cp "$source/test/run/$program" .
    case $program in *.c) driver=$gcc ;; *) driver=$(echo "$gcc" | sed 's/gcc/g++/') ;; esac
    $driver -g "-fplugin=$plugin" $program -o "${program%.*}"
    "./${program%.*}" >/dev/null
done
show() { "$build/bin/prof-show" "$@"; }
show coverage --format lcov >lcov
show coverage --format cobertura >cobertura.xml
show coverage --format clover >clover.xml
show lines --format json >lines.json
show branches --format json >branches.json
NODE_PATH=$work/node_modules node ../readers.js .

echo "== the action's schema, which an unknown key breaks"
mkdir action broken workflow
cp "$source/action.yml" action
"$run/action-validator" action/action.yml
sed 's/shell:/shel:/' action/action.yml >broken/action.yml
! "$run/action-validator" broken/action.yml >broken/log 2>&1

echo "== GitHub's and GitLab's recipes"
"$run/action-validator" ../recipes/github/.github/workflows/coverage.yml
PATH=$stage/bin:$PATH
export PATH CMAKE_PREFIX_PATH="$stage" CC="$gcc" HOME="$PWD"
mkdir project
cp ../recipes/cmake/* project
# Its gates find something to say.
sed 's/--fail-under-lines 80/--fail-under-lines 90/' ../recipes/gitlab/.gitlab-ci.yml >project/.gitlab-ci.yml
cd project
git init -q
git remote add origin git@gitlab.example:group/project.git
git config user.name a
git config user.email a@example
git add .
git commit -qm project
"$run/gitlab-ci-local" --force-shell-executor coverage >../job.log 2>&1 || { cat ../job.log; exit 1; }
grep 'PASS.*coverage 85.7%' ../job.log # what GitLab shows beside the job
cd ..
python3 -B "$here/gitlab.py" project

echo "== the extension, by the types of VS Code's API"
cp -r "$source/editors/vscode" extension
cp "$source/LICENSE" extension
cat >tsconfig.json <<END
{"files": ["extension/extension.js"],
 "compilerOptions": {"checkJs": true, "noEmit": true, "strict": true, "target": "es2022",
    "module": "commonjs", "types": ["node", "vscode"],
    "typeRoots": ["$work/node_modules/@types"]}}
END
"$run/tsc" -p tsconfig.json
(cd extension && "$run/vsce" package --allow-missing-repository --no-dependencies)
ls -l extension/edgeprof-*.vsix
