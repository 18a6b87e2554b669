#pragma once

#include "base/system/threads.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <vector>

namespace stiffbench {

/// A box (m) around an item, in single precision. Boxes of different spaces do not meet, and
/// neither do those of one group, unless it is negative.
struct SpaceBox {
  std::array<float, 3> low, high;
  int item, space, group;
};

/// Returns a number in single precision that is at most (at least) x. Numbers beyond 2^126 count as
/// this.
inline float round_down(double x) {
  const auto near = static_cast<float>(std::clamp(x, -0x1p126, 0x1p126));
  return near - std::abs(near) * 0x1p-23f - 0x1p-126f;
}
inline float round_up(double x) { return -round_down(-x); }

/// Broad phase of boxes: finds all pairs that overlap.
///
/// A box belongs to one cell, that of its low corner. Cells of a level are cubes whose edge exceeds
/// the extents of the boxes in it; a level has twice the edge of the level below, so that one large
/// box does not enlarge the cells of small ones. Two boxes of one level can only overlap if their
/// cells are neighbours, and a box of a higher level has its cell within one of those around the
/// smaller box. The cells along the axis of the largest spread form a row, whose boxes are sorted
/// along it; two rows are swept side by side. Memory is therefore read in order, and empty space
/// takes no time or memory, however far boxes are apart. VerletList applies the same to points.
///
/// Cells are numbered with 64 bits. Boxes that spread over more cells get larger cells instead,
/// which takes more time. Any finite boxes are valid.
class BoxCells {
 public:
  /// Sorts the boxes, whose spaces are 0 to `spaces` - 1.
  BoxCells(const std::vector<SpaceBox>& boxes, int spaces);

  /// Calls visit(thread, item, item) once for every pair of boxes that meet, boundaries included,
  /// on several threads: the number `thread` is less than thread_count(). Returns the number of
  /// pairs of boxes that it compared, which depends only on the boxes.
  template <class Visit>
  long each_pair(const Visit& visit) const;

 private:
  struct Box {
    float low_x, high_x, low_y, high_y, low_z, high_z;
    int item, group;
    bool meets(const Box& other) const {
      return (low_y <= other.high_y) & (other.low_y <= high_y) & (low_z <= other.high_z) &
             (other.low_z <= high_z) & ((group != other.group) | (group < 0));
    }
  };
  struct Row {
    std::uint64_t number;
    std::uint32_t first, end;  // range in boxes_
  };
  struct Keyed {
    std::uint64_t key;
    std::uint32_t index;
  };

  void choose_cells(const std::vector<SpaceBox>& boxes, int spaces);
  std::uint64_t key(const SpaceBox& box);
  int level(const SpaceBox& box) const;
  void sort(std::vector<Keyed>& order) const;
  void make_rows(const std::vector<SpaceBox>& boxes, const std::vector<Keyed>& order);

  static constexpr int level_bits = 5, last_level = (1 << level_bits) - 1;
  std::uint64_t row_number(std::uint64_t space, std::uint64_t at_level, std::uint64_t z,
                           std::uint64_t y) const {
    return (((space << level_bits | at_level) << bits_ | z) << bits_) | y;
  }
  std::size_t first_row(std::uint64_t number, std::size_t after) const {
    return static_cast<std::size_t>(
        std::lower_bound(row_.begin() + static_cast<std::ptrdiff_t>(after), row_.end(), number,
                         [](const Row& row, std::uint64_t n) { return row.number < n; }) -
        row_.begin());
  }

  template <class Visit>
  long visit_rows(std::size_t first, std::size_t end, const Visit& visit) const;
  template <class Visit>
  long within(const Row& row, const Visit& visit) const;
  template <class Visit>
  long between(const Row& row, const Row& other, const Visit& visit) const;
  template <class Visit>
  long with_larger(std::size_t at, const Visit& visit) const;
  template <class Visit>
  long between_levels(const Row& row, const Row& larger, double edge, const Visit& visit) const;

