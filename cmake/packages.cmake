# What `cpack` makes of the components (cmake/install.cmake): a Debian package each.
# An adapter needs just the compiler that it was built for, so it has a package of
# its own, and installs with edgeprof's or after it.
#
#     cmake --workflow --preset package      build/package/edgeprof*.deb
#
# cmake/debian/ has what Debian wants beside the files that are installed.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME edgeprof)
set(CPACK_PACKAGE_VENDOR edgeprof)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(debian ${PROJECT_SOURCE_DIR}/cmake/debian)
set(CPACK_PRE_BUILD_SCRIPTS ${debian}/stage.cmake)
set(CPACK_PROJECT_CONFIG_FILE ${debian}/depends.cmake)
set(CPACK_EDGEPROF_RUNTIME
    ${PROJECT_BINARY_DIR}/lib/libedgeprof_rt.so.${EDGEPROF_RT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # it would be the first line of each

# As Debian's own tools have it; who packages for others sets both.
set(maintainer "edgeprof maintainers <maintainers@edgeprof.invalid>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
    set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${maintainer})
set(CPACK_DEBIAN_PACKAGE_SOURCE edgeprof)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL)
set(runtime libedgeprof-rt${EDGEPROF_RT_VERSION})
set(same_version "(= ${PROJECT_VERSION})")
string(REPEAT "[^\n]" 80 eighty)

# Policy wants lines of less than 80 characters in what users read of a package.
function(edgeprof_short_lines what text)
    if(text MATCHES "[^\n]*(${eighty})[^\n]*")
        message(FATAL_ERROR "${what}: a line is too long: ${CMAKE_MATCH_0}")
    endif()
endfunction()

# The package NAME of COMPONENT; what follows are CPACK_DEBIAN_COMPONENT_PACKAGE_*,
# KEY VALUE...; a description is one string, its first line the summary.
function(edgeprof_package component name)
    string(TOUPPER ${component} upper)
    set(prefix CPACK_DEBIAN_${upper})
    set(${prefix}_PACKAGE_NAME ${name} PARENT_SCOPE)
    cmake_parse_arguments(PARSE_ARGV 2 arg ""
        "DEPENDS;RECOMMENDS;PROVIDES;SECTION;SHLIBDEPS;CONTROL_EXTRA;DESCRIPTION" "")
    foreach(key DEPENDS RECOMMENDS PROVIDES SECTION SHLIBDEPS CONTROL_EXTRA)
        if(DEFINED arg_${key})
            set(${prefix}_PACKAGE_${key} ${arg_${key}} PARENT_SCOPE)
        endif()
    endforeach()
    edgeprof_short_lines("the description of ${name}" "${arg_DESCRIPTION}")
    set(${prefix}_DESCRIPTION ${arg_DESCRIPTION} PARENT_SCOPE)
    set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${component} PARENT_SCOPE)
endfunction()

# The package of an adapter for COMPILER, a package as well, in FULL, its version.
# Types may change from one minor release to the next.
macro(edgeprof_adapter_package component compiler epoch full)
    string(REGEX REPLACE "^([0-9]+)[.]([0-9]+).*" "\\1;\\2" release ${full})
    list(GET release 0 major)
    list(GET release 1 minor)
    math(EXPR next "${minor} + 1")
    edgeprof_package(${component} edgeprof-${compiler}
        DEPENDS "edgeprof ${same_version}, ${compiler} (>= ${epoch}${major}.${minor}), ${compiler} (<< ${epoch}${major}.${next}~)"
        PROVIDES edgeprof-adapter
        DESCRIPTION "exact execution counts: adapter for ${compiler}
edgeprof is a compiler plugin that counts exactly how often each line,
function and branch of a program is executed.
.
This package makes it work in ${compiler}.")
endmacro()

edgeprof_package(edgeprof edgeprof
    DEPENDS "${runtime} ${same_version}"
    RECOMMENDS edgeprof-adapter
    DESCRIPTION "exact execution counts for C and C++: plugin and tools
edgeprof is a compiler plugin for GCC and Clang that counts exactly how
often each line, function and branch of a program is executed, at a cost
low enough to leave on. Optimisation, threads, signals, and ends such as
_exit and SIGKILL lose nothing.
.
This package has the part of the plugin that does not depend on the
compiler, and the tools: prof-run gathers the counts of all that a command
runs; prof-merge adds those of many runs up; prof-show prints annotated
sources, reports and exports, and checks coverage. Each compiler needs an
adapter, such as edgeprof-gcc-12 or edgeprof-clang-14.")
file(WRITE ${PROJECT_BINARY_DIR}/debian/shlibs
    "libedgeprof_rt ${EDGEPROF_RT_VERSION} ${runtime} (>= ${PROJECT_VERSION})\n")
edgeprof_package(rt ${runtime} SECTION libs SHLIBDEPS OFF
    CONTROL_EXTRA "${debian}/triggers;${PROJECT_BINARY_DIR}/debian/shlibs"
    DESCRIPTION "exact execution counts for C and C++: runtime
Programs that were compiled with edgeprof, a plugin that counts how often
each line is executed, open this library when they start. Without it they
run on, uncounted.")
edgeprof_package(dev libedgeprof-dev SECTION libdevel
    DEPENDS "edgeprof ${same_version}, ${runtime} ${same_version}"
    DESCRIPTION "exact execution counts for C and C++: files for builds
edgeprof is a compiler plugin that counts exactly how often each line,
function and branch of a program is executed.
.
This package has the header for programs that control their own counting,
the runtime for static programs, and what CMake and pkg-config need to use
the plugin. Other programs are built without it.")
foreach(gcc IN LISTS EDGEPROF_GCC)
    edgeprof_gcc_release(${gcc} major)
    execute_process(COMMAND ${gcc} -dumpfullversion
        OUTPUT_VARIABLE full OUTPUT_STRIP_TRAILING_WHITESPACE)
    edgeprof_adapter_package(gcc-${major} gcc-${major} "" ${full})
endforeach()
foreach(config IN LISTS EDGEPROF_LLVM_CONFIG)
    edgeprof_llvm_release(${config} major)
    execute_process(COMMAND ${config} --version
        OUTPUT_VARIABLE full OUTPUT_STRIP_TRAILING_WHITESPACE)
    edgeprof_adapter_package(llvm-${major} clang-${major} "1:" ${full})
endforeach()
include(CPack)
