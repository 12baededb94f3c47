# Sourced by what is beside it, as `name=NAME; . common.sh`, with $1 the build tree: the folder is
# BUILD/integrations/NAME, with edgeprof installed in stage/opt/edgeprof and the recipes of docs/recipes.md.
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
work=$build/integrations/$name
stage=$work/stage/opt/edgeprof
mkdir -p "$work"
cd "$work"
rm -rf stage recipes
DESTDIR=$work/stage cmake --install "$build" --prefix /opt/edgeprof >install.log
python3 -B "$source/test/tools/Inputs/recipes.py" "$source/docs/recipes.md" \
    "$source/test/tools/recipes.c" recipes

# compiler gcc|clang: that of the tests for which one is enough.
compiler() { sed -n "s/.*\"$1\": \"\([^\"]*\)\".*/\1/p" "$build/test/compilers.json"; }
