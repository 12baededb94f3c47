# Run by test/packages in the chroot that makes the packages.
set -eu
cd /edgeprof
. cmake/setup.sh
say() { printf '== %s\n' "$*"; }

# Every GCC of the system that ./check tests, and one Clang.
say "what builds need"
install_packages $packages_build dpkg-dev file lintian \
    $(packages gcc-@ g++-@ gcc-@-plugin-dev -- $gccs)
say "build"
cmake --workflow --preset package >log 2>&1 || { tail -n 40 log; exit 1; }
ls build/package/*.deb

# What lintian says must be known: these informations stay.
#   hardening-no-fortify-functions  of functions that cannot be proven safe, or are not used
#   ldconfig-escape                 the link by which Clang finds the plugin
#   no-symbols-control-file         of the runtime, whose SONAME is its interface's version
#   spare-manual-page               edgeprof(1), the plugin's
#   alien-tag, unused-override      of what only some releases of lintian say; sid's says
#                                   the second even if it is to be suppressed
say "lintian"
known='hardening-no-fortify-functions ldconfig-escape no-symbols-control-file
    spare-manual-page alien-tag'
lintian --display-info --allow-root \
    --suppress-tags "$(echo $known | tr ' ' ',')" --fail-on none build/package/*.deb >said
cat said
if grep -v -e '^N:' -e '^I: [^ ]*: unused-override ' said; then
    exit 1
fi
