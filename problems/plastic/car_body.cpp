#include "problems/plastic/car_body.hpp"

#include "problems/meshes/grid.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace stiffbench {
namespace {

using Cell = std::array<int, 3>;
using Eigen::Index;

constexpr int least_with_bulkheads = 8;                          // number of cells along the length
constexpr double floor_height = 0.25, waist = 0.95, roof = 1.4;  // m
constexpr double width = 1.7;
// Relative difference between the widths of the roof and of the waist.
constexpr double tumblehome = 0.25;
constexpr double nose_depth = 0.25;  // depth of the rounding of the nose (m)

/// Returns the height of the top at the fraction t of the length, from the rear.
double top(double t) {
  constexpr std::array at = {0., 0.12, 0.28, 0.6, 0.75, 1.};
  constexpr std::array height = {0.95, 0.98, roof, roof, 0.95, 0.75};
  std::size_t i = 1;
  while (i + 1 < at.size() && t > at[i]) ++i;
  return height[i - 1] + (height[i] - height[i - 1]) * (t - at[i - 1]) / (at[i] - at[i - 1]);
}

/// Returns a point of the car at fractions of length, height and width, each in [0, 1].
Eigen::Vector3d place(const Eigen::Vector3d& share) {
  const double t = share[0], y = floor_height + (top(t) - floor_height) * share[1];
  const double across = 2 * share[2] - 1;
  const double narrower = tumblehome * std::max(0., (y - waist) / (roof - waist));
  return {car_length * (t - 1) - nose_depth * std::pow(across, 2) * std::pow(t, 4), y,
          width / 2 * across * (1 - narrower)};
}

/// The cells of the shell and its bulkheads within a grid.
class Shell {
 public:
  explicit Shell(const Cell& cells) : n_(cells), number_(vertices(), -1) {
    for (int v = 0; v < static_cast<int>(number_.size()); ++v)
      if (touches(lattice(v))) number_[std::size_t(v)] = count_++;
  }
  int count() const { return count_; }
  /// Returns the number of a particle, or -1 if there is none.
  int number(const Cell& at) const {
    for (std::size_t a = 0; a < 3; ++a)
      if (at[a] < 0 || at[a] > n_[a]) return -1;
    return number_[std::size_t((at[0] * (n_[1] + 1) + at[1]) * (n_[2] + 1) + at[2])];
  }
  int number(int vertex) const { return number_[std::size_t(vertex)]; }
  Cell lattice(int vertex) const {
    const int depth = n_[2] + 1, slice = (n_[1] + 1) * depth;
    return {vertex / slice, vertex % slice / depth, vertex % depth};
  }
  /// Returns true if a cell of the shell has both particles.
  bool share_cell(const Cell& a, const Cell& b) const {
    return any_cell(a, [&](const Cell& cell) {
      for (std::size_t i = 0; i < 3; ++i)
        if (b[i] < cell[i] || b[i] > cell[i] + 1) return false;
      return true;
    });
  }
  std::size_t vertices() const {
    return std::size_t(n_[0] + 1) * std::size_t(n_[1] + 1) * std::size_t(n_[2] + 1);
  }

 private:
  bool has(const Cell& c) const {
    for (std::size_t a = 0; a < 3; ++a)
      if (c[a] < 0 || c[a] >= n_[a]) return false;
    for (std::size_t a = 0; a < 3; ++a)
      if (c[a] == 0 || c[a] == n_[a] - 1) return true;
    return n_[0] >= least_with_bulkheads && (c[0] == n_[0] / 5 || c[0] == 7 * n_[0] / 10);
  }
  /// Returns true if test(cell) holds for one of the shell's cells round a particle.
  template <class Test>
  bool any_cell(const Cell& at, Test&& test) const {
    for (int i = 0; i < 8; ++i) {
      const Cell cell = {at[0] - (i & 1), at[1] - (i >> 1 & 1), at[2] - (i >> 2)};
      if (has(cell) && test(cell)) return true;
    }
    return false;
  }
  bool touches(const Cell& at) const {
    return any_cell(at, [](const Cell&) { return true; });
  }

  Cell n_;
  std::vector<int> number_;
  int count_ = 0;
};

Eigen::Matrix2Xi columns(const std::vector<int>& list) {
  return Eigen::Map<const Eigen::Matrix2Xi>(list.data(), 2, static_cast<Index>(list.size() / 2));
}

/// Fills in both kinds of springs.
void join(const Shell& shell, CarBody& body) {
  constexpr std::array<Cell, 9> near = {{{0, 0, 1},
                                         {0, 1, 0},
                                         {1, 0, 0},
                                         {0, 1, 1},
                                         {0, 1, -1},
                                         {1, 0, 1},
                                         {1, 0, -1},
                                         {1, 1, 0},
                                         {1, -1, 0}}};
  std::vector<int> edges, straights;
  for (int v = 0; v < static_cast<int>(shell.vertices()); ++v) {
    const Cell at = shell.lattice(v);
    const int number = shell.number(v);
    for (std::size_t d = 0; number >= 0 && d < near.size(); ++d) {
      const auto& [x, y, z] = near[d];
      const Cell next = {at[0] + x, at[1] + y, at[2] + z};
      if (shell.number(next) < 0 || !shell.share_cell(at, next)) continue;
      edges.insert(edges.end(), {number, shell.number(next)});
      if (d >= 3) continue;
      const Cell far = {at[0] + 2 * x, at[1] + 2 * y, at[2] + 2 * z};
      if (shell.number(far) >= 0 && shell.share_cell(next, far))
        straights.insert(straights.end(), {number, shell.number(far)});
    }
  }
  body.edges = columns(edges);
  body.straights = columns(straights);
}

/// Returns true for windows, which lie above the waist on all sides of the passengers but the roof.
bool is_window(const Eigen::Matrix3Xd& points, const Eigen::Vector4i& face) {
  const Eigen::Matrix<double, 3, 4> corners = points(Eigen::all, face);
  const double along = corners.row(0).mean() / car_length + 1;
  const bool flat = corners.row(1).maxCoeff() - corners.row(1).minCoeff() < 1e-6;
  return corners.row(1).mean() > waist && !flat && along > 0.12 && along < 0.75;
}

}  // namespace

CarBody car_body(const std::array<int, 3>& cells) {
  const Shell shell(cells);
  const Eigen::Matrix3Xd shares = grid_vertices({cells, Eigen::Vector3d::Ones()});
  CarBody body;
  body.points.resize(3, shell.count());
  for (Index v = 0; v < shares.cols(); ++v)
    if (const int number = shell.number(static_cast<int>(v)); number >= 0)
      body.points.col(number) = place(shares.col(v));
  join(shell, body);
  Eigen::Matrix4Xi faces = grid_surface(cells);
  faces = faces.unaryExpr([&](int v) { return shell.number(v); }).eval();
  std::vector<Index> metal, glass;
  for (Index i = 0; i < faces.cols(); ++i)
    (is_window(body.points, faces.col(i)) ? glass : metal).push_back(i);
  body.metal = faces(Eigen::all, metal);
  body.glass = faces(Eigen::all, glass);
  return body;
}

}  // namespace stiffbench
