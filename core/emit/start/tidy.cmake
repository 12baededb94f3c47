# cmake -D INPUT=FILE.s -D OUTPUT=FILE -P tidy.cmake
# Assembler text of start.c, as GCC or Clang wrote it, made fit to stand in the
# midst of a unit's own text, in every object of a program:
#   - its sections are in the group __edgeprof_enter, whatever they were;
#   - its local labels are no others' (.L1 is .L__edgeprof_1);
#   - __edgeprof_weak_NAME is a .weakref of NAME;
#   - what is said of the file as a whole is dropped, and so is .size: LLVM may
#     have dropped the label that it needs.
# What no rule is for is an error, not a guess.
set(group "\"axG\",@progbits,__edgeprof_enter,comdat")
string(REPLACE axG aG read_only "${group}")
string(REPLACE "axG\",@progbits" "awG\",@nobits" zeroed "${group}")
set(out "\t.pushsection .text.edgeprof,${group}\n")
file(STRINGS ${INPUT} lines)
foreach(line IN LISTS lines)
    string(REGEX REPLACE "[ \t]*#.*$" "" line "${line}")
    string(REGEX REPLACE "\\.L([A-Za-z0-9_.]+)" ".L__edgeprof_\\1" line "${line}")
    if(line MATCHES "^\t\\.section\t\"?\\.note" OR
       line MATCHES "^\t\\.(file|ident|size|type\t\\.L|addrsig)" OR
       line STREQUAL "")
        continue()
    elseif(line MATCHES "^\t\\.(section\t\\.)?text")
        set(line "\t.section .text.edgeprof,${group}")
    elseif(line MATCHES "^\t\\.section\t\\.rodata")
        set(line "\t.section .rodata.edgeprof,${read_only}")
    elseif(line MATCHES "^\t\\.(section\t\\.)?bss")
        set(line "\t.section .bss.edgeprof,${zeroed}")
    elseif(line MATCHES "^\t\\.weak\t__edgeprof_weak_(.*)")
        # Before its uses, or they would be of another symbol.
        string(PREPEND out "\t.weakref\t__edgeprof_weak_${CMAKE_MATCH_1},${CMAKE_MATCH_1}\n")
        continue()
    elseif(NOT line MATCHES "^(__edgeprof_|\\.L)[A-Za-z0-9_.]*:$" AND
           NOT line MATCHES "^\t[a-z]" AND
           NOT line MATCHES "^\t\\.(cfi_[a-z_]+|weak|hidden|type|align|p2align|string|asciz|zero|quad)")
        message(FATAL_ERROR "${INPUT}: no rule for this line: ${line}")
    endif()
    string(APPEND out "${line}\n")
endforeach()
file(WRITE ${OUTPUT} "${out}\t.popsection\n")
