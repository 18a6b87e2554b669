#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace stiffbench {

/// Outputs of a run with hair:
///   tip_x, tip_y, tip_z  final mean position of the fibre tips, in the room (mm)
///   sway, largest_sway   the largest distance of a tip from its position on stiff hair:
///                        at the end, and over all states (mm)
///   contacts, most_contacts            pairs of particles of different fibres that touch
///   head_contacts, most_head_contacts  particles that touch the head
///   series_t, series_sway, series_contacts
class HairOutputs final : public Outputs, public ResumableOutputs {
 public:
  struct Measures {
    Eigen::Vector3d tip;
    double sway;
    long contacts, head_contacts;
  };
  HairOutputs(std::function<Measures(const State&)> measure, double span, long points)
      : measure_(std::move(measure)), series_(0, span, points) {}

  void see(const State& u) override {
    now_ = measure_(u);
    largest_sway_ = std::max(largest_sway_, now_.sway);
    most_ = std::max(most_, now_.contacts);
    most_on_head_ = std::max(most_on_head_, now_.head_contacts);
    if (!series_.due(u.t)) return;
    series_.add("sway", now_.sway);
    series_.add("contacts", static_cast<double>(now_.contacts));
  }
  Settings result() const override {
    Settings result{{"tip_x", now_.tip[0]},
                    {"tip_y", now_.tip[1]},
                    {"tip_z", now_.tip[2]},
                    {"sway", now_.sway},
                    {"largest_sway", largest_sway_},
                    {"contacts", now_.contacts},
                    {"most_contacts", most_},
                    {"head_contacts", now_.head_contacts},
                    {"most_head_contacts", most_on_head_}};
    series_.put(result);
    return result;
  }
  std::vector<double> memory() const override {
    const auto number = [](long count) { return static_cast<double>(count); };
    return {now_.tip[0],   now_.tip[1],           now_.tip[2],
            now_.sway,     number(now_.contacts), number(now_.head_contacts),
            largest_sway_, number(most_),         number(most_on_head_)};
  }
  void resume(const std::vector<double>& memory) override {
    const auto count = [&](std::size_t place) { return static_cast<long>(memory.at(place)); };
    now_ = {{memory.at(0), memory.at(1), memory.at(2)}, memory.at(3), count(4), count(5)};
    largest_sway_ = memory.at(6);
    most_ = count(7);
    most_on_head_ = count(8);
  }

 private:
  std::function<Measures(const State&)> measure_;
  TimeSeries series_;
  Measures now_{Eigen::Vector3d::Zero(), 0, 0, 0};
  double largest_sway_ = 0;
  long most_ = 0, most_on_head_ = 0;
};

}  // namespace stiffbench
