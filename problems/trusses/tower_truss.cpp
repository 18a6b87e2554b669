#include "problems/trusses/tower_truss.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace stiffbench {
namespace {

// Values at the ground and the three platforms (m); leg_part is the width of a leg relative to
// half_width.
constexpr std::array<double, 4> height = {0, 57.6, 115.7, 276.1};
constexpr std::array<double, 4> half_width = {62.5, 33, 18.5, 5};
constexpr std::array<double, 3> leg_part = {0.4, 0.46, 0.6};
constexpr double platform_thickness = 6, overhang = 1.2, top_height = 324;

enum class Filled { legs, all, middle };  // the cells that a layer has

struct Level {
  double z, half_width, leg_part;
};

/// Levels from the ground up, and the filled cells of the layer above each level but the last.
struct Storeys {
  std::vector<Level> levels;
  std::vector<Filled> layers;
  std::size_t lower = 0;  // the level on top of the second platform

  explicit Storeys(const TowerShape& shape) {
    // All cells of the third platform have the same width.
    const double top_part = shape.across / (shape.across + 0.5);
    const std::array<double, 4> part = {leg_part[0], leg_part[1], leg_part[2], top_part};
    const std::array<int, 3> counts = {shape.first, shape.second, shape.column};
    levels.push_back({height[0], half_width[0], part[0]});
    for (std::size_t p = 0; p < 3; ++p) {
      const Level from{levels.back().z, half_width[p], part[p]};
      for (int i = 1; i <= counts[p]; ++i) {
        const double s = static_cast<double>(i) / counts[p];
        levels.push_back({std::lerp(from.z, height[p + 1], s),
                          from.half_width * std::pow(half_width[p + 1] / from.half_width, s),
                          std::lerp(from.leg_part, part[p + 1], s)});
        layers.push_back(p < 2 ? Filled::legs : Filled::all);
      }
      levels.back().half_width *= counts[p] > 0 ? overhang : 1;
      levels.push_back(
          {height[p + 1] + platform_thickness, overhang * half_width[p + 1], part[p + 1]});
      layers.push_back(Filled::all);
      if (p == 1) lower = levels.size() - 1;
    }
    const Level roof = levels.back();
    for (int i = 1; i <= shape.lantern; ++i) {
      const double s = static_cast<double>(i) / shape.lantern;
      levels.push_back({std::lerp(roof.z, top_height, s), roof.half_width, roof.leg_part});
      layers.push_back(Filled::middle);
    }
  }
};

void check(const TowerShape& s) {
  const bool legs = s.across > 0;
  if (s.across < 0 || s.first < 0 || s.second < 0 || s.column < 1 || s.lantern < 0 ||
      legs != (s.first > 0) || legs != (s.second > 0))
    throw Error(
        "a tower has legs of at least 1 cell and layers of them below both platforms, or "
        "none of these; and a column",
        fmt::format("{} cells across a leg, layers {}, {}, {}, {}", s.across, s.first, s.second,
                    s.column, s.lantern),
        "give at least 1 for the first four, or 0 for the first three");
}

class Builder {
 public:
  explicit Builder(const TowerShape& shape) : across_(shape.across), storeys_(shape) {
    for (std::size_t layer = 0; layer < storeys_.layers.size(); ++layer)
      for (int i = 0; i <= 2 * across_; ++i)
        for (int j = 0; j <= 2 * across_; ++j)
          if (is_filled(storeys_.layers[layer], i, j)) add_corners(layer, i, j);
    int next = 0;
    for (auto& [place, number] : numbers_) number = next++;
    for (std::size_t layer = 0; layer < storeys_.layers.size(); ++layer)
      for (int i = 0; i <= 2 * across_; ++i)
        for (int j = 0; j <= 2 * across_; ++j)
          if (is_filled(storeys_.layers[layer], i, j)) add_bars(layer, i, j);
  }

  TowerTruss truss() const {
    TowerTruss truss;
    truss.nodes.resize(3, static_cast<Eigen::Index>(numbers_.size()));
    for (const auto& [place, number] : numbers_) truss.nodes.col(number) = position(place);
    truss.bars.resize(2, static_cast<Eigen::Index>(bars_.size()));
    Eigen::Index next = 0;
    for (const auto& [a, b] : bars_) truss.bars.col(next++) << a, b;
    truss.ground = below(1);
    truss.lower = below(storeys_.lower + 1);
    truss.top = truss.nodes.cols() - below(storeys_.levels.size() - 1);
    return truss;
  }

 private:
  using Place = std::array<int, 3>;  // level, then line along y and along x

  bool is_filled(Filled layer, int i, int j) const {
    if (layer == Filled::all) return true;
    const bool middle_i = i == across_, middle_j = j == across_;
    return layer == Filled::legs ? !middle_i && !middle_j : middle_i && middle_j;
  }
  static std::array<Place, 8> corners(std::size_t layer, int i, int j) {
    std::array<Place, 8> all;
    for (int c = 0; c < 8; ++c)
      all[static_cast<std::size_t>(c)] = {static_cast<int>(layer) + (c >> 2), i + (c >> 1 & 1),
                                          j + (c & 1)};
    return all;
  }
  void add_corners(std::size_t layer, int i, int j) {
    for (const Place& place : corners(layer, i, j)) numbers_[place] = 0;
  }
  /// Joins all corners that share a face of the cell: they differ in one direction or in two.
  void add_bars(std::size_t layer, int i, int j) {
    const auto all = corners(layer, i, j);
    for (unsigned a = 0; a < 8; ++a)
      for (unsigned b = a + 1; b < 8; ++b)
        if ((a ^ b) != 7) bars_.insert({numbers_.at(all[a]), numbers_.at(all[b])});
  }
  /// Coordinate of a grid line: `across` cells of a leg on either side, one cell in between.
  double line(const Level& level, int i) const {
    const double leg = level.leg_part * level.half_width;
    return i <= across_ ? -level.half_width + (across_ > 0 ? leg * i / across_ : 0)
                        : -line(level, 2 * across_ + 1 - i);
  }
  Eigen::Vector3d position(const Place& place) const {
    const Level& level = storeys_.levels[static_cast<std::size_t>(place[0])];
    return {line(level, place[2]), line(level, place[1]), level.z};
  }
  /// Returns the number of nodes below a level.
  Eigen::Index below(std::size_t level) const {
    return std::distance(numbers_.begin(), numbers_.lower_bound({static_cast<int>(level), 0, 0}));
  }

  int across_;
  Storeys storeys_;
  std::map<Place, int> numbers_;
  std::set<std::array<int, 2>> bars_;
};

}  // namespace

TowerTruss tower_truss(const TowerShape& shape) {
  check(shape);
  return Builder(shape).truss();
}

}  // namespace stiffbench
