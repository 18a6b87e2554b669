// The module stiffbench._core: the catalogue, the references and the harness for the package
// stiffbench in python/stiffbench, which is what users import.
#include "python/module/axpy.hpp"
#include "python/module/certified.hpp"
#include "python/module/convert/errors.hpp"
#include "python/module/long_calls.hpp"
#include "python/module/method.hpp"
#include "python/module/problem.hpp"
#include "python/module/runs.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace stiffbench::python;
  translate_errors();
  watch_forks();
  add_problems(module);
  add_references(module);
  add_methods(module);
  add_axpy(module);
  add_runs(module);
  add_records(module);
}
