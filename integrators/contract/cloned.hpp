#pragma once

#include <concepts>
#include <memory>
#include <utility>

namespace stiffbench {

/// An object of some class behind an interface that copies like a value: each copy owns a copy of
/// the object.
template <class Interface>
class Cloned {
 public:
  Cloned() = default;
  template <std::derived_from<Interface> Object>
  Cloned(Object object)  // NOLINT: converts
      : object_(std::make_unique<Object>(std::move(object))),
        copy_([](const Interface& other) -> std::unique_ptr<Interface> {
          return std::make_unique<Object>(static_cast<const Object&>(other));
        }) {}
  Cloned(const Cloned& other)
      : object_(other.object_ ? other.copy_(*other.object_) : nullptr), copy_(other.copy_) {}
  Cloned(Cloned&&) noexcept = default;
  Cloned& operator=(Cloned other) noexcept {
    object_ = std::move(other.object_);
    copy_ = other.copy_;
    return *this;
  }
  Interface* operator->() { return object_.get(); }
  const Interface* operator->() const { return object_.get(); }
  Interface& operator*() { return *object_; }
  const Interface& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  std::unique_ptr<Interface> object_;
  std::unique_ptr<Interface> (*copy_)(const Interface&) = nullptr;
};

}  // namespace stiffbench
