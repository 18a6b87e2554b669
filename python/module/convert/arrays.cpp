#include "python/module/convert/arrays.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <memory>

namespace stiffbench::python {
namespace {

namespace py = pybind11;

std::string text_of(py::handle object) { return std::string(py::str(object)); }

[[noreturn]] void refuse(const char* name, Eigen::Index size, const std::string& got,
                         const std::string& remedy) {
  throw Error(fmt::format("{} is a NumPy array of float64 with shape ({},)", name, size), got,
              remedy);
}

/// Returns the object as an array of float64 with one dimension and this size.
py::array checked(py::handle object, const char* name, Eigen::Index size) {
  if (!py::isinstance<py::array>(object))
    refuse(name, size, text_of(py::type::handle_of(object).attr("__name__")),
           "convert it with numpy.asarray(..., dtype=float)");
  py::array array = py::reinterpret_borrow<py::array>(object);
  if (!py::isinstance<py::array_t<double, 0>>(array))
    refuse(name, size, "dtype " + text_of(array.dtype()), "convert it with .astype(float)");
  if (array.ndim() != 1 || array.shape(0) != size)
    refuse(name, size, "shape " + text_of(object.attr("shape")),
           "a problem's vectors have dof entries, flattened xyzxyz...");
  return array;
}

void check_finite(const char* name, const Vec& vector) {
  if (vector.allFinite()) return;
  for (Eigen::Index i = 0; i < vector.size(); ++i)
    if (!std::isfinite(vector[i]))
      throw Error(fmt::format("the entries of {} are finite", name),
                  fmt::format("{} at entry {}", vector[i], i), "check where it comes from");
}

py::capsule owner_of(std::unique_ptr<Mat> matrix) {
  return py::capsule(matrix.release(), [](void* mat) { delete static_cast<Mat*>(mat); });
}

template <class T>
py::array_t<T> borrow(const T* entries, Eigen::Index size, const py::object& owner) {
  return py::array_t<T>(size, entries, owner);
}

py::object sparse_of(const Mat& matrix, const py::object& owner, bool writeable) {
  const py::array parts[] = {borrow(matrix.valuePtr(), matrix.nonZeros(), owner),
                             borrow(matrix.innerIndexPtr(), matrix.nonZeros(), owner),
                             borrow(matrix.outerIndexPtr(), matrix.rows() + 1, owner)};
  if (!writeable)
    for (const py::array& part : parts) part.attr("setflags")(py::arg("write") = false);
  return py::module_::import("scipy.sparse")
      .attr("csr_matrix")(py::make_tuple(parts[0], parts[1], parts[2]),
                          py::arg("shape") = py::make_tuple(matrix.rows(), matrix.cols()));
}

}  // namespace

void read_vector(py::handle object, const char* name, Eigen::Index size, Entries entries,
                 Vec& out) {
  const py::array array = checked(object, name, size);
  using Strided = Eigen::Map<const Vec, Eigen::Unaligned, Eigen::InnerStride<>>;
  constexpr py::ssize_t width = sizeof(double);
  const py::ssize_t stride = size > 0 ? array.strides(0) : width;
  if (stride % width != 0 || reinterpret_cast<std::uintptr_t>(array.data()) % alignof(double) != 0)
    refuse(name, size, fmt::format("a stride of {} bytes", stride), "copy it with .copy()");
  const auto* data = static_cast<const double*>(array.data());
  if (stride == width)
    out = Eigen::Map<const Vec>(data, size);
  else
    out = Strided(data, size, Eigen::InnerStride<>(stride / width));
  if (entries == Entries::finite) check_finite(name, out);
}

void check_out(const py::object& out, Eigen::Index size) {
  if (out.is_none()) return;
  const py::array array = checked(out, "out", size);
  if (!array.writeable())
    refuse("out", size, "a read-only array", "give numpy.empty(p.dof), or leave it out");
  if (size > 0 && array.strides(0) != static_cast<py::ssize_t>(sizeof(double)))
    refuse("out", size, "an array that is not contiguous",
           "give numpy.empty(p.dof), or leave it out");
}

py::object write_vector(const Vec& vector, const py::object& out) {
  if (out.is_none()) return to_array(vector);
  py::array array = py::reinterpret_borrow<py::array>(out);
  std::copy(vector.begin(), vector.end(), static_cast<double*>(array.mutable_data()));
  return out;
}

py::array_t<double> to_array(const Vec& vector) {
  return py::array_t<double>(vector.size(), vector.data());
}

py::object to_sparse(Mat matrix) {
  auto own = std::make_unique<Mat>(std::move(matrix));
  own->makeCompressed();
  const Mat& entries = *own;
  return sparse_of(entries, owner_of(std::move(own)), true);
}

py::object view_of(const Mat& matrix, const py::object& owner) {
  if (!matrix.isCompressed()) return to_sparse(matrix);
  return sparse_of(matrix, owner, false);
}

py::object to_state(const State& u) {
  return py::module_::import("stiffbench.state").attr("State")(u.t, to_array(u.x), to_array(u.v));
}

}  // namespace stiffbench::python
