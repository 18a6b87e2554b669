#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace stiffbench::fuzz {

/// The random choices of one input. They depend on the seed and on nothing else, so that a number
/// names an input for good.
class Choices {
 public:
  explicit Choices(std::uint64_t seed) : engine_(seed) {}
  /// A number from 0 to count - 1; `count` is not 0.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
  bool one_in(std::size_t count) { return below(count) == 0; }

 private:
  std::mt19937_64 engine_;
};

/// The form of a file, which says how it is spoilt.
enum class Form { json, words, bytes };

/// The file with one to five faults. JSON gets them in whole tokens: extreme numbers, other types,
/// entries that are missing, doubled or deeply nested, long texts, bytes that are no UTF-8. Words
/// between white space get extreme numbers and vanish. Bytes of any form change, vanish and move.
std::string mutated(const std::string& file, Form form, Choices& choices);

}  // namespace stiffbench::fuzz
