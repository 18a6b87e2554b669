# Records name the code that made them (base/code/reachable_code.hpp). Before a library or a program
# is linked, code_graph.sh writes down what its objects are, as an object that is linked with them.
# This file is part of the CMake package, too.
set(STIFFBENCH_CODE_GRAPH ${CMAKE_CURRENT_LIST_DIR}/code_graph.sh)

# stiffbench_map_files(TARGET PREFIX): __FILE__ is PREFIX and the path from the target's source
# folder, wherever that stands and however the compiler (or a compiler cache) is given the path.
function(stiffbench_map_files target prefix)
  file(RELATIVE_PATH from_build ${CMAKE_BINARY_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REGEX REPLACE "/$" "" from_build ${from_build})
  target_compile_options(
    ${target} PRIVATE -fmacro-prefix-map=/=${prefix}
                      -fmacro-prefix-map=${from_build}/=${prefix}
                      -fmacro-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}/=${prefix})
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

# stiffbench_describe_program(NAME): gives the methods and problems of a program's own source files
# an identity, too. STIFFBENCH_SYMBOLS is what the library's own description has left.
function(stiffbench_describe_program name)
  stiffbench_map_files(${name} program/)
  stiffbench_describe_code(${name} program/ "$<TARGET_OBJECTS:${name}>" ${STIFFBENCH_SYMBOLS})
endfunction()
