#include "base/hash.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <string>
#include <vector>

namespace hash_tests {

using stiffbench::Hasher;

TEST_CASE("a hash is 32 hexadecimal digits and the same on every run", "[hash]") {
  const std::string hex = Hasher().update("bunny").update(1e8).update(3).hex();
  CHECK(hex.size() == 32);
  CHECK(hex == "55211c7be5f2f7c41f7d3fa719f99179");
  CHECK(hex == Hasher().update(std::string("bunny")).update(1e8).update(3L).hex());
}

TEST_CASE("neighbouring fields of a hash cannot run together", "[hash]") {
  CHECK(Hasher().update("ab").update("c").hex() != Hasher().update("a").update("bc").hex());
  CHECK(Hasher().update("asb").hex() != Hasher().update("a").update("b").hex());
  CHECK(Hasher().update(1).hex() != Hasher().update(1.0).hex());
  CHECK(Hasher().update("").hex() != Hasher().hex());
  const std::vector<double> numbers = {1, 2};
  CHECK(Hasher().update(std::span<const double>(numbers)).hex() !=
        Hasher().update(1.0).update(2.0).hex());
  CHECK(Hasher().update(0.0).hex() != Hasher().update(-0.0).hex());
}

TEST_CASE("a hash may be read and then go on", "[hash]") {
  Hasher hasher;
  hasher.update("a");
  const std::string first = hasher.hex();
  CHECK(hasher.hex() == first);
  CHECK(hasher.update("b").hex() == Hasher().update("a").update("b").hex());
}

}  // namespace hash_tests
