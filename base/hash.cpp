#include "base/hash.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <new>
#include <xxhash.h>

namespace stiffbench {

// Numbers are hashed byte by byte, and machines exchange files by their hashes.
static_assert(std::endian::native == std::endian::little, "hashes are of little-endian numbers");
static_assert(sizeof(int) == 4 && sizeof(double) == 8);

/// Collects short fields in a buffer, because one call of XXH3 for each field would take longer
/// than the hash itself.
struct Hasher::State {
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> hash{XXH3_createState(),
                                                                       XXH3_freeState};
  std::array<char, 4096> gathered;
  std::size_t size = 0;

  State() {
    if (!hash) throw std::bad_alloc();
    XXH3_128bits_reset(hash.get());
  }
  void add(const void* data, std::size_t bytes) {
    if (bytes > gathered.size() - size) flush();
    if (bytes > gathered.size()) {
      XXH3_128bits_update(hash.get(), data, bytes);
    } else {
      if (bytes > 0) std::memcpy(gathered.data() + size, data, bytes);
      size += bytes;
    }
  }
  void flush() {
    XXH3_128bits_update(hash.get(), gathered.data(), size);
    size = 0;
  }
};

void Hasher::Free::operator()(State* state) const { delete state; }

Hasher::Hasher() : state_(new State) {}

Hasher& Hasher::field(char type, std::size_t count, const void* data, std::size_t bytes) {
  const auto length = static_cast<std::uint64_t>(count);
  state_->add(&type, 1);
  state_->add(&length, sizeof length);
  state_->add(data, bytes);
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
  state_->flush();
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state_->hash.get()));
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace stiffbench
