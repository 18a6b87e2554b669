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
/// Every field is hashed with its type and length. Hence ("ab", "c") and ("a", "bc") have different
/// hashes, and so have 1 and 1.0.
/// The hash protects against mistakes and truncated files, not against an adversary.
class Hasher {
 public:
  Hasher();
  Hasher(Hasher&&) noexcept = default;
  Hasher& operator=(Hasher&&) noexcept = default;
  ~Hasher() = default;

  Hasher& update(std::span<const std::byte> bytes);
  Hasher& update(std::string_view text);
  Hasher& update(const char* text) { return update(std::string_view(text)); }
  /// Adds the bits of the number, so 0.0 and -0.0 have different hashes.
  Hasher& update(double value);
  Hasher& update(std::span<const double> values);
  Hasher& update(std::span<const int> values);
  /// Adds an integer. The hash does not depend on its width: update(3) equals update(3L).
  template <std::integral T>
  Hasher& update(T value) {
    return update_integer(static_cast<std::int64_t>(value));
  }

  /// Returns the hash of all fields added so far, as 32 lower-case hexadecimal digits. More fields
  /// may be added afterwards.
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
