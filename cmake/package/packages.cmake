# Debian packages, one for each component of cmake/install.cmake; ./bootstrap package makes them. Every file
# that an installation has is in one of them (tests/packaging/components.sh).
if(STIFFBENCH_NATIVE OR NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  message(FATAL_ERROR "packages hold a build for any CPU with the prefix /usr; got STIFFBENCH_NATIVE="
                      "${STIFFBENCH_NATIVE}, ${CMAKE_INSTALL_PREFIX}; configure with -C cmake/package/options.cmake")
endif()
set(here ${CMAKE_CURRENT_LIST_DIR})
set(made ${CMAKE_BINARY_DIR}/package)
# Their module is of one version of Python.
execute_process(COMMAND ${STIFFBENCH_PYTHON_PROGRAM} -c
                "import sys; n = sys.version_info.minor; print(f'python3 (>= 3.{n}), python3 (<< 3.{n + 1})')"
                OUTPUT_VARIABLE versions_of_python OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

set(STIFFBENCH_MAINTAINER "the stiffbench authors <authors@stiffbench.invalid>"
    CACHE STRING "Maintainer of the Debian packages: NAME <ADDRESS>")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL program runtime development data python)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${STIFFBENCH_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

# stiffbench_debian_package(COMPONENT NAME SUMMARY DESCRIPTION): the words of one package, its copyright and
# its changelog. Debian's lines are at most 80 columns wide; a lone dot separates paragraphs.
function(stiffbench_debian_package component name summary description)
  string(TOUPPER ${component} upper)
  set(variable CPACK_DEBIAN_${upper})
  set(${variable}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(${variable}_DESCRIPTION "${summary}\n${description}" PARENT_SCOPE)
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}\n${description}" PARENT_SCOPE)
  install(FILES ${made}/changelog.gz DESTINATION share/doc/${name} COMPONENT ${component})
  set(copyright ${made}/copyright_runtime)
  if(component STREQUAL "data" OR component STREQUAL "program")
    set(copyright ${made}/copyright_${component})
  endif()
  install(FILES ${copyright} RENAME copyright DESTINATION share/doc/${name} COMPONENT ${component})
  if(EXISTS ${here}/overrides/${name})
    install(FILES ${here}/overrides/${name} DESTINATION share/lintian/overrides COMPONENT ${component})
  endif()
endfunction()

set(about "stiffbench measures time integrators on stiff systems M x'' = f(x, v, t):
chains, cloth, fibres, elastic solids and contact. It judges every run by a
certified reference and draws diagrams of precision and work.")
set(exact "(= ${PROJECT_VERSION})")

stiffbench_debian_package(program stiffbench "benchmark of time integrators for stiff systems"
  "${about}\n.\nThis package has the program.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS
    "libstiffbench0 ${exact}, stiffbench-data ${exact}, nodejs (>= 18.20.4), librsvg2-bin, fonts-dejavu-core, \
tetgen")

stiffbench_debian_package(runtime libstiffbench0 "benchmark of time integrators (library)"
  "${about}\n.\nThis package has the shared library.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${here}/triggers)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "stiffbench-data ${exact}")

stiffbench_debian_package(development libstiffbench-dev "benchmark of time integrators (headers)"
  "${about}\n.\nThis package has headers and files of CMake, for integrators and problems
of one's own.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libstiffbench0 ${exact}, libboost-dev, libeigen3-dev (>= 3.4), libfmt-dev, nlohmann-json3-dev")

stiffbench_debian_package(data stiffbench-data "benchmark of time integrators (data)"
  "${about}\n.\nThis package has experiments, claims of papers, schemas, records and the
scripts that draw figures and reports.")
set(CPACK_DEBIAN_DATA_PACKAGE_ARCHITECTURE all)

stiffbench_debian_package(python python3-stiffbench "benchmark of time integrators (Python)"
  "${about}\n.\nThis package has the module for Python.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "libstiffbench0 ${exact}, ${versions_of_python}, python3-numpy, python3-scipy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS stiffbench)

add_custom_target(stiffbench_package_documents ALL
                  COMMAND ${here}/documents.sh $<TARGET_FILE:stiffbench_executable> ${made} ${STIFFBENCH_MAINTAINER}
                  DEPENDS stiffbench_executable VERBATIM
                  COMMENT "Writing licences, changelog, manual page and scripts for packages")
install(DIRECTORY ${made}/javascript/results ${made}/javascript/node_modules DESTINATION ${share_dir} COMPONENT data)
install(FILES ${made}/stiffbench.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
include(CPack)
