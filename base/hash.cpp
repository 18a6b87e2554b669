#include "base/hash.hpp"

#include <bit>
#include <new>
#include <xxhash.h>

namespace stiffbench {

// The hash of a number is that of its bytes, and files travel between machines by their hash.
static_assert(std::endian::native == std::endian::little, "hashes are of little-endian numbers");
static_assert(sizeof(int) == 4 && sizeof(double) == 8);

namespace {
XXH3_state_t* raw(void* state) { return static_cast<XXH3_state_t*>(state); }
}  // namespace

struct Hasher::State {};  // stands for XXH3_state_t, so that the header needs no xxhash.h

void Hasher::Free::operator()(State* state) const { XXH3_freeState(raw(state)); }

Hasher::Hasher() : state_(static_cast<State*>(static_cast<void*>(XXH3_createState()))) {
  if (!state_) throw std::bad_alloc();
  XXH3_128bits_reset(raw(state_.get()));
}

Hasher& Hasher::field(char type, std::size_t count, const void* data, std::size_t bytes) {
  const auto length = static_cast<std::uint64_t>(count);
  XXH3_128bits_update(raw(state_.get()), &type, 1);
  XXH3_128bits_update(raw(state_.get()), &length, sizeof length);
  XXH3_128bits_update(raw(state_.get()), data, bytes);
  return *this;
}

Hasher& Hasher::update(std::span<const std::byte> bytes) {
  return field('b', bytes.size(), bytes.data(), bytes.size());
}
Hasher& Hasher::update(std::string_view text) {
  return field('s', text.size(), text.data(), text.size());
}
Hasher& Hasher::update(double value) { return field('d', 1, &value, sizeof value); }
Hasher& Hasher::update(std::span<const double> values) {
  return field('D', values.size(), values.data(), values.size_bytes());
}
Hasher& Hasher::update(std::span<const int> values) {
  return field('I', values.size(), values.data(), values.size_bytes());
}
Hasher& Hasher::update_integer(std::int64_t value) { return field('i', 1, &value, sizeof value); }

std::string Hasher::hex() const {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(raw(state_.get())));
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace stiffbench
