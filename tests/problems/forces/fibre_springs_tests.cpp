// Equal fibres that are worked eight at a time, against each of them alone.

#include "problems/forces/fibre_springs.hpp"

#include <catch2/catch.hpp>

namespace fibre_springs_tests {

using namespace stiffbench;

namespace {

using Eigen::Index;

/// A fibre of one or of four segments, 12 or 48 numbers: the first leave a rest after eights.
ElasticBody<TwoPointSprings> fibre(int segments) {
  return fibre_springs({3.2e7, 1e6, 1.14, 0.12, 2.5 * segments, segments, 0.5});
}
Vec wave(Index n, double from, double to) { return Vec::LinSpaced(n, from, to).array().sin(); }

}  // namespace

TEST_CASE("fibres side by side have the forces of each alone", "[springs]") {
  for (const int segments : {1, 4})
    for (const Index count : {1, 7, 8, 11}) {
      CAPTURE(segments, count);
      const auto one = fibre(segments);
      const Index rows = one.dof(), all = rows * count;
      const Vec u = 0.1 * wave(all, 1, 80), du = wave(all, 3, 50), before = wave(all, 0, 9);
      Vec f = before, df = before, f_alone = before, df_alone = before;
      add_forces(one, u, f);
      add_jacobian_times(one, u, du, df);
      for (Index i = 0; i < all; i += rows) {
        one.add_force(u.segment(i, rows), f_alone.segment(i, rows));
        one.add_jacobian_times(u.segment(i, rows), du.segment(i, rows), df_alone.segment(i, rows));
      }
      REQUIRE((f_alone - before).norm() > 1);
      CHECK((f - f_alone).norm() < 1e-14 * f_alone.norm());
      CHECK((df - df_alone).norm() < 1e-14 * df_alone.norm());
    }
}

TEST_CASE("a fibre has the same digits in every place", "[springs]") {
  const auto one = fibre(4);
  const Index rows = one.dof(), count = 19;
  const Vec u = 0.1 * wave(rows, 1, 80), du = wave(rows, 3, 50);
  Vec f = Vec::Zero(rows * count), df = f;
  add_forces(one, u.replicate(count, 1), f);
  add_jacobian_times(one, u.replicate(count, 1), du.replicate(count, 1), df);
  CHECK(f == f.head(rows).replicate(count, 1));
  CHECK(df == df.head(rows).replicate(count, 1));
}

}  // namespace fibre_springs_tests
