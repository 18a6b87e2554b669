# stiffbench_precompile(TARGET HEADER...): headers of libraries that nearly every file includes, and
# those given, are parsed once for the target. No header of ours is among them: an edit of one would
# compile everything again.
function(stiffbench_precompile target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  target_precompile_headers(
    ${target} PRIVATE <Eigen/Core> <Eigen/SparseCore> <fmt/format.h> <algorithm> <cmath> <functional>
    <map> <memory> <optional> <string> <vector> ${ARGN})
endfunction()

# stiffbench_folder(NAME HEADER...): every .cpp below NAME/ becomes one OBJECT library, with these
# headers precompiled. A new file is picked up by the next build, with no edit here. A folder named
# main/ holds programs, not library code. A folder inside another one, whose library an option adds,
# is a target of its own by its last name.
set(STIFFBENCH_OPTIONAL_FOLDERS integrators/peers/petsc)
function(stiffbench_folder path)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${path}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/${path}/(.*/)?main/")
  if(NOT path IN_LIST STIFFBENCH_OPTIONAL_FOLDERS)
    foreach(optional ${STIFFBENCH_OPTIONAL_FOLDERS})
      list(FILTER sources EXCLUDE REGEX "/${optional}/")
    endforeach()
  endif()
  if(NOT sources)
    return()
  endif()
  get_filename_component(name ${path} NAME)
  add_library(stiffbench_${name} OBJECT ${sources})
  target_compile_options(stiffbench_${name} PRIVATE -fno-semantic-interposition)
  target_compile_definitions(
    stiffbench_${name} PRIVATE STIFFBENCH_VERSION="${PROJECT_VERSION}")
  target_link_libraries(stiffbench_${name} PRIVATE stiffbench_settings stiffbench_warnings)
  stiffbench_precompile(stiffbench_${name} ${ARGN})
  set(STIFFBENCH_OBJECTS ${STIFFBENCH_OBJECTS} $<TARGET_OBJECTS:stiffbench_${name}> PARENT_SCOPE)
  set(STIFFBENCH_SOURCES ${STIFFBENCH_SOURCES} ${sources} PARENT_SCOPE)
endfunction()
