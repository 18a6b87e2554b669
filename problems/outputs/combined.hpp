#pragma once

#include "problems/contract/outputs.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace stiffbench {

/// Several outputs of one run as one. Their names must differ, but for that of the series' times.
class Combined final : public Outputs {
 public:
  template <class... Parts>
  explicit Combined(std::unique_ptr<Parts>... parts) {
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

 private:
  std::vector<std::unique_ptr<Outputs>> parts_;
};

}  // namespace stiffbench
