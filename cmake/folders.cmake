# stiffbench_folder(NAME): every .cpp below NAME/ becomes one OBJECT library. A new file is picked up
# by the next build, with no edit here. A folder named main/ holds programs, not library code.
function(stiffbench_folder name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/${name}/main/")
  if(NOT sources)
    return()
  endif()
  add_library(stiffbench_${name} OBJECT ${sources})
  target_compile_options(stiffbench_${name} PRIVATE -fno-semantic-interposition)
  target_compile_definitions(
    stiffbench_${name} PRIVATE STIFFBENCH_VERSION="${PROJECT_VERSION}")
  target_link_libraries(stiffbench_${name} PRIVATE stiffbench_settings stiffbench_warnings)
  set(STIFFBENCH_OBJECTS ${STIFFBENCH_OBJECTS} $<TARGET_OBJECTS:stiffbench_${name}> PARENT_SCOPE)
endfunction()
