// The module stiffbench._core: the catalogue, the references and the harness for the package
// stiffbench in python/stiffbench, which is what users import.
#include "c/stiffbench.h"
#include "python/module/axpy.hpp"
#include "python/module/certified.hpp"
#include "python/module/convert/errors.hpp"
#include "python/module/long_calls.hpp"
#include "python/module/method.hpp"
#include "python/module/problem.hpp"
#include "python/module/runs.hpp"

#include <string>

namespace {

/// Objects of a library of another version have another layout.
void check_library() {
  const std::string library = stiffbench_version();
  if (library != STIFFBENCH_VERSION)
    throw pybind11::import_error("libstiffbench " + library +
                                 " with a package of version " STIFFBENCH_VERSION);
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  using namespace stiffbench::python;
  check_library();
  translate_errors();
  watch_forks();
  add_problems(module);
  add_references(module);
  add_methods(module);
  add_axpy(module);
  add_runs(module);
  add_records(module);
}