  std::array<std::size_t, 3> axes_{0, 1, 2};  // that along a row first
  std::array<double, 3> low_{};               // of all boxes, by axes_
  double edge_ = 1, along_ = 1;               // of cells of level 0; length along a row of one key
  int bits_ = 1, along_bits_ = 0;      // of a coordinate of a row; of the place along it, in keys
  std::vector<std::uint64_t> levels_;  // of each space, as bits
  std::vector<Box> boxes_;
  std::vector<Row> row_;  // rows with boxes, in increasing order
};

template <class Visit>
long BoxCells::each_pair(const Visit& visit) const {
  constexpr std::size_t piece = 512;  // boxes; threads take pieces in turns
  const std::size_t pieces = (boxes_.size() + piece - 1) / piece;
  std::atomic<std::size_t> next = 0;
  std::atomic<long> compared = 0;
  const auto row_at = [&](std::size_t box) {
    return static_cast<std::size_t>(
        std::lower_bound(row_.begin(), row_.end(), box,
                         [](const Row& row, std::size_t n) { return row.first < n; }) -
        row_.begin());
  };
  on_threads(static_cast<int>(std::clamp<std::size_t>(pieces / 2, 1, std::size_t(thread_count()))),
             [&](int thread, int) {
               const auto visit_here = [&](int a, int b) { visit(thread, a, b); };
               long count = 0;
               for (std::size_t i = next++; i < pieces; i = next++)
                 count += visit_rows(row_at(i * piece), row_at((i + 1) * piece), visit_here);
               compared += count;
             });
  return compared;
}

template <class Visit>
long BoxCells::visit_rows(std::size_t first, std::size_t end, const Visit& visit) const {
  // Of the eight rows around a row, four have higher numbers. These numbers increase with the row.
  const std::uint64_t up = std::uint64_t{1} << bits_;
  const std::array<std::uint64_t, 4> ahead{1, up - 1, up, up + 1};
  std::array<std::size_t, 4> next{};
  for (std::size_t k = 0; first < end && k < ahead.size(); ++k)
    next[k] = first_row(row_[first].number + ahead[k], first);
  long count = 0;
  for (std::size_t at = first; at < end; ++at) {
    const Row& row = row_[at];
    count += within(row, visit);
    for (std::size_t k = 0; k < ahead.size(); ++k) {
      const std::uint64_t number = row.number + ahead[k];
      while (next[k] < row_.size() && row_[next[k]].number < number) ++next[k];
      if (next[k] < row_.size() && row_[next[k]].number == number)
        count += between(row, row_[next[k]], visit);
    }
    count += with_larger(at, visit);
  }
  return count;
}

template <class Visit>
long BoxCells::within(const Row& row, const Visit& visit) const {
  long count = 0;
  for (std::size_t i = row.first; i < row.end; ++i) {
    const Box& box = boxes_[i];
    std::size_t j = i + 1;
    for (; j < row.end && boxes_[j].low_x <= box.high_x; ++j)
      if (box.meets(boxes_[j])) visit(box.item, boxes_[j].item);
    count += static_cast<long>(j - i) - 1;
  }
  return count;
}

template <class Visit>
long BoxCells::between(const Row& row, const Row& other, const Visit& visit) const {
  long count = 0;
  const auto sweep = [&](const Box& box, std::size_t first, std::size_t end) {
    std::size_t j = first;
    for (; j < end && boxes_[j].low_x <= box.high_x; ++j)
      if (box.meets(boxes_[j])) visit(box.item, boxes_[j].item);
    count += static_cast<long>(j - first);
  };
  std::size_t i = row.first, j = other.first;
  while (i < row.end && j < other.end)
    if (boxes_[i].low_x <= boxes_[j].low_x)
      sweep(boxes_[i++], j, other.end);
    else
      sweep(boxes_[j++], i, row.end);
  return count;
}

/// A larger box that overlaps one of the row begins at most one edge before it, and not after it.
template <class Visit>
long BoxCells::with_larger(std::size_t at, const Visit& visit) const {
  const Row& row = row_[at];
  const std::uint64_t mask = (std::uint64_t{1} << bits_) - 1, y = (row.number & mask) - 1,
                      z = (row.number >> bits_ & mask) - 1,
                      own = row.number >> 2 * bits_ & last_level,
                      space = row.number >> (2 * bits_ + level_bits);
  long count = 0;
  for (std::uint64_t higher = own + 1; levels_[space] >> higher > 0; ++higher) {
    if (!(levels_[space] >> higher & 1)) continue;
    const std::uint64_t by = higher - own;
    const double edge = std::ldexp(edge_, static_cast<int>(higher));
    // Rows and columns are numbered from 1 on.
    for (std::uint64_t k = z >> by; k <= ((z + 1) >> by) + 1; ++k) {
      const std::uint64_t last = row_number(space, higher, k, ((y + 1) >> by) + 1);
      std::size_t i = first_row(row_number(space, higher, k, y >> by), at);
      for (; i < row_.size() && row_[i].number <= last; ++i)
        count += between_levels(row, row_[i], edge, visit);
    }
  }
  return count;
}

template <class Visit>
long BoxCells::between_levels(const Row& row, const Row& larger, double edge,
                              const Visit& visit) const {
  const auto begin = boxes_.begin() + larger.first, end = boxes_.begin() + larger.end;
  auto first = begin;
  long count = 0;
  for (std::size_t i = row.first; i < row.end; ++i) {
    const Box& box = boxes_[i];
    first = std::partition_point(
        first, end, [from = box.low_x - edge](const Box& other) { return other.low_x < from; });
    auto j = first;
    for (; j != end && j->low_x <= box.high_x; ++j)
      if (box.meets(*j) && box.low_x <= j->high_x) visit(box.item, j->item);
    count += j - first;
  }
  return count;
}

}  // namespace stiffbench
