# cmake -D MANIFEST=FILE -P uninstall.cmake
# Removes the files that MANIFEST, written by `cmake --install`, names below
# DESTDIR, and the folders that are empty then.
if(NOT EXISTS "${MANIFEST}")
    message(FATAL_ERROR "${MANIFEST}: not there: nothing was installed from this build tree")
endif()
file(STRINGS "${MANIFEST}" files)
foreach(file IN LISTS files)
    message(STATUS "Removing: $ENV{DESTDIR}${file}")
    file(REMOVE "$ENV{DESTDIR}${file}")
    # rmdir refuses a folder that has something in it, and then all above it.
    get_filename_component(folder "${file}" DIRECTORY)
    set(result 0)
    while(result EQUAL 0 AND NOT folder STREQUAL "/")
        execute_process(COMMAND rmdir "$ENV{DESTDIR}${folder}"
            RESULT_VARIABLE result ERROR_QUIET)
        get_filename_component(folder "${folder}" DIRECTORY)
    endwhile()
endforeach()
