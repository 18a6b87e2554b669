# cmake --preset portable -C cmake/package/options.cmake: options of the build from which cpack makes Debian
# packages, as ./bootstrap package gives them.
foreach(on STIFFBENCH_PACKAGE STIFFBENCH_PYTHON CMAKE_SKIP_INSTALL_RPATH)
  set(${on} ON CACHE BOOL "for packages" FORCE)
endforeach()
foreach(off STIFFBENCH_TESTS STIFFBENCH_BENCHMARKS STIFFBENCH_NATIVE)
  set(${off} OFF CACHE BOOL "for packages" FORCE)
endforeach()
set(CMAKE_INSTALL_PREFIX /usr CACHE PATH "for packages" FORCE)
set(STIFFBENCH_PYTHON_FOLDER lib/python3/dist-packages CACHE STRING "for packages" FORCE)
foreach(kind EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS "-Wl,-z,relro,-z,now,--as-needed" CACHE STRING "for packages" FORCE)
endforeach()
