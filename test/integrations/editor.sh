#!/bin/sh
# The extension for VS Code in VS Code, which npm has as code-server: its server here, its window in
# Chromium.  What it would build or fetch when it is installed is left out but for three parts that
# the server cannot do without; so searching is, for one.
#
# usage: editor.sh BUILD      (node 20, which that release wants)
set -eu
name=editor
. "$(dirname "$0")/common.sh"
server=node_modules/code-server/lib/vscode
cat >package.json <<'END'
{"private": true, "dependencies": {"code-server": "4.100.3"}}
END
npm install --no-audit --no-fund --ignore-scripts
(
    cd $server
    npm install --no-audit --no-fund --ignore-scripts --omit=dev
    # Against the headers of the node that is here.  The last step of node-pty fails, behind its
    # code: it is for those who work on it.
    npm_config_nodedir=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
    export npm_config_nodedir
    npm rebuild @vscode/spdlog native-watchdog
    npm rebuild node-pty || [ -e node_modules/node-pty/build/Release/pty.node ]
)

rm -rf extensions data project chrome
mkdir -p project/src project/.vscode
cp "$source/test/tools/Inputs/quickfix.c" project/src/prog.c
echo "{\"edgeprof.folder\": \"$build/bin\"}" >project/.vscode/settings.json
cd project
$(compiler gcc) -g "-fplugin=$build/lib/edgeprof/edgeprof.so" src/prog.c -o prog
EDGEPROF_LABEL=small ./prog
EDGEPROF_LABEL=large ./prog
"$build/bin/prof-merge" -q -o prof.out prof.out.*
cd ..

# As `vsce package` and --install-extension, of npm.sh, without a network.
mkdir -p extensions
cp -r "$source/editors/vscode" extensions/edgeprof.edgeprof-0.1.0
/usr/bin/python3 -B "$source/test/integrations/editor.py" "$work" "$server" "$build/bin"
