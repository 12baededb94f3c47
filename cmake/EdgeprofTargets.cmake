# The functions that CMakeLists.txt is made of: finding the compilers, and one
# adapter per compiler.  The two adapters are built alike.

# The first and the last release of each that is supported.
set(EDGEPROF_GCC_RELEASES 11 16)
set(EDGEPROF_LLVM_RELEASES 14 23)

# Sets EDGEPROF_GCC and EDGEPROF_LLVM_CONFIG, the compilers to build for, to all
# supported ones that are installed with their headers, unless the user chose.
function(edgeprof_find_compilers)
    set(EDGEPROF_GCC "" CACHE STRING
        "GCC drivers to build adapters for; empty: all that are found")
    set(EDGEPROF_LLVM_CONFIG "" CACHE STRING
        "llvm-config programs to build adapters for; empty: all that are found")
    set(gccs ${EDGEPROF_GCC})
    if(NOT gccs)
        edgeprof_find_releases(gccs edgeprof_gcc_release gcc ${EDGEPROF_GCC_RELEASES})
    endif()
    set(configs ${EDGEPROF_LLVM_CONFIG})
    if(NOT configs)
        edgeprof_find_releases(configs edgeprof_llvm_release llvm-config
            ${EDGEPROF_LLVM_RELEASES})
    endif()
    set(EDGEPROF_GCC ${gccs} PARENT_SCOPE)
    set(EDGEPROF_LLVM_CONFIG ${configs} PARENT_SCOPE)
    message(STATUS "edgeprof: GCC: ${gccs}")
    message(STATUS "edgeprof: LLVM: ${configs}")
endfunction()

# Sets OUT to the programs NAME-FIRST ... NAME-LAST, and NAME where it is another
# release of these, of which RELEASE says that their headers are there.
function(edgeprof_find_releases out release name first last)
    set(found)
    set(releases)
    foreach(suffix RANGE ${first} ${last} 1)
        list(APPEND suffixes -${suffix})
    endforeach()
    foreach(suffix ${suffixes} "")
        find_program(EDGEPROF_FOUND_${name}${suffix} ${name}${suffix})
        mark_as_advanced(EDGEPROF_FOUND_${name}${suffix})
        set(program ${EDGEPROF_FOUND_${name}${suffix}})
        if(program)
            cmake_language(CALL ${release} ${program} major)
            if(major GREATER_EQUAL first AND major LESS_EQUAL last
               AND NOT major IN_LIST releases)
                list(APPEND found ${program})
                list(APPEND releases ${major})
            endif()
        endif()
    endforeach()
    set(${out} ${found} PARENT_SCOPE)
endfunction()

