# CPack runs this first.  A package whose libraries CPack looks at, to find what they
# depend on, gets maintainer scripts that call ldconfig; the runtime's has a trigger
# for that.  So what the runtime depends on is found here.
set(folder ${CPACK_PACKAGE_DIRECTORY}/runtime)
file(WRITE ${folder}/debian/control "")
execute_process(COMMAND dpkg-shlibdeps --ignore-missing-info -O ${CPACK_EDGEPROF_RUNTIME}
    WORKING_DIRECTORY ${folder} RESULT_VARIABLE result ERROR_VARIABLE error
    OUTPUT_VARIABLE depends OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "dpkg-shlibdeps: ${result}: ${error}")
endif()
file(REMOVE_RECURSE ${folder})
string(REPLACE "shlibs:Depends=" "" CPACK_DEBIAN_RT_PACKAGE_DEPENDS "${depends}")
