#pragma once

#include <functional>
#include <memory>
#include <vector>

// This header needs only the standard library and C++17 (ublas_rosenbrock4.cpp gives the reason).
namespace stiffbench {

/// The equation y' = F(y, t) of size N, with its dense Jacobian, N x N by rows, and dF/dt.
struct DenseEquation {
  std::function<void(const double* y, double t, double* dydt)> derivative;
  std::function<void(const double* y, double t, double* jacobian, double* dFdt)> jacobian;
};

/// Boost.Odeint's rosenbrock4 and its controller behind an interface without uBLAS.
class UblasRosenbrock4 {
 public:
  /// Prepares controlled steps to atol + rtol |y|, in the mean square of the entries.
  UblasRosenbrock4(double atol, double rtol);
  UblasRosenbrock4(UblasRosenbrock4&&) noexcept;
  ~UblasRosenbrock4();

  /// Tries one step of length h. True when it was accepted; y and t have then moved. In both cases
  /// h becomes the length that odeint suggests for the next step.
  bool try_step(const DenseEquation& equation, std::vector<double>& y, double& t, double& h);
  /// Makes one step of length h without error control.
  void do_step(const DenseEquation& equation, std::vector<double>& y, double t, double h);

 private:
  struct Steppers;
  std::unique_ptr<Steppers> steppers_;
};

}  // namespace stiffbench