# The release of the GCC whose driver is GCC, or "" without its plugins' headers.
function(edgeprof_gcc_release gcc out)
    edgeprof_gcc_plugin_dir(${gcc} dir)
    set(${out} "" PARENT_SCOPE)
    if(EXISTS ${dir}/include/plugin-version.h)
        execute_process(COMMAND ${gcc} -dumpversion
            OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
        string(REGEX MATCH "^[0-9]+" major "${version}")
        set(${out} ${major} PARENT_SCOPE)
    endif()
endfunction()

# The release of the LLVM of CONFIG, or "" without its headers: PassPlugin.h is in
# Passes up to 21, in Plugins from 22 on.
function(edgeprof_llvm_release config out)
    execute_process(COMMAND ${config} --includedir
        OUTPUT_VARIABLE dir OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(${out} "" PARENT_SCOPE)
    if(EXISTS ${dir}/llvm/Passes/PassPlugin.h OR
       EXISTS ${dir}/llvm/Plugins/PassPlugin.h)
        execute_process(COMMAND ${config} --version
            OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
        string(REGEX MATCH "^[0-9]+" major "${version}")
        set(${out} ${major} PARENT_SCOPE)
    endif()
endfunction()

function(edgeprof_gcc_plugin_dir gcc out)
    execute_process(COMMAND ${gcc} -print-file-name=plugin
        OUTPUT_VARIABLE dir OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(${out} ${dir} PARENT_SCOPE)
endfunction()

# Warnings that all of our code compiles without.
function(edgeprof_warnings target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wvla
        -Wundef -Wformat=2
        $<$<COMPILE_LANGUAGE:C>:-Wconversion -Wstrict-prototypes
            -Wmissing-prototypes>)
    if(EDGEPROF_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
endfunction()

# What both kinds of adapter have in common: NAME.so from PREFIX_*.cc of FOLDER,
# compiled with the compiler's own HEADERS.  Further sources' names follow.
function(edgeprof_adapter name folder prefix headers)
    set(sources)
    foreach(source plugin mark graph lines guess calls promote count alone compat use trips values
            ways ${ARGN})
        list(APPEND sources ${folder}/${prefix}_${source}.cc)
    endforeach()
    add_library(${name} MODULE ${sources})
    set_target_properties(${name} PROPERTIES PREFIX ""
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/edgeprof
        CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    target_include_directories(${name} SYSTEM PRIVATE ${headers})
    target_compile_options(${name} PRIVATE -fno-rtti -fno-exceptions)
    # Reading the compiler's headers takes longer than compiling what uses them.
    if(EDGEPROF_UNITY)
        set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
        # Of their types debug information would say more than of our code: lines are enough.
        target_compile_options(${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-g1>)
    else()
        target_precompile_headers(${name} PRIVATE
            ${PROJECT_SOURCE_DIR}/${folder}/${prefix}_compat.h)
    endif()
    # Everything but the entry point stays inside; the compiler's own symbols
    # come from the process that loads the adapter.
    target_link_options(${name} PRIVATE -Wl,--exclude-libs,ALL
        -Wl,--as-needed)
    target_link_libraries(${name} PRIVATE edgeprof::emit)
    edgeprof_warnings(${name})
    set_property(GLOBAL APPEND PROPERTY EDGEPROF_ADAPTERS ${name})
    install(TARGETS ${name}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/edgeprof COMPONENT ${name})
endfunction()

# Installs a link FOLDER/edgeprof.so to the loader, by which a compiler finds it
# without a path: where it looks for plugins, or the system for libraries.  A
# folder outside the prefix is somebody else's, and left alone.
function(edgeprof_install_link folder component)
    install(CODE "
        set(folder \"${folder}\")
        set(loader \"${CMAKE_INSTALL_LIBDIR}/edgeprof/edgeprof.so\")
        include(\"${PROJECT_SOURCE_DIR}/cmake/link.cmake\")"
        COMPONENT ${component})
endfunction()

# gcc-N.so for the GCC whose driver is GCC.
function(edgeprof_add_gcc_plugin gcc)
    execute_process(COMMAND ${gcc} -dumpmachine
        OUTPUT_VARIABLE target OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT target MATCHES "^x86_64-.*linux")
        message(FATAL_ERROR "edgeprof: ${gcc}: target ${target} is not supported, "
            "expected x86_64 Linux")
    endif()
    edgeprof_gcc_release(${gcc} major)
    edgeprof_gcc_plugin_dir(${gcc} dir)
    edgeprof_adapter(gcc-${major} gcc-plugin gcc ${dir}/include anchors branches choices copies
        folded joined macros made members operands reading sides source steps written)
    edgeprof_install_link(${dir} gcc-${major})
endfunction()

# llvm-N.so for the LLVM of CONFIG.
function(edgeprof_add_llvm_pass config)
    edgeprof_llvm_release(${config} major)
    execute_process(COMMAND ${config} --includedir
        OUTPUT_VARIABLE include OUTPUT_STRIP_TRAILING_WHITESPACE)
    edgeprof_adapter(llvm-${major} clang-pass clang ${include}
        branches choices cleanups coverage headers made rust async scopes source truth unroll signs)
endfunction()
