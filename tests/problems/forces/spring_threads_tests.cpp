// What springs add has the same digits with any number of threads.

#include "problems/contract/optional/internal_variables.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/forces/springs.hpp"
#include "tests/base/thread_guard.hpp"
#include "tests/problems/forces/one_term.hpp"

#include <catch2/catch.hpp>

namespace spring_threads_tests {

using namespace stiffbench;
using test::with_any_threads;

namespace {

Vec wave(Eigen::Index n, double from, double to) {
  return Vec::LinSpaced(n, from, to).array().sin().matrix();
}

}  // namespace

TEST_CASE("springs have the same digits with any number of threads", "[springs]") {
  // Elements in the order of their places, plain springs and those of tetrahedra; bars of which the
  // stiff ones are in the lower part alone; springs of which the lengths at rest have changed.
  for (const auto& [name, size] :
       {std::pair<std::string, Settings>{"coil_spring", {{"sections", 160L}}},
        {"bunny", {{"size", std::string("4k")}}},
        {"tower", {}},
        {"crash", {{"size", 20000L}, {"yield", 1e-5}, {"gap", 0.01}}}}) {
    CAPTURE(name);
    const auto problem = ProblemRegistry::instance().make(name, size);
    const Eigen::Index n = problem->dof();
    REQUIRE(n > 3 * 3000);  // three threads have at least a thousand vertices each
    State u = problem->start();
    u.x = 1e-3 * wave(n, 1, 80);
    u.t = 0.005;  // when the car's springs flow
    if (const auto* internal = dynamic_cast<const InternalVariables*>(problem.get())) {
      with_any_threads([&] { return internal->update_internal_variables(u).z; });
      u = internal->update_internal_variables(u);
    }
    REQUIRE((name == "crash") == (u.z.size() > 0 && u.z.tail(u.z.size() / 2).norm() > 1e-4));
    const Vec dx = wave(n, 2, 50), dv = Vec::Zero(n);
    with_any_threads([&] {
      Vec f;
      problem->force(u, f);
      return f;
    });
    with_any_threads([&] { return problem->potential(u); });
    with_any_threads([&] {
      Vec df;
      problem->jacobian_times(u, dx, dv, df);
      return df;
    });
    for (const bool projected : {false, true})
      with_any_threads([&] {
        Mat K;
        projected ? projected_stiffness(*problem, u, K) : problem->stiffness(u, K);
        return Vec(K.coeffs().matrix());
      });
  }
}

TEST_CASE("springs in no order have the same digits with any number of threads", "[springs]") {
  // Most of them reach over a border, and every tenth vertex is fixed.
  constexpr int vertices = 4000;
  const Eigen::Matrix3Xd rest = Eigen::Matrix3Xd::Random(3, vertices);
  std::vector<int> free_index;
  for (int i = 0, next = 0; i < vertices; ++i) free_index.push_back(i % 10 == 0 ? -1 : next++);
  FourDiagonalSprings::Elements tets(4, vertices);
  for (int i = 0; i < vertices; ++i)
    tets.col(i) << i, (7 * i + 1) % vertices, (31 * i + 11) % vertices, (117 * i + 5) % vertices;
  std::vector<std::array<int, 2>> pairs;
  const auto place = [&](int vertex) { return free_index[static_cast<std::size_t>(vertex)]; };
  for (const auto& tet : tets.colwise())
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < a; ++b)
        if (place(tet[a]) >= 0 && place(tet[b]) >= 0)
          pairs.push_back({place(tet[a]), place(tet[b])});
  const Mat pattern = block_pattern(vertices - vertices / 10, pairs);
  const FourDiagonalSprings springs(tets, rest, free_index, 1e3, pattern);
  const Eigen::Index n = pattern.rows();
  const Vec u = 0.1 * wave(n, 1, 300);
  const VecOf<long double> precise = u.cast<long double>();
  with_any_threads([&] {
    Vec f = wave(n, 3, 9);
    test::add_force(springs, u, f);
    return f;
  });
  with_any_threads([&] {
    VecOf<long double> f = precise;
    springs.add_force(precise, f);
    return f;
  });
  with_any_threads([&] { return Vec(test::stiffness(springs, u, pattern).coeffs().matrix()); });
}

}  // namespace spring_threads_tests
