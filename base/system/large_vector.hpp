#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace stiffbench {

/// An allocator for vectors whose resize() leaves new numbers uninitialized.
template <class Value>
struct Unwritten : std::allocator<Value> {
  template <class Other>
  struct rebind {
    using other = Unwritten<Other>;
  };
  template <class Other, class... Arguments>
  void construct(Other* place, Arguments&&... arguments) {
    if constexpr (sizeof...(Arguments) == 0)
      ::new (static_cast<void*>(place)) Other;
    else
      ::new (static_cast<void*>(place)) Other(std::forward<Arguments>(arguments)...);
  }
};

/// A vector of many megabytes that several threads fill, each one its own part. The first write to
/// a memory page is slow, because the system must map the page and clear it. A resize() that wrote
/// zeros would do all of these first writes on one thread.
template <class Value>
using LargeVector = std::vector<Value, Unwritten<Value>>;

/// Resizes the vector to `count` values if it has fewer. Its values are lost if it grows.
template <class Value>
void make_room(LargeVector<Value>& values, std::size_t count) {
  if (values.size() >= count) return;
  values.clear();
  values.resize(count);
}

}  // namespace stiffbench
