#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"

#include <Eigen/SparseCholesky>
#include <catch2/catch.hpp>

#include <cmath>

namespace membrane_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> membrane(const Settings& settings) {
  return ProblemRegistry::instance().make("vibrating_membrane", settings);
}
double number(const Settings& result, const std::string& name) {
  return std::get<double>(result.at(name));
}
/// The closed form of small vibrations (1/s).
double exact_frequency(double tension, double density, double radius) {
  return 5.135622301840683 * std::sqrt(tension / density) / radius;
}
/// The mode of K phi = omega^2 M phi that is nearest to the start velocity.
struct MeshMode {
  Vec phi;
  double omega;

  explicit MeshMode(const Problem& problem, double guess) : phi(problem.start().v) {
    const Vec& M = problem.mass().diagonal();
    Mat shifted = problem.linear_stiffness();
    for (Eigen::Index i = 0; i < M.size(); ++i)
      shifted.coeffRef(i, i) -= 0.95 * guess * guess * M[i];
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(shifted);
    for (int i = 0; i < 8; ++i) phi = factors.solve(M.cwiseProduct(phi)).normalized();
    omega = std::sqrt(phi.dot(problem.linear_stiffness() * phi) / phi.dot(M.cwiseProduct(phi)));
  }
};

}  // namespace

TEST_CASE("a membrane vibrates with Bessel's frequency, to the second order of its mesh",
          "[membrane]") {
  const double exact = exact_frequency(250, 40, 0.3);
  double last = 0;
  for (const long rings : {6L, 12L, 24L}) {
    const auto problem =
        membrane({{"rings", rings}, {"tension", 250.0}, {"density", 40.0}, {"radius", 0.3}});
    const double error = std::abs(MeshMode(*problem, exact).omega / exact - 1);
    CAPTURE(rings, error);
    if (last > 0) {
      CHECK(std::log2(last / error) > 1.9);
      CHECK(std::log2(last / error) < 2.1);
    }
    last = error;
  }
  CHECK(last < 0.005);
}

TEST_CASE("a membrane starts in its mode, flat, at 1 m/s, with a fixed rim", "[membrane]") {
  const auto problem = membrane({{"rings", 24L}});
  const State start = problem->start();
  CHECK(start.x.isZero(0));
  CHECK(start.v.maxCoeff() == Approx(1).epsilon(0.01));
  CHECK(start.v.minCoeff() == Approx(-1).epsilon(0.01));
  CHECK(problem->dof() == 3 * (1 + 3 * 24 * 23));
  const auto& picture = dynamic_cast<const Pictured&>(*problem);
  CHECK(picture.bodies(start)[0].points.rightCols(6 * 24).colwise().norm().minCoeff() ==
        Approx(0.1));
  // Two peaks and two troughs: along x upwards, along z downwards, on the diagonals at rest.
  const Eigen::Matrix3Xd X = picture.bodies(start)[0].points;
  for (Eigen::Index i = 1; i < problem->dof() / 3; ++i) {
    CHECK(start.v.segment<3>(3 * i)[0] == 0);
    CHECK(start.v[3 * i + 1] * (std::abs(X(0, i)) - std::abs(X(2, i))) >= -1e-15);
  }
  const auto paper = membrane({{"rings", 72L}});
  CHECK(paper->dof() / 3 + 6 * 72 == 15769);
}

TEST_CASE("outputs of a membrane tell how much of its motion is in the mode", "[membrane]") {
  const auto problem = membrane({{"rings", 8L}, {"speed", 1e-3}, {"end_time", 1.0}});
  const double guess = exact_frequency(100, 400, 0.1);
  const MeshMode mode(*problem, guess);
  // A pure vibration of small amplitude, then one beside it in the last quarter.
  const Vec phi = mode.phi / mode.phi.cwiseAbs().maxCoeff();
  const auto outputs = problem->outputs(20);
  const auto at = [&](double t, const Vec& shape) {
    State u = problem->start();
    u.t = t;
    u.x = 1e-3 / mode.omega * std::sin(mode.omega * t) * shape;
    u.v = 1e-3 * std::cos(mode.omega * t) * shape;
    return u;
  };
  outputs->see(at(0, phi));
  const double start = problem->kinetic(at(0, phi));
  for (int i = 1; i <= 1000; ++i) outputs->see(at(i / 1000., phi));
  const Settings result = outputs->result();
  // The mesh's mode is not quite J_2; the share of its energy that is in J_2 is nearly one.
  CHECK(number(result, "energy_left") == Approx(1).epsilon(1e-4));
  CHECK(number(result, "mode_energy") == Approx(start).epsilon(0.01));
  CHECK(number(result, "late_amplitude") == Approx(1e-3 / mode.omega).epsilon(0.01));
  double cosines = 0;
  for (int i = 750; i <= 1000; ++i) cosines += std::pow(std::cos(mode.omega * i / 1000.), 2);
  CHECK(number(result, "late_mode_kinetic") == Approx(cosines / 251).epsilon(0.01));
  CHECK(number(result, "late_other_kinetic") < 1e-3);
  CHECK(number(result, "late_other_kinetic") > 0);
  CHECK(std::get<std::vector<double>>(result.at("series_amplitude")).size() == 21);

  const auto aside = problem->outputs(0);
  Vec along = Vec::Zero(phi.size());  // in the plane, where the mode is not
  for (Eigen::Index i = 0; i < phi.size(); i += 3) along[i] = phi[i + 1];
  for (int i = 0; i <= 100; ++i) aside->see(at(i / 100., along));
  CHECK(number(aside->result(), "late_mode_kinetic") < 1e-20);
  CHECK(number(aside->result(), "late_other_kinetic") > 0.1);
  CHECK(number(aside->result(), "mode_energy") < 1e-20);
}

}  // namespace membrane_tests
