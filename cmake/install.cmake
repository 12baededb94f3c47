# What `cmake --install` gives below the prefix, beside the targets that the
# folders install themselves.
install(FILES include/edgeprof/edgeprof.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/edgeprof)
