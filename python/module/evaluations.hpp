#pragma once

#include "base/error.hpp"
#include "python/module/convert/arrays.hpp"

#include <fmt/format.h>

#include <cmath>
#include <pybind11/pybind11.h>

namespace stiffbench::python {

/// Adds the evaluations that a problem and its counted view share to a class of either handle:
/// force, Jacobian products, matrices and energies at (x, v, t). Vectors are copied into a state;
/// the problem computes without Python's lock, so that threads of Python compute at once.
template <class Handle>
class Evaluations {
 public:
  Evaluations(pybind11::class_<Handle, std::shared_ptr<Handle>>& type, Entries entries)
      : type_(type), entries_(entries) {
    add_forces();
    add_matrices();
    add_energies();
  }

 private:
  using Type = pybind11::class_<Handle, std::shared_ptr<Handle>>;
  using Object = pybind11::object;

  /// The state of this thread at (x, v, t).
  static State& state(const Handle& p, Entries entries, const Object& x, const Object& v,
                      double t) {
    thread_local State u;
    const Eigen::Index size = p->dof();
    read_vector(x, "x", size, entries, u.x);
    read_vector(v, "v", size, entries, u.v);
    if (entries == Entries::finite && !std::isfinite(t))
      throw Error("t is finite", fmt::format("{}", t), "give the time of the state (s)");
    u.t = t;
    return u;
  }

  template <class Work>
  static void unlocked(const Work& work) {
    pybind11::gil_scoped_release release;
    work();
  }

  void add_forces() {
    namespace py = pybind11;
    using namespace py::literals;
    const Entries entries = entries_;
    type_.def(
        "force",
        [entries](const Handle& p, const Object& x, const Object& v, double t, const Object& out) {
          thread_local Vec f;
          State& u = state(p, entries, x, v, t);
          check_out(out, u.x.size());
          unlocked([&] { p->force(u, f); });
          return write_vector(f, out);
        },
        "x"_a, "v"_a, "t"_a = 0., py::kw_only(), "out"_a = py::none(),
        "Total force f(x, v, t) (N), shape (dof,); written to `out` and returned if `out` is "
        "given");
    type_.def(
        "jacobian_times",
        [entries](const Handle& p, const Object& x, const Object& v, double t, const Object& dx,
                  const Object& dv, const Object& out) {
          thread_local Vec in_x, in_v, df;
          State& u = state(p, entries, x, v, t);
          read_vector(dx, "dx", u.x.size(), entries, in_x);
          read_vector(dv, "dv", u.x.size(), entries, in_v);
          check_out(out, u.x.size());
          unlocked([&] { p->jacobian_times(u, in_x, in_v, df); });
          return write_vector(df, out);
        },
        "x"_a, "v"_a, "t"_a, "dx"_a, "dv"_a, py::kw_only(), "out"_a = py::none(),
        "(df/dx) dx + (df/dv) dv (N), shape (dof,), without a matrix");
    type_.def(
        "time_derivative",
        [entries](const Handle& p, const Object& x, const Object& v, double t) {
          thread_local Vec dfdt;
          State& u = state(p, entries, x, v, t);
          unlocked([&] { p->time_derivative(u, dfdt); });
          return to_array(dfdt);
        },
        "x"_a, "v"_a, "t"_a = 0., "df/dt (N/s) at fixed x and v, shape (dof,)");
  }

  void add_matrix(const char* name, void (*compute)(const Handle&, const State&, Mat&),
                  const char* doc) {
    using namespace pybind11::literals;
    type_.def(
        name,
        [entries = entries_, compute](const Handle& p, const Object& x, const Object& v, double t) {
          Mat matrix;
          State& u = state(p, entries, x, v, t);
          unlocked([&] { compute(p, u, matrix); });
          if (matrix.rows() == 0) matrix.resize(p->dof(), p->dof());
          return to_sparse(std::move(matrix));
        },
        "x"_a, "v"_a, "t"_a = 0., doc);
  }

  void add_matrices() {
    add_matrix(
        "stiffness", [](const Handle& p, const State& u, Mat& K) { p->stiffness(u, K); },
        "K = -df/dx (N/m), a scipy.sparse.csr_matrix of shape (dof, dof)");
    add_matrix(
        "damping", [](const Handle& p, const State& u, Mat& D) { p->damping(u, D); },
        "D = -df/dv (N s/m), a scipy.sparse.csr_matrix of shape (dof, dof)");
  }

  void add_number(const char* name, double (*compute)(const Handle&, const State&),
                  const char* doc) {
    using namespace pybind11::literals;
    type_.def(
        name,
        [entries = entries_, compute](const Handle& p, const Object& x, const Object& v, double t) {
          State& u = state(p, entries, x, v, t);
          double number = 0;
          unlocked([&] { number = compute(p, u); });
          return number;
        },
        "x"_a, "v"_a, "t"_a = 0., doc);
  }

  void add_energies() {
    add_number(
        "energy", [](const Handle& p, const State& u) { return p->energy(u); },
        "Kinetic and potential energy (J); inf if the state is infeasible");
    add_number(
        "potential", [](const Handle& p, const State& u) { return p->potential(u); },
        "Potential energy of the conservative forces (J); inf if the state is infeasible");
    add_number(
        "kinetic", [](const Handle& p, const State& u) { return p->kinetic(u); },
        "Kinetic energy v' M v / 2 (J)");
  }

  Type& type_;
  Entries entries_;
};

}  // namespace stiffbench::python
