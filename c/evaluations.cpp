// Forces, products and energies at (t, x, v), of a problem or of the view of a run.
#include "c/calls/arrays.hpp"

namespace stiffbench::c {
namespace {

/// Copies (t, x, v) to the state of this thread.
template <class AnyProblem>
State& state_from(const AnyProblem& p, double t, const Input& x, const Input& v) {
  thread_local State u;
  read(x, p.dof(), entries_of(p), u.x);
  read(v, p.dof(), entries_of(p), u.v);
  if (entries_of(p) == Entries::finite) check_finite("t", t);
  u.t = t;
  return u;
}

/// Calls compute(problem, state, vector) and writes the vector.
template <class Compute>
int vector_at(stiffbench_problem handle, double t, const Input& x, const Input& v,
              const Output& output, const Compute& compute) {
  return guarded([&] {
    visit(target_of(handle), [&](const auto& p) {
      thread_local Vec vector;
      State& u = state_from(p, t, x, v);
      check(output, p.dof());
      compute(p, u, vector);
      write(vector, output);
    });
  });
}

/// Writes the number compute(problem, state).
template <class Compute>
int number_at(stiffbench_problem handle, double t, const Input& x, const Input& v, double* number,
              const char* name, const Compute& compute) {
  return guarded([&] {
    require_pointer(number, name);
    visit(target_of(handle), [&](const auto& p) {
      const State& u = state_from(p, t, x, v);
      *number = compute(p, u);
    });
  });
}

/// Keeps the matrix that compute(problem, state, matrix) writes for the thread.
template <class Compute>
int matrix_at(stiffbench_problem handle, double t, const Input& x, const Input& v,
              std::int64_t* entries, const Compute& compute) {
  return guarded([&] {
    require_pointer(entries, "entries");
    visit(target_of(handle), [&](const auto& p) {
      const State& u = state_from(p, t, x, v);
      Mat matrix;
      compute(p, u, matrix);
      if (matrix.rows() == 0) matrix.resize(p.dof(), p.dof());
      matrix.makeCompressed();
      *entries = matrix.nonZeros();
      thread_data().matrix = std::move(matrix);
    });
  });
}

/// Keeps a constant matrix of a problem for the thread.
template <class Get>
int constant_matrix(stiffbench_problem handle, std::int64_t* entries, const Get& get) {
  return guarded([&] {
    require_pointer(entries, "entries");
    visit(target_of(handle), [&](const auto& p) {
      Mat matrix = get(p);
      if (matrix.rows() == 0) matrix.resize(p.dof(), p.dof());
      matrix.makeCompressed();
      *entries = matrix.nonZeros();
      thread_data().matrix = std::move(matrix);
    });
  });
}

}  // namespace
}  // namespace stiffbench::c

using namespace stiffbench;

int stiffbench_force(stiffbench_problem problem, double t, const double* x, int64_t x_length,
                     const double* v, int64_t v_length, double* f, int64_t f_length) {
  return c::vector_at(problem, t, {"x", x, x_length}, {"v", v, v_length}, {"f", f, f_length},
                      [](const auto& p, State& u, Vec& force) { p.force(u, force); });
}

int stiffbench_jacobian_times(stiffbench_problem problem, double t, const double* x,
                              int64_t x_length, const double* v, int64_t v_length, const double* dx,
                              int64_t dx_length, const double* dv, int64_t dv_length, double* df,
                              int64_t df_length) {
  return c::vector_at(problem, t, {"x", x, x_length}, {"v", v, v_length}, {"df", df, df_length},
                      [&](const auto& p, State& u, Vec& product) {
                        thread_local Vec in_x, in_v;
                        c::read({"dx", dx, dx_length}, p.dof(), c::entries_of(p), in_x);
                        c::read({"dv", dv, dv_length}, p.dof(), c::entries_of(p), in_v);
                        p.jacobian_times(u, in_x, in_v, product);
                      });
}

int stiffbench_time_derivative(stiffbench_problem problem, double t, const double* x,
                               int64_t x_length, const double* v, int64_t v_length, double* dfdt,
                               int64_t dfdt_length) {
  return c::vector_at(problem, t, {"x", x, x_length}, {"v", v, v_length},
                      {"dfdt", dfdt, dfdt_length},
                      [](const auto& p, State& u, Vec& rate) { p.time_derivative(u, rate); });
}

