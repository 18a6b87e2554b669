#pragma once

#include <benchmark/benchmark.h>
#include <cstdio>
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
  /// Time of one call over that of `times` others; empty where one of them has not run.
  std::optional<double> ratio(const std::string& over, const std::string& under,
                              int times = 1) const {
    if (!seconds_.count(over) || !seconds_.count(under)) return std::nullopt;
    return seconds_.at(over) / (times * seconds_.at(under));
  }
  void print_ratio(const std::string& over, const std::string& under, int times = 1) const {
    if (const auto value = ratio(over, under, times))
      std::printf("%-16s / %d x %-12s %6.2f\n", over.c_str(), times, under.c_str(), *value);
  }

 private:
  std::map<std::string, double> seconds_;
};
