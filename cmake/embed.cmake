# cmake -D INPUT=FILE -D OUTPUT=FILE.c -D NAME=ARRAY -P embed.cmake
# The bytes of INPUT, and a zero, as `const char NAME[]`.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}00")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "extern const char ${NAME}[];\nconst char ${NAME}[] = {\n${bytes}};\n")
