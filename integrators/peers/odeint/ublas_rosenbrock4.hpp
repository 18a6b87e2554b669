#pragma once

#include <functional>
#include <memory>
#include <vector>

// Of the standard library alone, and of C++17: see the source.
namespace stiffbench {

/// y' = F(y, t) of size N with its dense Jacobian, N x N by rows, and dF/dt.
struct DenseEquation {
  std::function<void(const double* y, double t, double* dydt)> derivative;
  std::function<void(const double* y, double t, double* jacobian, double* dFdt)> jacobian;
};

/// Boost.Odeint's rosenbrock4 and its controller behind an interface without uBLAS.
class UblasRosenbrock4 {
 public:
  /// Controlled steps to atol + rtol |y|, in the mean square of the entries.
  UblasRosenbrock4(double atol, double rtol);
  UblasRosenbrock4(UblasRosenbrock4&&) noexcept;
  ~UblasRosenbrock4();

  /// One try of length dt: true when it was accepted, and y and t have moved; dt is what odeint
  /// wants to try next.
  bool try_step(const DenseEquation& equation, std::vector<double>& y, double& t, double& dt);
  /// One step of length h, come what may.
  void do_step(const DenseEquation& equation, std::vector<double>& y, double t, double h);

 private:
  struct Steppers;
  std::unique_ptr<Steppers> steppers_;
};

}  // namespace stiffbench
