// The only file of C++17: uBLAS of Boost 1.74 calls std::allocator::construct, which C++20 removed.
#include "integrators/peers/odeint/ublas_rosenbrock4.hpp"

#include <boost/numeric/odeint/stepper/rosenbrock4.hpp>
#include <boost/numeric/odeint/stepper/rosenbrock4_controller.hpp>

#include <algorithm>
#include <utility>

namespace stiffbench {
namespace {

namespace odeint = boost::numeric::odeint;
using Vector = boost::numeric::ublas::vector<double>;
using Matrix = boost::numeric::ublas::matrix<double>;
using Stepper = odeint::rosenbrock4<double>;

auto system_of(const DenseEquation& equation) {
  return std::make_pair([&equation](const Vector& y, Vector& dydt,
                                    double t) { equation.derivative(&y[0], t, &dydt[0]); },
                        [&equation](const Vector& y, Matrix& jacobian, double t, Vector& dFdt) {
                          equation.jacobian(&y[0], t, &jacobian(0, 0), &dFdt[0]);
                        });
}

}  // namespace

struct UblasRosenbrock4::Steppers {
  Steppers(double atol, double rtol) : controlled(atol, rtol) {}
  void load(const std::vector<double>& y) {
    if (state.size() != y.size()) state.resize(y.size());
    std::copy(y.begin(), y.end(), state.begin());
  }
  Stepper fixed;
  odeint::rosenbrock4_controller<Stepper> controlled;
  Vector state;
};

UblasRosenbrock4::UblasRosenbrock4(double atol, double rtol)
    : steppers_(std::make_unique<Steppers>(atol, rtol)) {}
UblasRosenbrock4::UblasRosenbrock4(UblasRosenbrock4&&) noexcept = default;
UblasRosenbrock4::~UblasRosenbrock4() = default;

bool UblasRosenbrock4::try_step(const DenseEquation& equation, std::vector<double>& y, double& t,
                                double& h) {
  steppers_->load(y);
  const auto result = steppers_->controlled.try_step(system_of(equation), steppers_->state, t, h);
  std::copy(steppers_->state.begin(), steppers_->state.end(), y.begin());
  return result == odeint::success;
}

void UblasRosenbrock4::do_step(const DenseEquation& equation, std::vector<double>& y, double t,
                               double h) {
  steppers_->load(y);
  steppers_->fixed.do_step(system_of(equation), steppers_->state, t, h);
  std::copy(steppers_->state.begin(), steppers_->state.end(), y.begin());
}

}  // namespace stiffbench
