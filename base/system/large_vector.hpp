#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace stiffbench {

/// An allocator whose vectors leave numbers unwritten that resize() makes.
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

/// A vector for memory of many megabytes that threads write, each its own part. The first write to
/// a page takes longer than all later ones, for the system has to find it and make it zero: a
/// resize() that wrote zeros would do that on one thread.
template <class Value>
using LargeVector = std::vector<Value, Unwritten<Value>>;

/// Makes room for `count` values. What the vector held is lost where it grows.
template <class Value>
void make_room(LargeVector<Value>& values, std::size_t count) {
  if (values.size() >= count) return;
  values.clear();
  values.resize(count);
}

}  // namespace stiffbench
