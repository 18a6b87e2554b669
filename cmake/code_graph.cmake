# Records name the code that made them (base/code/reachable_code.hpp). Before a library or a program
# is linked, code_graph.sh writes down what its objects are, as an object that is linked with them.
# This file is part of the CMake package, too.
set(STIFFBENCH_CODE_GRAPH ${CMAKE_CURRENT_LIST_DIR}/code_graph.sh)

# stiffbench_map_files(TARGET PREFIX): __FILE__ is PREFIX and the path from the target's source
# folder, as CMake names objects, wherever that folder stands and however the compiler (or a compiler
# cache) is given the path.
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

# stiffbench_describe_code(TARGET PREFIX OBJECTS [LIBRARY_SYMBOLS]): describes the objects whenever
# the target is linked. LIBRARY_SYMBOLS says which file of the library defines a symbol.
function(stiffbench_describe_code target prefix objects)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set(settings ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS}
               ${CMAKE_CXX_FLAGS_${type}} $<$<BOOL:${STIFFBENCH_NATIVE}>:-march=native>)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_code)
  file(GENERATE OUTPUT ${folder}/objects
       CONTENT "$<JOIN:$<FILTER:${objects},EXCLUDE,gch$>,\n>\n")
  add_custom_command(
    TARGET ${target} PRE_LINK
    COMMAND ${CMAKE_COMMAND} -E env CXX=${CMAKE_CXX_COMPILER} NM=${CMAKE_NM}
            sh ${STIFFBENCH_CODE_GRAPH} ${folder} "${prefix}" "$<JOIN:${settings}, >" ${ARGN}
    COMMENT "Describing the code of ${target}"
    VERBATIM)
  target_link_options(${target} PRIVATE ${folder}/graph.o)
endfunction()

# stiffbench_describe_program(NAME PREFIX): gives the methods and problems of a program's own source
# files an identity, too. PREFIX tells them from files of the library. STIFFBENCH_SYMBOLS is what the
# library's own description has left.
function(stiffbench_describe_program name prefix)
  stiffbench_map_files(${name} ${prefix})
  stiffbench_describe_code(${name} ${prefix} "$<TARGET_OBJECTS:${name}>" ${STIFFBENCH_SYMBOLS})
endfunction()
