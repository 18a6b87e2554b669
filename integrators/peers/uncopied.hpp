#pragma once

#include <memory>
#include <utility>

namespace stiffbench {

/// A workspace that cannot be copied, inside a value that can: a copy starts without one and makes
/// its own at its next step, so that two copies never share memory of a third-party solver.
template <class T>
class Uncopied {
 public:
  Uncopied() = default;
  Uncopied(const Uncopied&) noexcept {}
  Uncopied(Uncopied&&) noexcept = default;
  Uncopied& operator=(Uncopied other) noexcept {
    held_ = std::move(other.held_);
    return *this;
  }

  explicit operator bool() const { return held_ != nullptr; }
  T& operator*() { return *held_; }
  T* operator->() { return held_.get(); }
  /// A new one, made of these arguments, in the place of what was held.
  template <class... Arguments>
  void renew(Arguments&&... arguments) {
    held_ = std::make_unique<T>(std::forward<Arguments>(arguments)...);
  }
  void drop() { held_.reset(); }

 private:
  std::unique_ptr<T> held_;
};

}  // namespace stiffbench
