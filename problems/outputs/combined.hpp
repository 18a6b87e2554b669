#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"

#include <concepts>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace stiffbench {

/// Combines several resumable outputs of one run. Their names must differ, except for the times of
/// the series.
class Combined final : public Outputs, public ResumableOutputs {
 public:
  template <std::derived_from<ResumableOutputs>... Parts>
  explicit Combined(std::unique_ptr<Parts>... parts) {
    (memories_.push_back(parts.get()), ...);
    (parts_.push_back(std::move(parts)), ...);
  }
  void see(const State& u) override {
    for (const auto& part : parts_) part->see(u);
  }
  Settings result() const override {
    Settings all;
    for (const auto& part : parts_) all.merge(part->result());
    return all;
  }
  /// Returns the memory of each part, preceded by its length.
  std::vector<double> memory() const override {
    std::vector<double> all;
    for (const ResumableOutputs* part : memories_) {
      const std::vector<double> own = part->memory();
      all.push_back(static_cast<double>(own.size()));
      all.insert(all.end(), own.begin(), own.end());
    }
    return all;
  }
  void resume(const std::vector<double>& memory) override {
    auto next = memory.begin();
    for (ResumableOutputs* part : memories_) {
      const auto length = static_cast<std::ptrdiff_t>(*next++);
      part->resume({next, next + length});
      next += length;
    }
  }

 private:
  std::vector<std::unique_ptr<Outputs>> parts_;
  std::vector<ResumableOutputs*> memories_;  // the same objects as parts_
};

}  // namespace stiffbench
