// A material whose rotations are those of a step's start: what contestants see of it in a step, and
// what everyone else does.

#include "base/dense.hpp"
#include "problems/contract/counted_problem.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/grid.hpp"
#include "problems/solids/shapes/tetrahedron.hpp"
#include "problems/solids/solid_body.hpp"

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <catch2/catch.hpp>

#include <random>

namespace lagged_force_tests {

using namespace stiffbench;
using Eigen::Index;

namespace {

using M3 = Eigen::Matrix3d;

std::unique_ptr<Problem> jello(const std::string& material, double damping = 0) {
  return ProblemRegistry::instance().make(
      "jello", {{"aspect", 1L}, {"cells", 1L}, {"material", material}, {"damping", damping}});
}
Vec random(Index n, double size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-size, size);
  return Vec::NullaryExpr(n, [&] { return number(generator); });
}
State state(const Problem& problem, double size, unsigned seed) {
  return {0.1, random(problem.dof(), size, seed), random(problem.dof(), 1, seed + 1)};
}
Vec force(const auto& problem, const State& u) {
  Vec f;
  problem.force(u, f);
  return f;
}

}  // namespace

TEST_CASE("a lagged material is the corotated one for all but contestants", "[solids]") {
  const auto lagged = jello("lagged_corotated", 2), plain = jello("linear_corotated", 2);
  CHECK(lagged_force(*lagged));
  CHECK_FALSE(lagged_force(*plain));
  const State u = state(*plain, 0.03, 1);
  CHECK(force(*lagged, u) == force(*plain, u));
  CHECK(lagged->potential(u) == plain->potential(u));
  LaggedStep step;
  step.begin(*lagged, *lagged_force(*lagged), plain->start());
  const CountedProblem as_seen(*lagged, &step), same(*plain);
  CHECK((force(as_seen, u) - force(*plain, u)).norm() > 0.01 * force(*plain, u).norm());
  CHECK(force(same, u) == force(*plain, u));
}

TEST_CASE("in a step a lagged force starts as the corotated one, and is affine", "[solids]") {
  for (const double damping : {0., 2.}) {
    const auto problem = jello("lagged_corotated", damping);
    LaggedStep step;
    const CountedProblem seen(*problem, &step);
    step.begin(*problem, *lagged_force(*problem), problem->start());
    CHECK(force(seen, problem->start()) == force(*problem, problem->start()));
    const State start = state(*problem, 0.03, 3);
    step.begin(*problem, *lagged_force(*problem), start);
    CHECK((force(seen, start) - force(*problem, start)).norm() < 1e-12 * force(seen, start).norm());
    CHECK(seen.potential(start) == problem->potential(start));

    const Vec dx = random(problem->dof(), 0.03, 5), dv = random(problem->dof(), 1, 6);
    Mat K, projected, D;
    seen.stiffness(start, K);
    seen.projected_stiffness(start, projected);
    CHECK(Mat(K - projected).norm() == 0);
    CHECK(dense::symmetric_eigenvalues(K)[0] > -1e-12 * K.norm());
    seen.damping(start, D);
    Vec df;
    seen.jacobian_times(start, dx, dv, df);
    CHECK((df + K * dx + D * dv).norm() < 1e-12 * df.norm());
    for (const double part : {0.5, 1., 2.}) {
      const State there{start.t, start.x + part * dx, start.v + part * dv};
      CHECK((force(seen, there) - force(seen, start) - part * df).norm() <
            1e-12 * part * df.norm());
    }
    const double e = 1e-4;
    const Vec there = start.x + 0.3 * dx;
    const State above{0, there + e * dx, 0 * dv}, below{0, there - e * dx, 0 * dv};
    const double slope = (seen.potential(above) - seen.potential(below)) / (2 * e);
    CHECK(-force(seen, {0, there, 0 * dv}).dot(dx) == Approx(slope).epsilon(1e-9));
  }
}

TEST_CASE("a lagged force is that of elements whose rotations stay", "[solids]") {
  const std::array<int, 3> cells = {1, 1, 1};
  const TetMesh mesh = kuhn_mesh(grid_vertices({cells, {0.3, 0.2, 0.1}}), cells);
  const Lame law = lame(1e5, 0.4);
  const std::vector<int> free = free_where(mesh, [](const auto&) { return true; });
  const SolidBody body = solid_body(mesh, free, solid_masses(mesh, free, 1000, false).mass,
                                    make_material(Material::lagged_corotated, law));
  const Vec start = random(body.dof(), 0.03, 1), now = start + random(body.dof(), 0.05, 2);
  Vec expected = Vec::Zero(body.dof());
  for (const auto& corners : mesh.tets.colwise()) {
    const auto point = Tetrahedron::quadrature(mesh.vertices(Eigen::all, corners))[0];
    M3 F = M3::Identity(), F0 = F;
    for (int p = 0; p < 4; ++p) {
      F += now.segment<3>(3 * corners[p]) * point.gradients.col(p).transpose();
      F0 += start.segment<3>(3 * corners[p]) * point.gradients.col(p).transpose();
    }
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(F0, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const M3 R = svd.matrixU() * svd.matrixV().transpose();
    REQUIRE(R.determinant() > 0);
    const M3 G = R.transpose() * F - M3::Identity();
    const M3 P = R * (law.mu * (G + G.transpose()) + law.lambda * G.trace() * M3::Identity());
    for (int p = 0; p < 4; ++p)
      expected.segment<3>(3 * corners[p]) -= point.volume * P * point.gradients.col(p);
  }
  Mat K;
  body.assemble(start, K, [&](const SolidTerm& term, const auto& at, GeneralBlocks::Rows& rows) {
    term.add_lagged_stiffness(at, rows);
  });
  Vec f = Vec::Zero(body.dof());
  body.add_force(start, f);
  f -= K * (now - start);
  CHECK((f - expected).norm() < 1e-12 * expected.norm());
}

TEST_CASE("a barrier is not made linear over a step", "[solids]") {
  CHECK_THROWS_WITH(
      ProblemRegistry::instance().make("bouncing_ball", {{"material", "lagged_corotated"}}),
      Catch::Contains("linear_corotated"));
}

}  // namespace lagged_force_tests
