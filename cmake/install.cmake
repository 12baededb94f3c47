# What `cmake --install` gives below the prefix, beside the targets that the
# folders install themselves.
install(FILES include/edgeprof/edgeprof.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/edgeprof)
install(FILES docs/man/edgeprof.1 docs/man/prof-merge.1 docs/man/prof-show.1
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES docs/man/edgeprof.7 DESTINATION ${CMAKE_INSTALL_MANDIR}/man7)
