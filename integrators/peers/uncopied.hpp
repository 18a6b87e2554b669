#pragma once

#include <memory>
#include <utility>

namespace stiffbench {

/// A workspace that cannot be copied, inside a value that can. A copy of the value starts without a
/// workspace and creates one in its next step, so copies never share memory of a third-party
/// solver.
template <class T>
class Uncopied {
 public:
  Uncopied() = default;
  Uncopied(const Uncopied&) noexcept {}
  Uncopied(Uncopied&&) noexcept = default;
  Uncopied& operator=(Uncopied other) noexcept {
    object_ = std::move(other.object_);
    return *this;
  }

  explicit operator bool() const { return object_ != nullptr; }
  T& operator*() { return *object_; }
  T* operator->() { return object_.get(); }
  /// Replaces the object by a new one, constructed from these arguments.
  template <class... Arguments>
  void renew(Arguments&&... arguments) {
    object_ = std::make_unique<T>(std::forward<Arguments>(arguments)...);
  }
  void drop() { object_.reset(); }

 private:
  std::unique_ptr<T> object_;
};

}  // namespace stiffbench
