# The facts of a build that every record tells: written once into the build folder, included by
# harness/run/environment.cpp alone.
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}" STIFFBENCH_FLAGS)
if(STIFFBENCH_NATIVE)
  string(APPEND STIFFBENCH_FLAGS " -march=native")
  set(STIFFBENCH_NATIVE_WORD true)
else()
  set(STIFFBENCH_NATIVE_WORD false)
endif()
set(names "")
foreach(library ${BLAS_LIBRARIES})
  get_filename_component(name ${library} NAME)
  list(APPEND names ${name})
endforeach()
string(REPLACE ";" " " STIFFBENCH_BLAS_NAMES "${names}")

set(STIFFBENCH_TETGEN_VERSION "not installed when configured")
find_program(STIFFBENCH_DPKG_QUERY dpkg-query)
if(STIFFBENCH_DPKG_QUERY)
  execute_process(COMMAND ${STIFFBENCH_DPKG_QUERY} -W -f "\${Version}" tetgen
                  OUTPUT_VARIABLE version RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed AND version)
    set(STIFFBENCH_TETGEN_VERSION ${version})
  endif()
endif()

set(STIFFBENCH_PETSC_VERSION "")
if(STIFFBENCH_PETSC)
  set(STIFFBENCH_PETSC_VERSION ${STIFFBENCH_PETSC_LIBRARY_VERSION})
endif()

set(generated ${CMAKE_BINARY_DIR}/generated)
configure_file(${CMAKE_SOURCE_DIR}/cmake/build_facts.hpp.in ${generated}/build_facts.hpp @ONLY)

# The commit can change without a new configuration: asked at every build, written when it changed.
add_custom_target(
  stiffbench_git_commit
  COMMAND ${CMAKE_COMMAND} -D SOURCE=${CMAKE_SOURCE_DIR} -D OUTPUT=${generated}/git_commit.hpp
          -P ${CMAKE_SOURCE_DIR}/cmake/git_commit.cmake
  BYPRODUCTS ${generated}/git_commit.hpp
  COMMENT "Looking up the git commit")
add_dependencies(stiffbench_harness stiffbench_git_commit)
