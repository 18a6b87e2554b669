# PREFIX/bin/stiffbench, PREFIX/lib/libstiffbench.so, PREFIX/include/stiffbench, the CMake package
# in PREFIX/lib/cmake/stiffbench, stiffbench.h and stiffbench.f90 in PREFIX/include with
# PREFIX/lib/pkgconfig/stiffbench.pc, and in PREFIX/share/stiffbench what the program reads: data_path()
# finds there what it finds in the source tree. A prefix may be moved.
# A component is the content of one Debian package (cmake/package): program, runtime, development, data,
# python. A rule that names none is of development: headers, CMake files and the like.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/stiffbench)
set(share_dir ${CMAKE_INSTALL_DATADIR}/stiffbench)
set(include_dir ${CMAKE_INSTALL_INCLUDEDIR}/stiffbench)

set_target_properties(
  stiffbench_executable PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
target_include_directories(
  stiffbench_settings INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/stiffbench>)
install(TARGETS stiffbench stiffbench_settings EXPORT stiffbenchTargets
        LIBRARY COMPONENT runtime NAMELINK_COMPONENT development)
install(TARGETS stiffbench_executable COMPONENT program)
install(TARGETS describe_code EXPORT stiffbenchTargets DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/stiffbench)
install(EXPORT stiffbenchTargets NAMESPACE stiffbench:: DESTINATION ${package_dir})

configure_package_config_file(
  cmake/stiffbenchConfig.cmake.in ${CMAKE_BINARY_DIR}/stiffbenchConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS share_dir include_dir)
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/stiffbenchConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/stiffbenchConfig.cmake
              ${CMAKE_BINARY_DIR}/stiffbenchConfigVersion.cmake
              cmake/code_graph.cmake ${STIFFBENCH_FILES}
        DESTINATION ${package_dir})

# The interface for C, and for Fortran, which compiles stiffbench.f90 with the program.
# ${pcfiledir} makes the prefix movable.
file(RELATIVE_PATH to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/stiffbench.pc.in ${CMAKE_BINARY_DIR}/stiffbench.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/stiffbench.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES c/stiffbench.h c/stiffbench.f90 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# Headers of peers by SUNDIALS and PETSc need libraries that other projects may lack.
foreach(folder base problems integrators reference harness)
  if(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/${folder})
    install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stiffbench
            FILES_MATCHING PATTERN "*.hpp" PATTERN main EXCLUDE PATTERN sundials EXCLUDE PATTERN petsc EXCLUDE)
  endif()
endforeach()
install(FILES problems/template.cpp.in DESTINATION ${share_dir}/problems COMPONENT data)
install(DIRECTORY integrators/templates DESTINATION ${share_dir}/integrators COMPONENT data)
install(FILES harness/main/main.cpp DESTINATION ${share_dir}/harness/main COMPONENT data)
install(DIRECTORY results DESTINATION ${share_dir} COMPONENT data)
install(FILES LICENSE references.bib NAMES.md package.json DESTINATION ${share_dir} COMPONENT data)
install(DIRECTORY docs/help DESTINATION ${share_dir}/docs COMPONENT data)
# Meshes and renderers come from npm; without them, the program says so when they are asked for.
# Packages hold what is needed of them (cmake/package).
if(NOT STIFFBENCH_PACKAGE)
  install(DIRECTORY node_modules DESTINATION ${share_dir} COMPONENT data OPTIONAL)
endif()

set(zsh_folder site-functions)
if(STIFFBENCH_PACKAGE)  # site-functions is for the administrator
  set(zsh_folder vendor-completions)
endif()
# The program itself writes what completes its words in a shell, and its manual page.
foreach(text "completion bash" "completion zsh" man)
  string(REPLACE " " "_" file "${text}")
  install(CODE "execute_process(COMMAND ${CMAKE_BINARY_DIR}/stiffbench ${text} \
                OUTPUT_FILE ${CMAKE_BINARY_DIR}/${file}.txt COMMAND_ERROR_IS_FATAL ANY)" COMPONENT program)
endforeach()
install(FILES ${CMAKE_BINARY_DIR}/completion_bash.txt RENAME stiffbench
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES ${CMAKE_BINARY_DIR}/completion_zsh.txt RENAME _stiffbench
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_folder} COMPONENT program)
if(NOT STIFFBENCH_PACKAGE)
  install(FILES ${CMAKE_BINARY_DIR}/man.txt RENAME stiffbench.1
          DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
endif()
