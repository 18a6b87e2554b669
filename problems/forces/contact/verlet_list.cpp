#include "problems/forces/contact/verlet_list.hpp"

#include "base/system/chunks.hpp"

#include <boost/sort/spreadsort/integer_sort.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace stiffbench {
namespace {

using Pairs = std::vector<std::array<int, 2>>;

/// Points sorted into cubic cells whose edge is slightly larger than the search distance, so that
/// all neighbours of a point are in its cell or in one of the 26 around it. Cells are numbered
/// along x, row by row; empty cells are not stored.
class SortedCells {
 public:
  /// Stores no points if they are not finite or spread over more cells than 64-bit numbers can
  /// count.
  SortedCells(const Eigen::Matrix3Xd& points, const std::vector<int>& group, double distance);

  /// Calls visit(i, j) once for every pair of points of different groups that are nearer than the
  /// distance.
  template <class Visit>
  void each_near_pair(Visit&& visit) const;

 private:
  struct Numbered {
    std::uint64_t cell;
    int index;
  };
  struct Point {
    Eigen::Vector3d at;
    int index, group, column;  // column: of the point's cell in its row
  };
  struct Row {
    std::uint64_t number;
    std::size_t first, end;  // range in points_
  };
  std::vector<Numbered> numbered(const Eigen::Matrix3Xd& points);
  template <class Visit>
  void each_within(const Row& row, Visit& visit) const;
  template <class Visit>
  void each_between(const Row& row, const Row& other, Visit& visit) const;
  template <class Visit>
  void visit_if_near(const Point& a, const Point& b, Visit& visit) const {
    if (a.group != b.group && (a.at - b.at).squaredNorm() < distance_ * distance_)
      visit(a.index, b.index);
  }

  double distance_;
  std::uint64_t columns_ = 0, rows_ = 0;  // numbers of cells in x and, plus an empty row, in y
  std::vector<Point> points_;
  std::vector<Row> row_;  // rows with points
};

SortedCells::SortedCells(const Eigen::Matrix3Xd& points, const std::vector<int>& group,
                         double distance)
    : distance_(distance) {
  std::vector<Numbered> order = numbered(points);
  boost::sort::spreadsort::integer_sort(
      order.begin(), order.end(),
      [](const Numbered& point, unsigned places) { return point.cell >> places; },
      [](const Numbered& a, const Numbered& b) { return a.cell < b.cell; });
  points_.reserve(order.size());
  for (const auto& [cell, index] : order) {
    const std::uint64_t number = cell / columns_;
    if (row_.empty() || row_.back().number != number)
      row_.push_back({number, points_.size(), points_.size()});
    points_.push_back({points.col(index), index, group[static_cast<std::size_t>(index)],
                       static_cast<int>(cell - number * columns_)});
    row_.back().end = points_.size();
  }
}

std::vector<SortedCells::Numbered> SortedCells::numbered(const Eigen::Matrix3Xd& points) {
  std::vector<Numbered> order;
  if (points.cols() == 0) return order;
  const double edge = distance_ * (1 + 1e-6);  // round-off cannot put near points two cells apart
  const Eigen::Vector3d low = points.rowwise().minCoeff(), high = points.rowwise().maxCoeff();
  const Eigen::Vector3d counts = (high - low) / edge + Eigen::Vector3d::Constant(2);
  if (!(counts.prod() < 9e18 && counts[0] < 2e9)) return order;
  columns_ = static_cast<std::uint64_t>(counts[0]);
  rows_ = static_cast<std::uint64_t>(counts[1]);
  order.resize(static_cast<std::size_t>(points.cols()));
  for (int i = 0; i < points.cols(); ++i) {
    const Eigen::Vector3d at = (points.col(i) - low) / edge;
    const auto x = static_cast<std::int64_t>(at[0]), y = static_cast<std::int64_t>(at[1]),
               z = static_cast<std::int64_t>(at[2]);
    order[static_cast<std::size_t>(i)] = {
        (static_cast<std::uint64_t>(z) * rows_ + static_cast<std::uint64_t>(y)) * columns_ +
            static_cast<std::uint64_t>(x),
        i};
  }
  return order;
}

template <class Visit>
void SortedCells::each_near_pair(Visit&& visit) const {
  // Of the eight rows around a row, four have higher numbers. These numbers increase with the row.
  const std::array<std::uint64_t, 4> ahead{1, rows_ - 1, rows_, rows_ + 1};
  std::array<std::size_t, 4> next{};
  for (const Row& row : row_) {
    each_within(row, visit);
    for (std::size_t i = 0; i < ahead.size(); ++i) {
      std::size_t& at = next[i];
      while (at < row_.size() && row_[at].number < row.number + ahead[i]) ++at;
      if (at < row_.size() && row_[at].number == row.number + ahead[i])
        each_between(row, row_[at], visit);
    }
  }
}

template <class Visit>
void SortedCells::each_within(const Row& row, Visit& visit) const {
  for (std::size_t i = row.first; i < row.end; ++i)
    for (std::size_t j = i + 1; j < row.end && points_[j].column <= points_[i].column + 1; ++j)
      visit_if_near(points_[i], points_[j], visit);
}

template <class Visit>
void SortedCells::each_between(const Row& row, const Row& other, Visit& visit) const {
  std::size_t first = other.first;
  for (std::size_t i = row.first; i < row.end; ++i) {
    const int column = points_[i].column;
    while (first < other.end && points_[first].column < column - 1) ++first;
    for (std::size_t j = first; j < other.end && points_[j].column <= column + 1; ++j)
      visit_if_near(points_[i], points_[j], visit);
  }
}

/// Sorts the pairs of `count` points in increasing order: by the low point first, then by the high
/// one.
Pairs rising(const Pairs& pairs, Eigen::Index count) {
  std::vector<std::size_t> end(static_cast<std::size_t>(count) + 1, 0);
  for (const auto& [low, high] : pairs) ++end[static_cast<std::size_t>(low) + 1];
  for (std::size_t i = 1; i < end.size(); ++i) end[i] += end[i - 1];
  Pairs sorted(pairs.size());
  for (const auto& pair : pairs) {
    std::size_t at = end[static_cast<std::size_t>(pair[0])]++;
    for (; at > 0 && sorted[at - 1][0] == pair[0] && sorted[at - 1][1] > pair[1]; --at)
      sorted[at] = sorted[at - 1];
    sorted[at] = pair;
  }
  return sorted;
}

}  // namespace

