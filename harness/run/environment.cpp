#include "harness/run/environment.hpp"

#include "base/hash.hpp"
#include "base/system/instruction_set.hpp"
#include "base/system/linked_function.hpp"
#include "base/system/use_threads.hpp"
#include "build_facts.hpp"  // written by cmake/build_facts.cmake
#include "git_commit.hpp"   // written by cmake/git_commit.cmake at every build

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <boost/version.hpp>
#include <fmt/format.h>
#include <sundials/sundials_version.h>

#include <SuiteSparse_config.h>
#include <dlfcn.h>
#include <fstream>
#include <sys/utsname.h>
#include <unistd.h>
#include <xxhash.h>

namespace stiffbench {
namespace {

/// Returns the value of a key in /proc/cpuinfo, or null if the kernel does not write it.
Json cpu_entry(const std::string& key) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key))
      if (const auto colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return nullptr;
}

Json first_line(const char* path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) ? Json(line) : Json(nullptr);
}

Json compiled_sets() {
  Json sets = Json::array();
#ifdef __SSE2__
  sets.push_back("sse2");
#endif
#ifdef __AVX__
  sets.push_back("avx");
#endif
#ifdef __AVX2__
  sets.push_back("avx2");
#endif
#ifdef __FMA__
  sets.push_back("fma");
#endif
#ifdef __AVX512F__
  sets.push_back("avx512f");
#endif
#ifdef __ARM_NEON
  sets.push_back("neon");
#endif
  return sets;
}

Json cpu() {
  return {{"model", cpu_entry("model name")},
          {"instruction_sets_in_use", compiled_sets()},
          {"instruction_set_chosen", instruction_set()},
          {"cores", sysconf(_SC_NPROCESSORS_ONLN)},
          {"cache_bytes",
           {{"l1d", sysconf(_SC_LEVEL1_DCACHE_SIZE)},
            {"l2", sysconf(_SC_LEVEL2_CACHE_SIZE)},
            {"l3", sysconf(_SC_LEVEL3_CACHE_SIZE)}}},
          {"governor", first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")}};
}

Json versions() {
  char sundials[32];
  SUNDIALSGetVersion(sundials, sizeof sundials);
  Json all{{"eigen",
            fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
           {"sundials", sundials},
           {"boost", BOOST_LIB_VERSION},
           {"suitesparse", fmt::format("{}.{}.{}", SUITESPARSE_MAIN_VERSION,
                                       SUITESPARSE_SUB_VERSION, SUITESPARSE_SUBSUB_VERSION)},
           {"fmt", FMT_VERSION},
           {"nlohmann_json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR,
                                         NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
           {"cli11", CLI11_VERSION},
           {"xxhash", XXH_versionNumber()},
           {"tetgen", build::tetgen_version}};
  if (*build::petsc_version) all["petsc"] = build::petsc_version;
  return all;
}

Json blas() {
  Json json{{"library", build::blas_libraries}};
  if (auto* config = linked_function<char*()>("openblas_get_config")) json["config"] = config();
  // The file identifies the BLAS in use, because Debian's alternatives exchange it behind one name.
  Dl_info file{};
  if (void* product = dlsym(RTLD_DEFAULT, "dgemm_"); product && dladdr(product, &file))
    json["file"] = file.dli_fname;
  return json;
}

Json gather() {
  use_one_thread();
  utsname system{};
  uname(&system);
  Json all{{"stiffbench", STIFFBENCH_VERSION},
           {"git", {{"commit", build::git_commit}, {"dirty", build::git_dirty}}},
           {"cpu", cpu()},
           {"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)},
           {"compiler", build::compiler},
           {"flags", build::flags},
           {"build_type", build::build_type},
           {"native", build::native},
           {"versions", versions()},
           {"blas", blas()}};
  all["hash"] = Hasher().update(all.dump()).hex();
  return all;
}

}  // namespace

const Json& environment() {
  static const Json facts = gather();
  return facts;
}

}  // namespace stiffbench
