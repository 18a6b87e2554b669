#pragma once

#include "base/parameters.hpp"
#include "problems/contract/state.hpp"

#include <map>
#include <string>

namespace stiffbench {

/// An observer of a run that computes a problem's outputs: numbers and lists of numbers, in units
/// that the problem documents. It sees the start and then every accepted state, in order.
class Outputs {
 public:
  virtual ~Outputs() = default;
  virtual void see(const State& u) = 0;
  /// The outputs of the states so far; it may be called at any time. A number without a value, as
  /// the time of an impact that did not happen, is not-a-number.
  virtual Settings result() const = 0;
};

/// The single, finite numbers of a result.
std::map<std::string, double> numbers_of(const Settings& result);

/// The times when a distance fell below `reach` and rose above it again, linearly interpolated
/// between states.
class ContactTimes {
 public:
  explicit ContactTimes(double reach) : reach_(reach) {}
  void see(double t, double distance);
  /// Adds impact_time (s, when the first contact began), separation_time (s, when the last contact
  /// ended, if it has) and contacts, their number.
  void put(Settings& result) const;
  bool separated() const { return contacts_ > 0 && !touching_; }

 private:
  double reach_;
  double t_ = 0, distance_ = 0, impact_, separation_;
  bool started_ = false, touching_ = false;
  long contacts_ = 0;
};

/// Series of some quantities over time, thinned to a fixed number of points evenly spread over a
/// span.
class TimeSeries {
 public:
  /// Keeps `points` times beside the start; 0 keeps none at all.
  TimeSeries(double start, double span, long points)
      : start_(start), span_(span), points_(points) {}
  /// True when the state at time t belongs to the series: the caller then adds every quantity.
  bool due(double t);
  void add(const std::string& name, double value) { series_[name].push_back(value); }
  /// Adds the lists series_NAME, series_t among them.
  void put(Settings& result) const;

 private:
  double start_, span_;
  long points_, last_point_ = -1;
  std::map<std::string, std::vector<double>> series_;
};

}  // namespace stiffbench
