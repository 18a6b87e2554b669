#pragma once

#include <memory>
#include <utility>

namespace stiffbench::phi {

/// A pointer to an object behind an interface with copy(), that copies like a value.
template <class Interface>
class Cloned {
 public:
  Cloned() = default;
  Cloned(std::unique_ptr<Interface> object) : object_(std::move(object)) {}  // NOLINT: converts
  Cloned(const Cloned& other) : object_(other.object_ ? other.object_->copy() : nullptr) {}
  Cloned(Cloned&&) noexcept = default;
  Cloned& operator=(Cloned other) noexcept {
    object_ = std::move(other.object_);
    return *this;
  }
  Interface* operator->() const { return object_.get(); }
  Interface& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  std::unique_ptr<Interface> object_;
};

}  // namespace stiffbench::phi
