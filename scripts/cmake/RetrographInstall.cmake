# Install and export: find_package(retrograph) gives retrograph::<room>.
include(CMakePackageConfigHelpers)
get_property(rooms GLOBAL PROPERTY RETROGRAPH_ROOMS)
install(TARGETS ${rooms} EXPORT retrographTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(command retrograph_command retrograph_mpi)
  if(TARGET ${command})
    install(TARGETS ${command} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
install(DIRECTORY include/retrograph DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT retrographTargets NAMESPACE retrograph:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/retrograph)
configure_package_config_file(scripts/cmake/retrographConfig.cmake.in retrographConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/retrograph)
write_basic_package_version_file(retrographConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/retrographConfig.cmake ${PROJECT_BINARY_DIR}/retrographConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/retrograph)
