#pragma once

#include "harness/records/record.hpp"

namespace stiffbench::test {

/// A record of a run that ended well: step (s), error in the energy norm against a floor of 1e-8,
/// run time (s).
inline Record record_of(const std::string& integrator, double h, double error, double time,
                        const Settings& problem = {}) {
  static int serial = 0;
  Record record;
  record.id = std::to_string(++serial);
  record.problem = {.name = "oscillator", .parameters = problem, .hash = "f00d"};
  record.integrator = {.name = integrator, .order = 2};
  record.h = h;
  record.count = 10;
  ErrorMeasures measures;
  measures.energy_norm_relative = error;
  ErrorMeasures floor;
  floor.energy_norm_relative = 1e-8;
  record.result.error =
      RunError{.reference = "beef", .digits = 8, .floor = floor, .measures = measures};
  record.result.runtime = Runtime{0, {time}, time, 0};
  record.environment = {{"hash", "abba"}};
  return record;
}

}  // namespace stiffbench::test
