# CGAL's alpha wrapping is under the GPL, this project under the MIT licence. So a program of its own
# is compiled with it, which the library runs and does not link. Without CGAL there is no such
# program, and a mesh that needs it is an error that says so.
find_package(CGAL 5.5 QUIET)
if(CGAL_FOUND)
  add_executable(stiffbench_alpha_wrap problems/main/alpha_wrap.cpp)
  # The same in every kind of build, so that the mesh is the same: CGAL takes minutes in a debug
  # build, and rounds otherwise with fused multiply-adds.
  target_compile_options(stiffbench_alpha_wrap PRIVATE -O2 -ffp-contract=off)
  target_compile_definitions(stiffbench_alpha_wrap PRIVATE NDEBUG)
  target_link_libraries(stiffbench_alpha_wrap PRIVATE CGAL::CGAL stiffbench_warnings)
  add_dependencies(stiffbench_program stiffbench_alpha_wrap)
  install(TARGETS stiffbench_alpha_wrap COMPONENT program)
else()
  message(STATUS "CGAL 5.5 is missing: no dragon (apt install libcgal-dev)")
endif()
