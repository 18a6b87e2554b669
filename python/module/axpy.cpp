#include "python/module/axpy.hpp"

#include "base/error.hpp"
#include "python/module/convert/arrays.hpp"

namespace stiffbench::python {
namespace {

namespace py = pybind11;

py::object axpy(double a, const py::object& x, const py::object& y) {
  thread_local Vec in, sum;
  if (!py::isinstance<py::array>(y) || py::reinterpret_borrow<py::array>(y).ndim() != 1)
    throw Error("y is a NumPy array of float64 with one dimension", py::str(py::type::handle_of(y)),
                "give the velocities or the positions");
  const auto size = static_cast<Eigen::Index>(py::reinterpret_borrow<py::array>(y).shape(0));
  read_vector(y, "y", size, Entries::any, sum);
  read_vector(x, "x", size, Entries::any, in);
  sum += a * in;
  return to_array(sum);
}

}  // namespace

void add_axpy(py::module_& module) {
  using namespace py::literals;
  module.def("axpy", axpy, "a"_a, "x"_a, "y"_a,
             "y + a x, a new array, rounded as the suite's own methods round it in this build: "
             "once where the CPU multiplies and adds in one instruction, twice elsewhere");
}

}  // namespace stiffbench::python
