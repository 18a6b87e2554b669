#include "base/error.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace suspended_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> hung(const Settings& settings) {
  return ProblemRegistry::instance().make("suspended_body", settings);
}

/// The positions of all vertices at rest, and after the free ones went by (10, 20, 30).
struct Points {
  Eigen::Matrix3Xd rest, moved;
  explicit Points(const Problem& problem) {
    const auto& picture = dynamic_cast<const Pictured&>(problem);
    State u = problem.start();
    rest = picture.bodies(u)[0].points;
    u.x = Eigen::Vector3d(10, 20, 30).replicate(problem.dof() / 3, 1);
    moved = picture.bodies(u)[0].points;
  }
  bool is_fixed(Eigen::Index i) const { return moved.col(i) == rest.col(i); }
};

}  // namespace

TEST_CASE("a suspended body is 0.5 m high and fixed by its back", "[solids][suspended]") {
  for (const std::string body : {"dragon", "bunny"}) {
    CAPTURE(body);
    const auto problem = hung({{"body", body}});
    const Points points(*problem);
    CHECK(points.rest.row(1).minCoeff() == 0);
    CHECK(points.rest.row(1).maxCoeff() == Approx(0.5));
    const Eigen::Array3d low = points.rest.rowwise().minCoeff(),
                         high = points.rest.rowwise().maxCoeff();
    const Eigen::Array3d shares =
        body == "dragon" ? Eigen::Array3d(0.65, 0.74, 0.35) : Eigen::Array3d(0.68, 0.6, 0.5);
    const Eigen::Vector3d back = low + shares * (high - low);
    double farthest = 0, nearest = 1;  // of the fixed vertices and of the free ones
    long fixed = 0;
    for (Eigen::Index i = 0; i < points.rest.cols(); ++i) {
      const double distance = (points.rest.col(i) - back).norm();
      if (points.is_fixed(i))
        farthest = std::max(farthest, distance);
      else
        nearest = std::min(nearest, distance);
      fixed += points.is_fixed(i);
    }
    CHECK(farthest < nearest);
    CHECK(fixed == points.rest.cols() / 20);
    CHECK(problem->dof() == 3 * (points.rest.cols() - fixed));
  }
}

TEST_CASE("a suspended body is thrown downwards, the faster the lower", "[solids][suspended]") {
  const auto problem = hung({{"body", "bunny"}, {"size", "30"}, {"speed", 3.0}});
  const State start = problem->start();
  CHECK(start.x.isZero(0));
  CHECK(start.v.minCoeff() == -3);  // the lowest vertex
  CHECK(start.v.maxCoeff() == Approx(0).margin(1e-12));
  // Two numbers, a mean over the free vertices and one over their heights at rest, agree.
  const Points points(*problem);
  double heights = 0;
  for (Eigen::Index i = 0; i < points.rest.cols(); ++i)
    if (!points.is_fixed(i)) heights += points.rest(1, i);
  const double count = double(problem->dof()) / 3;
  CHECK(start.v.sum() == Approx(-3 * (count - heights / 0.5)));
  CHECK(hung({{"body", "bunny"}})->start().v.minCoeff() == -0.5);
}

TEST_CASE("a body without that size is an error", "[solids][suspended]") {
  CHECK_THROWS_WITH(hung({{"size", "1k"}}), Catch::Contains("the dragon comes in sizes"));
  CHECK_THROWS_WITH(hung({{"body", "bunny"}, {"size", "1800"}}),
                    Catch::Contains("the bunny comes in sizes"));
  CHECK(std::get<std::string>(hung({{"body", "bunny"}})->parameters().at("size")) == "1k");
}

}  // namespace suspended_tests
