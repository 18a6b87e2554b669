#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace stiffbench {

/// Content hash (XXH3, 128 bits) that names cached files, problems and references.
/// Every field goes in with its type and its length, so that two neighbouring fields cannot run
/// together: ("ab", "c") and ("a", "bc") differ, and so do 1 and 1.0.
/// It guards against mistakes and torn files, not against an adversary.
class Hasher {
 public:
  Hasher();
  Hasher(Hasher&&) noexcept = default;
  Hasher& operator=(Hasher&&) noexcept = default;
  ~Hasher() = default;

  Hasher& update(std::span<const std::byte> bytes);
  Hasher& update(std::string_view text);
  Hasher& update(const char* text) { return update(std::string_view(text)); }
  /// Adds the bits of the number: 0.0 and -0.0 differ.
  Hasher& update(double value);
  Hasher& update(std::span<const double> values);
  Hasher& update(std::span<const int> values);
  /// Integers of any width hash alike: update(3) equals update(3L).
  template <std::integral T>
  Hasher& update(T value) {
    return update_integer(static_cast<std::int64_t>(value));
  }

  /// 32 lower-case hexadecimal digits of everything so far; more may follow.
  std::string hex() const;

 private:
  struct State;
  struct Free {
    void operator()(State* state) const;
  };
  Hasher& update_integer(std::int64_t value);
  Hasher& field(char type, std::size_t count, const void* data, std::size_t bytes);
  std::unique_ptr<State, Free> state_;
};

}  // namespace stiffbench
