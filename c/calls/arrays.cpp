#include "c/calls/arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench::c {

void check_array(const char* name, const void* data, std::int64_t got, std::int64_t length) {
  if (length > 0) require_pointer(data, name);  // an empty array may have no address
  if (got != length)
    throw Refusal(STIFFBENCH_BAD_LENGTH, fmt::format("{} has {} entries here", name, length),
                  fmt::format("{}", got), "give the length of an array of that many entries");
}

void read(const Input& input, Eigen::Index length, Entries entries, Vec& vector) {
  check(input, length);
  vector = Eigen::Map<const Vec>(input.data, length);
  if (entries == Entries::any || vector.allFinite()) return;
  for (Eigen::Index i = 0; i < length; ++i)
    if (!std::isfinite(vector[i]))
      throw Error(fmt::format("the entries of {} are finite", input.name),
                  fmt::format("{} at entry {}", vector[i], i), "check where it comes from");
}

void write(const Vec& numbers, const Output& output) {
  check(output, numbers.size());
  std::copy(numbers.begin(), numbers.end(), output.data);
}

void check_finite(const char* name, double number) {
  if (!std::isfinite(number))
    throw Error(fmt::format("{} is finite", name), fmt::format("{}", number),
                "check where it comes from");
}

}  // namespace stiffbench::c
