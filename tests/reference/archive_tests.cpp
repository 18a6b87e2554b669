// Tests of bytes that a checksum has let pass, and that are another object's.

#include "reference/archive.hpp"
#include "reference/file.hpp"
#include "tests/base/scratch.hpp"

#include <catch2/catch.hpp>

#include <cstring>

namespace archive_tests {

using namespace stiffbench;
using references::Archive;

namespace {

std::string bytes_of(auto... numbers) {
  std::string bytes;
  const auto add = [&](auto number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  (add(numbers), ...);
  return bytes;
}

}  // namespace

TEST_CASE("a vector of no or several columns is damaged, and takes no bytes beyond its own") {
  for (const Eigen::Index columns : {0, 2}) {
    CAPTURE(columns);
    Archive archive(bytes_of(Eigen::Index{2}, columns, 1.0, 2.0, 3.0, 4.0));
    Vec x;
    archive(x);
    CHECK(archive.damaged());
    CHECK(x.size() == 0);
  }
  Archive whole(bytes_of(Eigen::Index{2}, Eigen::Index{1}, 1.0, 2.0));
  Vec x;
  whole(x);
  CHECK_FALSE(whole.damaged());
  CHECK(x == Eigen::Vector2d(1, 2));
}

TEST_CASE("a flag that is neither true nor false is damaged") {
  for (const int byte : {0, 1, 2, 255}) {
    CAPTURE(byte);
    Archive archive(bytes_of(static_cast<unsigned char>(byte), 1.5));
    std::optional<double> number;
    archive(number);
    CHECK(archive.damaged() == (byte != 1));
  }
}

TEST_CASE("a reference of more cross-checks than its bytes can hold is damaged") {
  const test::Scratch scratch;
  const test::Environment cache("STIFFBENCH_CACHE", scratch.path().c_str());
  Reference written;
  written.hash = "mine";
  references::save(written);
  const auto path = references::file_path("mine");
  auto file = references::read_checked(path, {"stiffbench.reference/3"}, "");
  REQUIRE(file);
  const std::string last = bytes_of(std::size_t{0}, std::size_t{0});  // cross-checks, withdrawn
  REQUIRE(file->bytes.ends_with(last));
  for (const std::size_t count : {std::size_t{1} << 20, std::size_t{1} << 60, ~std::size_t{0}}) {
    file->bytes.replace(file->bytes.size() - last.size(), last.size(),
                        bytes_of(count, std::size_t{0}));
    references::write_checked(path, file->layout, file->bytes);
    CHECK_FALSE(references::load("mine"));
  }
}

}  // namespace archive_tests