int stiffbench_energy(stiffbench_problem problem, double t, const double* x, int64_t x_length,
                      const double* v, int64_t v_length, double* energy) {
  return c::number_at(problem, t, {"x", x, x_length}, {"v", v, v_length}, energy, "energy",
                      [](const auto& p, const State& u) { return p.energy(u); });
}

int stiffbench_potential(stiffbench_problem problem, double t, const double* x, int64_t x_length,
                         const double* v, int64_t v_length, double* potential) {
  return c::number_at(problem, t, {"x", x, x_length}, {"v", v, v_length}, potential, "potential",
                      [](const auto& p, const State& u) { return p.potential(u); });
}

int stiffbench_kinetic(stiffbench_problem problem, double t, const double* x, int64_t x_length,
                       const double* v, int64_t v_length, double* kinetic) {
  return c::number_at(problem, t, {"x", x, x_length}, {"v", v, v_length}, kinetic, "kinetic",
                      [](const auto& p, const State& u) { return p.kinetic(u); });
}

int stiffbench_mass_solve(stiffbench_problem problem, const double* f, int64_t f_length, double* a,
                          int64_t a_length) {
  return c::guarded([&] {
    c::visit(c::target_of(problem), [&](const auto& p) {
      thread_local Vec force, acceleration;
      const c::Output output{"a", a, a_length};
      c::read({"f", f, f_length}, p.dof(), c::entries_of(p), force);
      c::check(output, p.dof());
      p.mass().solve(force, acceleration);
      c::write(acceleration, output);
    });
  });
}

int stiffbench_stiffness(stiffbench_problem problem, double t, const double* x, int64_t x_length,
                         const double* v, int64_t v_length, int64_t* entries) {
  return c::matrix_at(problem, t, {"x", x, x_length}, {"v", v, v_length}, entries,
                      [](const auto& p, const State& u, Mat& K) { p.stiffness(u, K); });
}

int stiffbench_damping(stiffbench_problem problem, double t, const double* x, int64_t x_length,
                       const double* v, int64_t v_length, int64_t* entries) {
  return c::matrix_at(problem, t, {"x", x, x_length}, {"v", v, v_length}, entries,
                      [](const auto& p, const State& u, Mat& D) { p.damping(u, D); });
}

int stiffbench_mass(stiffbench_problem problem, int64_t* entries) {
  return c::constant_matrix(problem, entries, [](const auto& p) { return p.mass().matrix(); });
}

int stiffbench_split(stiffbench_problem problem, int64_t* entries) {
  return c::constant_matrix(problem, entries, [](const auto& p) { return p.linear_stiffness(); });
}

int stiffbench_matrix(int32_t* row_starts, int64_t row_starts_length, int32_t* columns,
                      int64_t columns_length, double* values, int64_t values_length) {
  return c::guarded([&] {
    const Mat& matrix = c::thread_data().matrix;
    if (matrix.rows() == 0)
      throw Error("stiffbench_matrix() copies the last matrix of the calling thread", "none",
                  "call stiffbench_stiffness() or another function of matrices before");
    const auto rows = matrix.rows() + 1, count = matrix.nonZeros();
    c::check(c::Array<int32_t>{"row_starts", row_starts, row_starts_length}, rows);
    c::check(c::Array<int32_t>{"columns", columns, columns_length}, count);
    c::check(c::Output{"values", values, values_length}, count);
    std::copy_n(matrix.outerIndexPtr(), rows, row_starts);
    std::copy_n(matrix.innerIndexPtr(), count, columns);
    std::copy_n(matrix.valuePtr(), count, values);
  });
}

int stiffbench_axpy(double a, const double* x, int64_t x_length, double* y, int64_t y_length) {
  return c::guarded([&] {
    thread_local Vec in, sum;
    c::check_array("x", x, x_length, std::max<int64_t>(y_length, 0));
    c::read({"x", x, x_length}, y_length, c::Entries::any, in);
    c::read({"y", y, y_length}, y_length, c::Entries::any, sum);
    sum += a * in;
    c::write(sum, {"y", y, y_length});
  });
}
