# Everything third-party, all of it Debian packages; `bootstrap` installs them.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(SUNDIALS 6.4 REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(BLAS REQUIRED)
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)

foreach(name cholmod umfpack klu xxhash hwy)
  find_library(STIFFBENCH_${name} ${name} REQUIRED)
endforeach()
find_path(STIFFBENCH_SUITESPARSE_INCLUDE cholmod.h PATH_SUFFIXES suitesparse REQUIRED)
find_path(STIFFBENCH_VALIJSON_INCLUDE valijson/validator.hpp REQUIRED)
# The versions of what code is compiled with are part of its identity.
set(STIFFBENCH_VERSIONS Eigen ${Eigen3_VERSION} SUNDIALS ${SUNDIALS_VERSION} Boost ${Boost_VERSION})
find_path(STIFFBENCH_HIGHWAY_INCLUDE hwy/highway.h REQUIRED)
foreach(header ${STIFFBENCH_SUITESPARSE_INCLUDE}/SuiteSparse_config.h
               ${STIFFBENCH_HIGHWAY_INCLUDE}/hwy/highway.h)
  get_filename_component(name ${header} NAME_WE)
  file(STRINGS ${header} numbers
       REGEX "define [A-Z]+_(MAIN|SUB|SUBSUB|MAJOR|MINOR|PATCH)[_A-Z]* +[0-9]")
  string(REGEX REPLACE "[^0-9;]" "" numbers "${numbers}")
  list(JOIN numbers . numbers)
  list(APPEND STIFFBENCH_VERSIONS ${name} ${numbers})
endforeach()

if(STIFFBENCH_PETSC)
  find_package(PkgConfig REQUIRED)
  find_package(MPI REQUIRED COMPONENTS C)
  pkg_check_modules(STIFFBENCH_PETSC_LIBRARY REQUIRED IMPORTED_TARGET petsc>=3.18)
endif()

# What every target of ours compiles and links with; exported, since the headers need it.
add_library(stiffbench_settings INTERFACE)
target_compile_features(stiffbench_settings INTERFACE cxx_std_20)
target_include_directories(
  stiffbench_settings INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>)
target_include_directories(
  stiffbench_settings SYSTEM INTERFACE
  $<BUILD_INTERFACE:${STIFFBENCH_SUITESPARSE_INCLUDE}>
  $<BUILD_INTERFACE:${STIFFBENCH_VALIJSON_INCLUDE}>)
target_link_libraries(
  stiffbench_settings
  INTERFACE Eigen3::Eigen
            $<BUILD_INTERFACE:SUNDIALS::cvode>
            $<BUILD_INTERFACE:SUNDIALS::arkode>
            $<BUILD_INTERFACE:SUNDIALS::nvecserial>
            $<BUILD_INTERFACE:Boost::headers>
            $<BUILD_INTERFACE:CLI11::CLI11>
            $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>
            $<BUILD_INTERFACE:fmt::fmt>
            $<BUILD_INTERFACE:${STIFFBENCH_cholmod}>
            $<BUILD_INTERFACE:${STIFFBENCH_umfpack}>
            $<BUILD_INTERFACE:${STIFFBENCH_klu}>
            $<BUILD_INTERFACE:${STIFFBENCH_xxhash}>
            $<BUILD_INTERFACE:${STIFFBENCH_hwy}>
            $<BUILD_INTERFACE:BLAS::BLAS>
            $<BUILD_INTERFACE:Threads::Threads>)
if(STIFFBENCH_NATIVE)
  target_compile_options(stiffbench_settings INTERFACE -march=native)
endif()

# Warnings as errors in our own code; not exported.
add_library(stiffbench_warnings INTERFACE)
target_compile_options(stiffbench_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Werror)
# GCC 12 warns of impossible sizes and overlapping copies inside std::string (GCC bug 105329); in
# precompiled headers it forgets that they are the system's. The sanitizers watch what this hides.
foreach(warning restrict stringop-overflow array-bounds)
  target_compile_options(
    stiffbench_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-${warning}>)
endforeach()
# It takes the inside of std::regex for uninitialized with the sanitizers' instrumentation (GCC bug
# 105562), and that of the AVX-512 intrinsics, which Eigen uses, where they are compiled for (105593).
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize" OR STIFFBENCH_NATIVE)
  target_compile_options(
    stiffbench_warnings INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized)
endif()
