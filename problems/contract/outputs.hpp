#pragma once

#include "base/parameters.hpp"
#include "problems/contract/state.hpp"

#include <map>
#include <string>

namespace stiffbench {

/// An observer of a run that computes a problem's outputs: numbers and lists of numbers, in units
/// that the problem documents. It sees the initial state and then every accepted state, in order.
class Outputs {
 public:
  virtual ~Outputs() = default;
  virtual void see(const State& u) = 0;
  /// The outputs of the states so far; callable at any time. A number without a value, such as the
  /// time of an impact that did not happen, is NaN.
  virtual Settings result() const = 0;
};

/// The finite scalar numbers of a result.
std::map<std::string, double> numbers_of(const Settings& result);

/// The times at which a distance falls below `reach` and rises above it again, linearly
/// interpolated between states.
class ContactTimes {
 public:
  explicit ContactTimes(double reach) : reach_(reach) {}
  void see(double t, double distance);
  /// Adds impact_time (s, start of the first contact), separation_time (s, end of the last contact,
  /// if it has ended) and contacts (number of contacts).
  void put(Settings& result) const;
  bool separated() const { return contacts_ > 0 && !touching_; }

 private:
  double reach_;
  double t_ = 0, distance_ = 0, impact_, separation_;
  bool started_ = false, touching_ = false;
  long contacts_ = 0;
};

/// Time series of quantities, thinned to a fixed number of points spread evenly over a time span.
class TimeSeries {
 public:
  /// Keeps `points` times in addition to the initial one; 0 keeps none at all.
  TimeSeries(double start, double span, long points)
      : start_(start), span_(span), points_(points) {}
  /// Returns true if the state at time t belongs to the series; the caller then adds every
  /// quantity.
  bool due(double t);
  void add(const std::string& name, double value) { series_[name].push_back(value); }
  /// Adds the lists series_NAME, including series_t.
  void put(Settings& result) const;

 private:
  double start_, span_;
  long points_, last_point_ = -1;
  std::map<std::string, std::vector<double>> series_;
};

}  // namespace stiffbench
