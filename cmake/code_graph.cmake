# Records name the code that made them (base/code/reachable_code.hpp). describe_code writes down what
# the sources of a library or a program are, in a source file that is linked with them.
# This file is part of the CMake package, too.

# stiffbench_map_files(TARGET PREFIX): __FILE__ is PREFIX and the path from the target's source
# folder, as describe_code names files, wherever that folder stands and however the compiler (or a
# compiler cache) is given the path.
function(stiffbench_map_files target prefix)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  file(RELATIVE_PATH from_build ${CMAKE_BINARY_DIR} ${folder})
  string(REGEX REPLACE "/$" "" from_build ${from_build})
  set(maps ${from_build}/=${prefix} ${folder}/=${prefix})
  set(above ${prefix})
  while(NOT folder STREQUAL CMAKE_SOURCE_DIR)
    get_filename_component(folder ${folder} DIRECTORY)
    string(APPEND above __/)
    list(PREPEND maps ${folder}/=${above})
  endwhile()
  list(PREPEND maps /=${prefix})  # the last one that fits counts
  list(TRANSFORM maps PREPEND -fmacro-prefix-map=)
  target_compile_options(${target} PRIVATE ${maps})
endfunction()

# stiffbench_describe_code(TARGET PREFIX VERSIONS SOURCE... [LIBRARY FILES]): describes the sources
# below the current source folder, by their path from there with PREFIX before it. VERSIONS are those
# of other libraries. FILES lists the files of the library that the target links with.
function(stiffbench_describe_code target prefix versions)
  cmake_parse_arguments(PARSE_ARGV 3 given "" "LIBRARY" "")
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set(settings ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS}
               ${CMAKE_CXX_FLAGS_${type}} $<$<BOOL:${STIFFBENCH_NATIVE}>:-march=native> ${versions})
  set(text "settings $<JOIN:${settings}, >\n")
  set(includes $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  string(APPEND text "$<$<BOOL:${includes}>:include $<JOIN:${includes},\ninclude >\n>")
  foreach(source ${given_UNPARSED_ARGUMENTS})
    get_filename_component(source ${source} ABSOLUTE)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    string(REGEX REPLACE "NOTFOUND" "" options "${options}")
    string(APPEND text "source ${source}\t${options}\n")
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_code)
  file(GENERATE OUTPUT ${folder}/sources CONTENT "${text}")
  add_custom_command(
    OUTPUT ${folder}/graph.cpp
    BYPRODUCTS ${folder}/files
    COMMAND stiffbench::describe_code ${folder} ${CMAKE_CURRENT_SOURCE_DIR} "${prefix}"
            ${given_LIBRARY}
    DEPENDS stiffbench::describe_code ${folder}/sources ${given_LIBRARY}
    DEPFILE ${folder}/graph.d
    COMMENT "Describing the code of ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE ${folder}/graph.cpp)
endfunction()

# stiffbench_describe_program(NAME PREFIX): gives the methods and problems of a program's own source
# files an identity, too. PREFIX tells them from files of the library, which STIFFBENCH_FILES lists.
function(stiffbench_describe_program name prefix)
  stiffbench_map_files(${name} ${prefix})
  get_target_property(sources ${name} SOURCES)
  stiffbench_describe_code(
    ${name} ${prefix} "${STIFFBENCH_VERSIONS}" ${sources} LIBRARY ${STIFFBENCH_FILES})
endfunction()
