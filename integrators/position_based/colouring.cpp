#include "integrators/position_based/colouring.hpp"

#include <algorithm>
#include <numeric>

namespace stiffbench {
namespace {

int largest_tag(const std::vector<std::vector<int>>& tags_of_items) {
  int largest = -1;
  for (const auto& tags : tags_of_items)
    for (const int tag : tags) largest = std::max(largest, tag);
  return largest;
}

}  // namespace

Colouring colour_greedily(const std::vector<std::vector<int>>& tags_of_items) {
  std::vector<std::vector<bool>> used(static_cast<std::size_t>(largest_tag(tags_of_items) + 1));
  const auto has = [&](int tag, std::size_t colour) {
    if (tag < 0) return false;
    const auto& of_tag = used[static_cast<std::size_t>(tag)];
    return colour < of_tag.size() && of_tag[colour];
  };
  std::vector<std::size_t> colours;
  Colouring result;
  for (const auto& tags : tags_of_items) {
    std::size_t colour = 0;
    while (std::ranges::any_of(tags, [&](int tag) { return has(tag, colour); })) ++colour;
    for (const int tag : tags)
      if (tag >= 0) {
        auto& of_tag = used[static_cast<std::size_t>(tag)];
        of_tag.resize(std::max(of_tag.size(), colour + 1));
        of_tag[colour] = true;
      }
    colours.push_back(colour);
    result.colours = std::max(result.colours, static_cast<int>(colour) + 1);
  }
  result.order.resize(tags_of_items.size());
  std::iota(result.order.begin(), result.order.end(), 0);
  std::ranges::stable_sort(result.order, {},
                           [&](int item) { return colours[static_cast<std::size_t>(item)]; });
  return result;
}

}  // namespace stiffbench
