#include "problems/forces/near_pairs.hpp"

#include <boost/geometry/algorithms/disjoint.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include <algorithm>
#include <utility>

namespace stiffbench {

NearPairs::NearPairs(Eigen::Matrix3Xd rest, std::vector<int> group, double reach, double skin)
    : rest_(std::move(rest)), group_(std::move(group)), reach_(reach), skin_(skin) {}

std::shared_ptr<const NearPairs::List> NearPairs::within_reach(const Vec& u) const {
  auto list = last_.load();
  if (list && serves(*list, u)) return list;
  list = make(u);
  last_.store(list);
  return list;
}

/// Two points that have moved by less than half a skin each came nearer by less than a skin.
bool NearPairs::serves(const List& list, const Vec& u) const {
  const double allowed = skin_ * skin_ / 4;
  for (Eigen::Index i = 0; i < u.size(); i += 3) {
    const double x = u[i] - list.u[i], y = u[i + 1] - list.u[i + 1], z = u[i + 2] - list.u[i + 2];
    if (!(x * x + y * y + z * z < allowed)) return false;
  }
  return true;
}

std::shared_ptr<const NearPairs::List> NearPairs::make(const Vec& u) const {
  namespace bg = boost::geometry;
  using Point = bg::model::point<double, 3, bg::cs::cartesian>;
  using Value = std::pair<Point, int>;
  auto list = std::make_shared<List>();
  list->u = u;
  if (!u.allFinite()) return list;
  const Eigen::Matrix3Xd x = rest_ + u.reshaped(3, rest_.cols());
  std::vector<Value> points;
  for (int i = 0; i < x.cols(); ++i) points.push_back({Point(x(0, i), x(1, i), x(2, i)), i});
  const bg::index::rtree<Value, bg::index::rstar<8>> tree(points);
  const double radius = reach_ + skin_;
  std::vector<int> near;
  for (int i = 0; i < x.cols(); ++i) {
    const Eigen::Vector3d low = x.col(i).array() - radius, high = x.col(i).array() + radius;
    const bg::model::box<Point> box(Point(low[0], low[1], low[2]),
                                    Point(high[0], high[1], high[2]));
    near.clear();
    const auto take = [&](const Value& value) {
      const int j = value.second;
      if (j > i && group_[std::size_t(i)] != group_[std::size_t(j)] &&
          (x.col(i) - x.col(j)).squaredNorm() < radius * radius)
        near.push_back(j);
    };
    tree.query(bg::index::intersects(box), boost::make_function_output_iterator(take));
    std::sort(near.begin(), near.end());
    for (const int j : near) list->pairs.push_back({i, j});
  }
  return list;
}

}  // namespace stiffbench
