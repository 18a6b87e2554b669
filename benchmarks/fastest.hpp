#pragma once

#include <benchmark/benchmark.h>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <utility>
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

/// Runs the benchmarks that the arguments of main() choose, and prints for each of these pairs the
/// time of the first over that of the second, where both have run. Returns the exit status.
inline int print_ratios(int count, char** words,
                        const std::vector<std::pair<std::string, std::string>>& pairs) {
  benchmark::Initialize(&count, words);
  if (benchmark::ReportUnrecognizedArguments(count, words)) return 1;
  Fastest fastest;
  benchmark::RunSpecifiedBenchmarks(&fastest);
  for (const auto& [over, under] : pairs)
    if (const auto ratio = fastest.ratio(over, under))
      std::printf("%-26s / %-22s %6.2f\n", over.c_str(), under.c_str(), *ratio);
  return 0;
}
