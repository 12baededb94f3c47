# The functions that CMakeLists.txt is made of: finding the compilers, and one
# adapter per compiler.  The two adapters are built alike.

# Sets EDGEPROF_GCC and EDGEPROF_LLVM_CONFIG, the compilers to build for, to all
# that are installed with their headers now, unless the user chose.
function(edgeprof_find_compilers)
    set(EDGEPROF_GCC "" CACHE STRING
        "GCC drivers to build adapters for; empty: all that are found")
    set(EDGEPROF_LLVM_CONFIG "" CACHE STRING
        "llvm-config programs to build adapters for; empty: all that are found")
    set(gccs)
    foreach(version 11 12)
        find_program(EDGEPROF_GCC_${version} gcc-${version})
        mark_as_advanced(EDGEPROF_GCC_${version})
        if(EDGEPROF_GCC_${version})
            edgeprof_gcc_plugin_dir(${EDGEPROF_GCC_${version}} dir)
            if(EXISTS ${dir}/include/plugin-version.h)
                list(APPEND gccs ${EDGEPROF_GCC_${version}})
            endif()
        endif()
    endforeach()
    set(configs)
    foreach(version 14 16 19)
        find_program(EDGEPROF_LLVM_CONFIG_${version} llvm-config-${version})
        mark_as_advanced(EDGEPROF_LLVM_CONFIG_${version})
        if(EDGEPROF_LLVM_CONFIG_${version})
            execute_process(
                COMMAND ${EDGEPROF_LLVM_CONFIG_${version}} --includedir
                OUTPUT_VARIABLE dir OUTPUT_STRIP_TRAILING_WHITESPACE)
            if(EXISTS ${dir}/llvm/Passes/PassPlugin.h)
                list(APPEND configs ${EDGEPROF_LLVM_CONFIG_${version}})
            endif()
        endif()
    endforeach()
    if(NOT EDGEPROF_GCC)
        set(EDGEPROF_GCC ${gccs})
    endif()
    if(NOT EDGEPROF_LLVM_CONFIG)
        set(EDGEPROF_LLVM_CONFIG ${configs})
    endif()
    set(EDGEPROF_GCC ${EDGEPROF_GCC} PARENT_SCOPE)
    set(EDGEPROF_LLVM_CONFIG ${EDGEPROF_LLVM_CONFIG} PARENT_SCOPE)
    message(STATUS "edgeprof: GCC: ${EDGEPROF_GCC}")
    message(STATUS "edgeprof: LLVM: ${EDGEPROF_LLVM_CONFIG}")
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
    foreach(source plugin mark graph lines guess count promote compat ${ARGN})
        list(APPEND sources ${folder}/${prefix}_${source}.cc)
    endforeach()
    add_library(${name} MODULE ${sources})
    set_target_properties(${name} PROPERTIES PREFIX ""
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/edgeprof
        CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    target_include_directories(${name} SYSTEM PRIVATE ${headers})
    target_compile_options(${name} PRIVATE -fno-rtti -fno-exceptions)
    # Everything but the entry point stays inside; the compiler's own symbols
    # come from the process that loads the adapter.
    target_link_options(${name} PRIVATE -Wl,--exclude-libs,ALL
        -Wl,--as-needed)
    target_link_libraries(${name} PRIVATE edgeprof::emit)
    edgeprof_warnings(${name})
    install(TARGETS ${name}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/edgeprof)
endfunction()

# gcc-N.so for the GCC whose driver is GCC.
function(edgeprof_add_gcc_plugin gcc)
    execute_process(COMMAND ${gcc} -dumpversion
        OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX MATCH "^[0-9]+" major "${version}")
    edgeprof_gcc_plugin_dir(${gcc} dir)
    edgeprof_adapter(gcc-${major} gcc-plugin gcc ${dir}/include calls_proof)
endfunction()

# llvm-N.so for the LLVM of CONFIG.
function(edgeprof_add_llvm_pass config)
    execute_process(COMMAND ${config} --version
        OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
    execute_process(COMMAND ${config} --includedir
        OUTPUT_VARIABLE include OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX MATCH "^[0-9]+" major "${version}")
    edgeprof_adapter(llvm-${major} clang-pass clang ${include}
        choices cleanups scopes tails)
endfunction()
