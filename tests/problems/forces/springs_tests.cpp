#include "base/error.hpp"
#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/forces/springs.hpp"
#include "tests/problems/forces/one_term.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace springs_tests {

using namespace stiffbench;
using test::add_force;
using test::add_jacobian_times;

namespace {

/// Five vertices, two tetrahedra, nothing fixed unless said.
struct TwoTets {
  Eigen::Matrix3Xd rest{3, 5};
  Eigen::Matrix<int, 4, Eigen::Dynamic> tets{4, 2};
  std::vector<int> free_index = {0, 1, 2, 3, 4};
  Mat pattern;

  TwoTets() {
    rest << 0, 1, 0, 0, 1,  //
        0, 0, 1, 0, 1,      //
        0, 0, 0, 1, 1;
    tets << 0, 1,  //
        1, 2,      //
        2, 3,      //
        3, 4;
    std::vector<std::array<int, 2>> pairs;
    for (int a = 0; a < 5; ++a)
      for (int b = 0; b < a; ++b) pairs.push_back({a, b});
    pattern = block_pattern(5, pairs);
  }
  template <class Term>
  Term springs(const typename Term::Elements& elements, double k = 1e8) const {
    return Term(elements, rest, free_index, k, pattern);
  }
};

}  // namespace

TEST_CASE("a stretched spring pulls its ends together", "[springs]") {
  const TwoTets body;
  const auto spring = body.springs<TwoPointSprings>(Eigen::Vector2i(0, 1), 3.0);
  Vec u = Vec::Zero(15), f = Vec::Zero(15);
  u[3] = 0.5;  // vertex 1 from x = 1 to 1.5
  add_force(spring, u, f);
  CHECK(f[0] == Approx(1.5));
  CHECK(f[3] == Approx(-1.5));
  f[0] = f[3] = 0;
  CHECK(f.isZero(0));
  CHECK(spring.potential(u) == Approx(3.0 / 2 * 0.25));
}

TEST_CASE("a body moved as a whole feels nothing, to the last bit", "[springs]") {
  const TwoTets body;
  const auto springs = body.springs<FourDiagonalSprings>(body.tets);
  const Vec u = Vec::LinSpaced(3, 0.1, 0.7).replicate(5, 1);
  Vec f = Vec::Zero(15);
  add_force(springs, u, f);
  CHECK(f.isZero(0));
  CHECK(springs.potential(u) == 0);
}

TEST_CASE("four diagonals are the four single ones", "[springs]") {
  const TwoTets body;
  const Vec u = 0.1 * Vec::LinSpaced(15, 1, 8).array().sin().matrix();
  const Vec du = Vec::LinSpaced(15, 2, 5).array().cos().matrix();
  const auto all = body.springs<FourDiagonalSprings>(body.tets);
  Vec f = Vec::Zero(15), df = Vec::Zero(15);
  add_force(all, u, f);
  add_jacobian_times(all, u, du, df);
  Mat K = test::stiffness(all, u, body.pattern);
  double energy = all.potential(u);
  CHECK((K * du + df).norm() < 1e-14 * df.norm());
  for (int end = 0; end < 4; ++end) {
    auto turned = body.tets;
    turned.row(0).swap(turned.row(end));
    const auto single = body.springs<DiagonalSprings>(turned, -1e8);  // takes away what `all` gave
    add_force(single, u, f);
    add_jacobian_times(single, u, du, df);
    K += test::stiffness(single, u, body.pattern);
    energy += single.potential(u);
  }
  CHECK(f.norm() < 1e-14 * 1e8);
  CHECK(df.norm() < 1e-14 * 1e8);
  CHECK(K.norm() < 1e-14 * 1e8);
  CHECK(std::abs(energy) < 1e-14 * 1e8);
}

TEST_CASE("fixed vertices neither move nor are pulled", "[springs]") {
  TwoTets body;
  body.free_index = {-1, 0, -1, 1, 2};
  body.pattern = block_pattern(3, {{{1, 0}}, {{2, 0}}, {{2, 1}}});
  const auto springs = body.springs<FourDiagonalSprings>(body.tets);
  const TwoTets all_free;
  const auto free_springs = all_free.springs<FourDiagonalSprings>(all_free.tets);
  const Vec u = 0.1 * Vec::LinSpaced(9, 1, 8).array().sin().matrix();
  Vec wide = Vec::Zero(15), f = Vec::Zero(9), wide_f = Vec::Zero(15);
  wide.segment<3>(3) = u.head<3>();
  wide.tail<6>() = u.tail<6>();
  add_force(springs, u, f);
  add_force(free_springs, wide, wide_f);
  CHECK(f.head<3>() == wide_f.segment<3>(3));
  CHECK(f.tail<6>() == wide_f.tail<6>());
  CHECK(springs.potential(u) == free_springs.potential(wide));
}

TEST_CASE("springs without length and blocks out of the pattern are errors", "[springs]") {
  TwoTets body;
  body.rest.col(1) = body.rest.col(0);
  CHECK_THROWS_WITH(body.springs<TwoPointSprings>(Eigen::Vector2i(0, 1)),
                    Catch::Contains("rest length above 0") && Catch::Contains("element 0"));
  TwoTets narrow;
  narrow.pattern = block_pattern(5, {{{0, 1}}});
  CHECK_THROWS_WITH(narrow.springs<FourDiagonalSprings>(narrow.tets), Catch::Contains("pattern"));
  CHECK_THROWS_WITH(block_slot(block_pattern(3, {{{0, 2}}}), 0, 1), Catch::Contains("pattern"));
}

TEST_CASE("a spring pressed to a point has no direction", "[springs]") {
  const TwoTets body;
  const auto spring = body.springs<TwoPointSprings>(Eigen::Vector2i(0, 1));
  Vec u = Vec::Zero(15), f = Vec::Zero(15);
  u[3] = -1;
  add_force(spring, u, f);
  CHECK(std::isnan(f[0]));
}

}  // namespace springs_tests
