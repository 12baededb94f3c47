# cmake -D INPUT=FILE -D OUTPUT=FILE.c -D NAME=ARRAY -P embed.cmake
# The bytes of INPUT, and a zero, as `const char NAME[]`, aligned for anything.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}00")
string(REGEX REPLACE "(.............................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "extern const char ${NAME}[];\n_Alignas(16) const char ${NAME}[] = {\n${bytes}};\n")
