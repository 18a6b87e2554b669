#pragma once

#include "base/files.hpp"
#include "harness/records/record.hpp"
#include "tests/harness/records/record_of.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench::test {

/// A run that diverged.
inline Record failed_of(const std::string& integrator, double h) {
  Record failed = record_of(integrator, h, 1, 1);
  failed.result = {.status = Status::diverged, .reason = "too large"};
  return failed;
}

/// Runs of five methods in four families: rk4 is the fastest to 10%, exprb42 alone reaches 1e-4.
/// The last two have one step each.
inline std::vector<Record> five_methods() {
  return {failed_of("rk4", 0.2),
          record_of("rk4", 0.1, 0.05, 1),
          record_of("rk4", 0.05, 0.005, 2),
          failed_of("velocity_verlet", 0.2),
          record_of("velocity_verlet", 0.1, 0.05, 1.5),
          failed_of("implicit_midpoint", 0.2),
          record_of("implicit_midpoint", 0.1, 0.03, 4),
          record_of("trigonometric_c", 0.1, 0.09, 30),
          record_of("exprb42", 0.1, 5e-5, 5)};
}

/// The records with another time of velocity Verlet (s).
inline std::vector<Record> with_time_of_verlet(double time) {
  auto records = five_methods();
  records[4] = record_of("velocity_verlet", 0.1, 0.05, time);
  return records;
}

/// Writes the records as those of an experiment below the folder.
inline void write_experiment(const std::filesystem::path& folder,
                             const std::vector<Record>& records,
                             const Json& figures = Json::array(),
                             const std::string& name = "mine") {
  std::string lines;
  for (const Record& record : records) lines += to_json(record).dump() + "\n";
  write_atomically(folder / name / "records.jsonl", lines);
  write_atomically(folder / name / "experiment.json",
                   Json{{"schema", "stiffbench.experiment/1"},
                        {"name", name},
                        {"title", "My own"},
                        {"problems", {{{"name", "oscillator"}}}},
                        {"integrators", {{{"name", "velocity_verlet"}}}},
                        {"figures", figures}}
                       .dump());
}

}  // namespace stiffbench::test
