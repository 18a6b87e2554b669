#pragma once

#include "c/calls/handles.hpp"

namespace stiffbench::c {

/// An array of the caller, by its name in messages.
template <class T>
struct Array {
  const char* name;
  T* data;
  std::int64_t length;
};
using Input = Array<const double>;
using Output = Array<double>;

/// Throws a Refusal unless an array that has `got` entries has this length, and an Error if it is
/// NULL.
void check_array(const char* name, const void* data, std::int64_t got, std::int64_t length);
template <class T>
void check(const Array<T>& array, Eigen::Index length) {
  check_array(array.name, array.data, array.length, length);
}

/// Values that an input may have: finite ones, or any in the steps of a method, whose run the
/// harness then ends as diverged.
enum class Entries { finite, any };
inline Entries entries_of(const Problem&) { return Entries::finite; }
inline Entries entries_of(const CountedProblem&) { return Entries::any; }

/// Copies an input of this length.
void read(const Input& input, Eigen::Index length, Entries entries, Vec& vector);
/// Copies the numbers to an output of this length.
void write(const Vec& numbers, const Output& output);

/// Throws an Error unless the number is finite.
void check_finite(const char* name, double number);

}  // namespace stiffbench::c
