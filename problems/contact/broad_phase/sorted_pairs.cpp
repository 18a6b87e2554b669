#include "problems/contact/broad_phase/sorted_pairs.hpp"

#include "base/system/threads.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

/// Sorts few pairs by insertion, which is fastest for them.
void sort_few(Candidates::Pairs::iterator begin, Candidates::Pairs::iterator end) {
  constexpr auto most = 32;
  if (end - begin > most) return std::sort(begin, end);
  for (auto next = begin; next < end; ++next) {
    const auto pair = *next;
    auto place = next;
    for (; place != begin && (place - 1)->at(1) > pair[1]; --place) *place = *(place - 1);
    *place = pair;
  }
}

}  // namespace

Candidates::Pairs sorted_pairs(const std::vector<Candidates::Pairs>& parts, std::size_t count) {
  // A thread sorts the pairs whose first entries are in its range: it counts those of each entry,
  // puts them next to each other, and sorts them by the second entry.
  const auto each = [&](long first, long last, const auto& work) {
    for (const Candidates::Pairs& part : parts)
      for (const auto& pair : part)
        if (pair[0] >= first && pair[0] < last) work(pair);
  };
  constexpr long least = 2000;
  std::vector<std::size_t> end(count + 1, 0);
  on_ranges(static_cast<long>(count), least, [&](long first, long last) {
    each(first, last, [&](const auto& pair) { ++end[static_cast<std::size_t>(pair[0]) + 1]; });
  });
  for (std::size_t i = 1; i < end.size(); ++i) end[i] += end[i - 1];
  Candidates::Pairs sorted(end.back());
  on_ranges(static_cast<long>(count), least, [&](long first, long last) {
    auto begin = sorted.begin() + static_cast<std::ptrdiff_t>(end[static_cast<std::size_t>(first)]);
    each(first, last,
         [&](const auto& pair) { sorted[end[static_cast<std::size_t>(pair[0])]++] = pair; });
    for (long i = first; i < last; ++i) {
      // The beginning of the pairs of i has moved on to their end.
      const auto stop =
          sorted.begin() + static_cast<std::ptrdiff_t>(end[static_cast<std::size_t>(i)]);
      sort_few(begin, stop);
      begin = stop;
    }
  });
  return sorted;
}

}  // namespace stiffbench
