#pragma once

#include <benchmark/benchmark.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// A reporter that keeps the time of one call (s) of the fastest repetition, the least disturbed
/// one.
class Fastest : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      const double each = run.cpu_accumulated_time / static_cast<double>(run.iterations);
      auto [place, first] = seconds_.try_emplace(run.run_name.function_name, each);
      if (!first && each < place->second) place->second = each;
    }
    ConsoleReporter::ReportRuns(runs);
  }
  /// Time of one call over that of another; empty where one of them has not run.
  std::optional<double> ratio(const std::string& over, const std::string& under) const {
    if (!seconds_.count(over) || !seconds_.count(under)) return std::nullopt;
    return seconds_.at(over) / seconds_.at(under);
  }

 private:
  std::map<std::string, double> seconds_;
};
