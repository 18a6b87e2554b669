#pragma once

#include <memory>
#include <utility>

namespace stiffbench::phi {

/// A pointer to an object behind an interface with copy(), that copies like a value.
template <class Interface>
class Cloned {
 public:
  Cloned() = default;
  Cloned(std::unique_ptr<Interface> held) : held_(std::move(held)) {}  // NOLINT: meant to convert
  Cloned(const Cloned& other) : held_(other.held_ ? other.held_->copy() : nullptr) {}
  Cloned(Cloned&&) noexcept = default;
  Cloned& operator=(Cloned other) noexcept {
    held_ = std::move(other.held_);
    return *this;
  }
  Interface* operator->() const { return held_.get(); }
  Interface& operator*() const { return *held_; }
  explicit operator bool() const { return held_ != nullptr; }

 private:
  std::unique_ptr<Interface> held_;
};

}  // namespace stiffbench::phi
