# stiffbench_precompile(TARGET HEADER...): headers of libraries that nearly every file includes, and
# those given, are parsed once for the target. No header of ours is among them: an edit of one would
# compile everything again.
function(stiffbench_precompile target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  target_precompile_headers(
    ${target} PRIVATE <Eigen/Core> <Eigen/SparseCore> <fmt/format.h> <algorithm> <cmath> <functional>
    <map> <memory> <optional> <string> <vector> ${ARGN})
endfunction()

# stiffbench_unite(LIST): replaces the sources of LIST that lie in one folder by one generated source,
# a unit, that includes them: headers are parsed once for all of them. Sources directly in a folder of
# STIFFBENCH_ALONE stay by themselves, and so does a source with options of its own. Units name their
# sources relative to the checkout, so that a compiler cache serves any checkout.
option(STIFFBENCH_UNITS "Compile sources of a folder together; off for tools that read single files" ON)
function(stiffbench_unite list)
  if(NOT STIFFBENCH_UNITS)
    return()
  endif()
  set(result "")
  set(units "")
  foreach(source ${${list}})
    file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${source})
    get_filename_component(folder ${path} DIRECTORY)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    get_source_file_property(includes ${source} INCLUDE_DIRECTORIES)
    if(folder IN_LIST STIFFBENCH_ALONE OR options OR includes)
      list(APPEND result ${source})
    else()
      string(MAKE_C_IDENTIFIER ${folder} unit)
      list(APPEND units ${unit})
      string(APPEND ${unit}_text "#include \"${path}\"\n")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES units)
  foreach(unit ${units})
    set(file ${CMAKE_BINARY_DIR}/units/${unit}.cpp)
    file(CONFIGURE OUTPUT ${file} CONTENT "${${unit}_text}")
    list(APPEND result ${file})
  endforeach()
  set(${list} ${result} PARENT_SCOPE)
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
  set(STIFFBENCH_SOURCES ${STIFFBENCH_SOURCES} ${sources} PARENT_SCOPE)
  stiffbench_unite(sources)
  add_library(stiffbench_${name} OBJECT ${sources})
  target_compile_options(stiffbench_${name} PRIVATE -fno-semantic-interposition)
  target_compile_definitions(
    stiffbench_${name} PRIVATE STIFFBENCH_VERSION="${PROJECT_VERSION}")
  target_link_libraries(stiffbench_${name} PRIVATE stiffbench_settings stiffbench_warnings)
  stiffbench_precompile(stiffbench_${name} ${ARGN})
  set(STIFFBENCH_OBJECTS ${STIFFBENCH_OBJECTS} $<TARGET_OBJECTS:stiffbench_${name}> PARENT_SCOPE)
endfunction()

# stiffbench_compile_quickly(TARGET): little optimization, for code that takes no part of a measured
# time: it compiles in two thirds of the time.
function(stiffbench_compile_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
