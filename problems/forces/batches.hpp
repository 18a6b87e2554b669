#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace stiffbench {

/// The lowest and the highest index of the vertices of a batch of elements. Indices below 0 are
/// those of fixed vertices, which are ignored.
struct Extent {
  int lowest = std::numeric_limits<int>::max(), highest = -1;

  /// `indices`: for each point of an element, the indices of all elements of the batch.
  template <class Indices>
  static Extent of(const Indices& indices) {
    Extent extent;
    for (const auto& of_point : indices)
      for (const int index : of_point) {
        extent.highest = std::max(extent.highest, index);
        if (index >= 0) extent.lowest = std::min(extent.lowest, index);
      }
    return extent;
  }
};

/// Prefetches an object that will be read soon.
template <class Object>
void prefetch(const Object& object) {
  const char* memory = reinterpret_cast<const char*>(&object);
  for (std::size_t line = 0; line < sizeof object; line += 64) __builtin_prefetch(memory + line);
}

/// Prefetch distance in batches: as many batches as fit into a page, at least one.
template <class Batch>
inline constexpr std::size_t batches_ahead = std::max<std::size_t>(1, 4096 / sizeof(Batch));

/// Prefetches data of a later batch that are stored apart from it.
template <class Batch, class Object>
void prefetch_ahead(const std::vector<Object>& of_batches, std::size_t number) {
  const std::size_t later = number + batches_ahead<Batch>;
  if (later < of_batches.size()) prefetch(of_batches[later]);
}

/// Calls work(batch, number) for each batch that adds to the vertices of `part`. Batches are too
/// large for the hardware prefetcher and reside in distant memory, so each is prefetched by
/// software.
template <class Batch, class Part, class Work>
void each_batch(const std::vector<Batch>& batches, const std::vector<Extent>& extents,
                const Part& part, Work&& work) {
  const auto meets = [&](std::size_t b) {
    return part.meet(extents[b].lowest, extents[b].highest);
  };
  constexpr std::size_t ahead = batches_ahead<Batch>;
  for (std::size_t b = 0; b < batches.size(); ++b) {
    if (b + ahead < batches.size() && meets(b + ahead)) prefetch(batches[b + ahead]);
    if (meets(b)) work(batches[b], b);
  }
}

}  // namespace stiffbench
