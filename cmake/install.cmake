# What `cmake --install` gives below the prefix, beside the targets that the
# folders install themselves.  The components are `edgeprof`, the loader, the tools
# and the manual; `rt`, what counted programs need; `dev`, what builds need; one for
# each adapter, by its name; and `source`, which is for those who install by hand.
install(FILES docs/man/edgeprof.1 docs/man/prof-merge.1 docs/man/prof-patch.1
    docs/man/prof-run.1 docs/man/prof-show.1
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT edgeprof)
install(FILES docs/man/edgeprof.7 DESTINATION ${CMAKE_INSTALL_MANDIR}/man7
    COMPONENT edgeprof)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT edgeprof)
install(FILES docs/commands.md docs/counting.md docs/design.md docs/exactness.md docs/format.md
    docs/limits.md docs/recipes.md docs/scale.md docs/reports.schema.json
    DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT edgeprof)
install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT source)
install(FILES include/edgeprof/edgeprof.h include/edgeprof/gtest.h
    include/edgeprof/catch2.h include/edgeprof/doctest.h
    include/edgeprof/freestanding.h include/edgeprof/kernel-module.lds
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/edgeprof COMPONENT dev)

# What other programs load: docs/recipes.md.
install(DIRECTORY bazel DESTINATION ${CMAKE_INSTALL_DATADIR}/edgeprof COMPONENT dev
    USE_SOURCE_PERMISSIONS)

# Completion, by the names under which the shells look for it.
set(EDGEPROF_ZSH_FUNCTIONS ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
    "Where zsh finds completion; of packages, Debian wants share/zsh/vendor-completions")
mark_as_advanced(EDGEPROF_ZSH_FUNCTIONS)
foreach(tool prof-merge prof-patch prof-run prof-show)
    install(FILES tool/completion.bash RENAME ${tool} COMPONENT edgeprof
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES tool/completion.fish RENAME ${tool}.fish COMPONENT edgeprof
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endforeach()
install(FILES tool/completion.zsh RENAME _prof-merge COMPONENT edgeprof
    DESTINATION ${EDGEPROF_ZSH_FUNCTIONS})

# The CMake package and the pkg-config file, which find all else from where they
# lie themselves.
include(CMakePackageConfigHelpers)
set(EDGEPROF_LIBDIR ${CMAKE_INSTALL_LIBDIR})
set(EDGEPROF_BINDIR ${CMAKE_INSTALL_BINDIR})
set(EDGEPROF_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/edgeprof)
configure_package_config_file(cmake/edgeprofConfig.cmake.in
    ${PROJECT_BINARY_DIR}/edgeprofConfig.cmake INSTALL_DESTINATION ${package}
    PATH_VARS EDGEPROF_LIBDIR EDGEPROF_BINDIR EDGEPROF_INCLUDEDIR
    NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/edgeprofConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/edgeprofConfig.cmake
    ${PROJECT_BINARY_DIR}/edgeprofConfigVersion.cmake DESTINATION ${package}
    COMPONENT dev)
file(RELATIVE_PATH EDGEPROF_PC_TO_PREFIX
    /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" EDGEPROF_PC_TO_PREFIX ${EDGEPROF_PC_TO_PREFIX})
configure_file(cmake/edgeprof.pc.in ${PROJECT_BINARY_DIR}/edgeprof.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/edgeprof.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

# What was last installed goes away again.
add_custom_target(uninstall
    COMMAND ${CMAKE_COMMAND} -D MANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt
        -P ${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake
    USES_TERMINAL VERBATIM)