VerletList::VerletList(Eigen::Matrix3Xd rest, std::vector<int> group, double reach, double skin)
    : rest_(std::move(rest)), group_(std::move(group)), reach_(reach), skin_(skin) {}

std::shared_ptr<const VerletList::List> VerletList::within_reach(const Vec& u) const {
  auto list = last_.load();
  if (list && serves(*list, u)) return list;
  list = make(u);
  last_.store(list);
  return list;
}

/// Two points that have each moved by less than half a skin have approached by less than a skin.
bool VerletList::serves(const List& list, const Vec& u) const {
  const double allowed = skin_ * skin_ / 4;
  std::atomic<bool> all = true;
  on_chunks(u.size() / 3, [&](Eigen::Index first, Eigen::Index size) {
    bool near = all.load(std::memory_order_relaxed);
    for (Eigen::Index i = 3 * first; near && i < 3 * (first + size); i += 3) {
      const double x = u[i] - list.u[i], y = u[i + 1] - list.u[i + 1], z = u[i + 2] - list.u[i + 2];
      near = x * x + y * y + z * z < allowed;
    }
    if (!near) all.store(false, std::memory_order_relaxed);
  });
  return all;
}

std::shared_ptr<const VerletList::List> VerletList::make(const Vec& u) const {
  auto list = std::make_shared<List>();
  list->u = u;
  if (!u.allFinite()) return list;
  const Eigen::Matrix3Xd points = rest_ + u.reshaped(3, rest_.cols());
  Pairs pairs;
  SortedCells(points, group_, reach_ + skin_).each_near_pair([&](int i, int j) {
    pairs.push_back({std::min(i, j), std::max(i, j)});
  });
  list->pairs = rising(pairs, points.cols());
  return list;
}

}  // namespace stiffbench
