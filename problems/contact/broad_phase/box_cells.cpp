#include "problems/contact/broad_phase/box_cells.hpp"

#include <boost/sort/spreadsort/integer_sort.hpp>

#include <bit>
#include <cmath>

namespace stiffbench {
namespace {

/// Round-off of cell numbers cannot put overlapping boxes two cells apart.
constexpr double margin = 1 + 1e-5;

double extent(const SpaceBox& box) {
  double most = 0;
  for (std::size_t k = 0; k < 3; ++k) most = std::max(most, double(box.high[k]) - box.low[k]);
  return most;
}

/// Returns the extent that most boxes do not exceed.
double usual_extent(const std::vector<SpaceBox>& boxes) {
  constexpr std::size_t most = 4000;
  constexpr double share = 0.9;
  const std::size_t stride = 1 + boxes.size() / most;
  std::vector<double> extents;
  for (std::size_t i = 0; i < boxes.size(); i += stride) extents.push_back(extent(boxes[i]));
  const auto place =
      extents.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(extents.size()));
  std::nth_element(extents.begin(), place, extents.end());
  return *place;
}

int bits_of(std::uint64_t number) { return static_cast<int>(std::bit_width(number)); }

}  // namespace

BoxCells::BoxCells(const std::vector<SpaceBox>& boxes, int spaces)
    : levels_(static_cast<std::size_t>(spaces), 0) {
  if (boxes.empty()) return;
  choose_cells(boxes, spaces);
  std::vector<Keyed> order(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    order[i] = {key(boxes[i]), static_cast<std::uint32_t>(i)};
  sort(order);
  make_rows(boxes, order);
}

void BoxCells::choose_cells(const std::vector<SpaceBox>& boxes, int spaces) {
  std::array<double, 3> low = {0x1p127, 0x1p127, 0x1p127}, high = {-0x1p127, -0x1p127, -0x1p127};
  double longest = 0;
  for (const SpaceBox& box : boxes) {
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], double(box.low[k]));
      high[k] = std::max(high[k], double(box.low[k]));
    }
    longest = std::max(longest, extent(box));
  }
  const auto span = [&](std::size_t axis) { return high[axis] - low[axis]; };
  std::stable_sort(axes_.begin(), axes_.end(),
                   [&](std::size_t a, std::size_t b) { return span(a) > span(b); });
  for (std::size_t k = 0; k < 3; ++k) low_[k] = low[axes_[k]];

  // Numbers of rows leave an empty one at either end, so that neighbours' numbers do not coincide.
  const int free_bits = 64 - level_bits - bits_of(static_cast<std::uint64_t>(spaces));
  const double most_cells = std::ldexp(1, free_bits / 2) - 4;
  edge_ = margin * std::max({usual_extent(boxes), span(axes_[1]) / most_cells,
                             std::ldexp(longest, -last_level), 1e-300});
  bits_ = bits_of(static_cast<std::uint64_t>(span(axes_[1]) / edge_) + 3);
  along_bits_ = std::min(free_bits - 2 * bits_, 32);
  along_ = margin * span(axes_[0]) / std::ldexp(1, along_bits_);
}

/// Returns the lowest level whose cells exceed the box.
int BoxCells::level(const SpaceBox& box) const {
  const double ratio = margin * extent(box) / edge_;
  return ratio <= 1 ? 0 : std::min(std::ilogb(ratio) + 1, last_level);
}

std::uint64_t BoxCells::key(const SpaceBox& box) {
  const auto offset = [&](std::size_t k) { return double(box.low[axes_[k]]) - low_[k]; };
  const int own = level(box);
  levels_[static_cast<std::size_t>(box.space)] |= std::uint64_t{1} << own;
  const auto cell = [&](std::size_t k) {
    return (static_cast<std::uint64_t>(offset(k) / edge_) >> own) + 1;
  };
  const std::uint64_t number = row_number(static_cast<std::uint64_t>(box.space),
                                          static_cast<std::uint64_t>(own), cell(2), cell(1));
  const double place = along_ > 0 ? offset(0) / along_ : 0;
  const auto last = (std::uint64_t{1} << along_bits_) - 1;
  return number << along_bits_ | std::min(static_cast<std::uint64_t>(place), last);
}

/// Sorts parts on threads, and merges them.
void BoxCells::sort(std::vector<Keyed>& order) const {
  constexpr std::size_t least = 4096;  // keys; fewer are sorted before another thread wakes up
  const std::size_t parts =
      std::clamp<std::size_t>(order.size() / least, 1, static_cast<std::size_t>(thread_count()));
  const auto part = [&](std::size_t i) {
    return order.begin() + static_cast<std::ptrdiff_t>(order.size() * i / parts);
  };
  const auto lower = [](const Keyed& a, const Keyed& b) { return a.key < b.key; };
  on_threads(static_cast<int>(parts), [&](int thread, int team) {
    for (auto i = static_cast<std::size_t>(thread); i < parts; i += static_cast<std::size_t>(team))
      boost::sort::spreadsort::integer_sort(
          part(i), part(i + 1), [](const Keyed& one, unsigned places) { return one.key >> places; },
          lower);
  });
  for (std::size_t i = 1; i < parts; ++i)
    std::inplace_merge(order.begin(), part(i), part(i + 1), lower);
}

void BoxCells::make_rows(const std::vector<SpaceBox>& boxes, const std::vector<Keyed>& order) {
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    const std::uint64_t number = order[i].key >> along_bits_;
    if (row_.empty() || row_.back().number != number) row_.push_back({number, i, i});
    row_.back().end = i + 1;
  }
  boxes_.resize(boxes.size());
  on_ranges(std::ssize(row_), 1000,
            [&, x = axes_[0], y = axes_[1], z = axes_[2]](long first, long last) {
              for (long at = first; at < last; ++at) {
                const Row& row = row_[static_cast<std::size_t>(at)];
                for (std::size_t i = row.first; i < row.end; ++i) {
                  const SpaceBox& box = boxes[order[i].index];
                  boxes_[i] = {box.low[x], box.high[x], box.low[y], box.high[y],
                               box.low[z], box.high[z], box.item,   box.group};
                }
                const auto begin = boxes_.begin() + row.first, end = boxes_.begin() + row.end;
                const auto lower = [](const Box& a, const Box& b) { return a.low_x < b.low_x; };
                // The keys have sorted them but for those within one step of a key.
                if (!std::is_sorted(begin, end, lower)) std::sort(begin, end, lower);
              }
            });
}

}  // namespace stiffbench
