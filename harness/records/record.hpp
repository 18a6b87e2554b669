#pragma once

#include "harness/io/json.hpp"
#include "harness/records/code/code.hpp"
#include "harness/records/shifted_start.hpp"
#include "integrators/contract/outcome.hpp"
#include "problems/contract/error_measures.hpp"
#include "problems/contract/work.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// Statistics of the energy drift H(t) - H(0) (J) over all sampled times.
struct EnergySummary {
  double initial = 0, final = 0, max_drift = 0, rms_drift = 0;  ///< J
  double slope = 0;                                             ///< of the drift over time (J/s)
  std::vector<double> series_t, series_drift;  ///< times (s) and drifts (J), or empty
};

/// Error of one output of a problem. A number that does not exist is not-a-number.
struct OutputError {
  double reference;   ///< output of the reference
  double difference;  ///< output of the run less that of the reference
  double floor;       ///< difference between the reference's two methods
};

/// Error of a run against the reference or the closed form.
struct RunError {
  std::string reference;                    ///< hash of the reference; empty for a closed form
  std::optional<double> digits = {};        ///< on which the reference's two methods agree
  std::optional<ErrorMeasures> floor = {};  ///< the reference's own error
  ErrorMeasures measures = {};              ///< unknown ones are not finite
  std::string pointwise = {};               ///< why no error of states is known, or empty
  std::map<std::string, OutputError> outputs = {};
};

/// Times of a run (s): preparation, and all steps of every timed sample.
struct Runtime {
  double setup = 0;
  std::vector<double> samples;
  double median = 0, mad = 0;
  std::optional<long> pinned_core = {};  ///< on which all samples ran alone, or nothing
};

/// Result of a run: how it ended, its error, and its work, time and memory. In the form of
/// to_json() the process of a run sends it to its parent.
struct RunResult {
  Status status = Status::ok;
  std::string reason = {};  ///< empty when ok
  std::optional<RunError> error = {};
  std::optional<EnergySummary> energy = {};  ///< nothing if the start's is not finite
  std::optional<Settings> outputs = {};      ///< nothing where the problem has none
  std::optional<Work> work = {};             ///< nothing if the process returned none
  std::optional<long> peak_bytes = {};       ///< peak memory of the observed pass (bytes)
  std::optional<Runtime> runtime = {};       ///< nothing when the run was not timed
  std::optional<State> final = {};           ///< last state, if the request says so
  long count = 0;                            ///< steps taken
  Settings resolved = {};                    ///< values chosen for automatic parameters
  Settings reported = {};                    ///< the integrator's report on the run
};

/// Record of one run (results/schema/record.schema.json): its plan, its result, its environment.
struct Record {
  struct ProblemPart {
    std::string name = {}, title = {};  ///< the title is an experiment's label, or empty
    Settings parameters = {};
    long dof = 0;
    std::string hash = {};
  };
  struct IntegratorPart {
    std::string name = {}, title = {};
    Settings parameters = {};       ///< with the values that the run chose for automatic ones
    Settings automatic = {};        ///< those that the run chose, as they were requested
    std::optional<int> order = {};  ///< nothing if the method declares none
    std::string doi = {};           ///< empty for methods without a source
  };

  std::string id;
  ProblemPart problem;
  IntegratorPart integrator;
  std::optional<double> h;          ///< step (s); nothing if the integrator chooses its steps
  std::optional<double> tolerance;  ///< relative; nothing if steps are fixed
  std::optional<long> count;        ///< steps, or nothing if unknown
  long checkpoints = 1;
  long threads = 1;  ///< of the run's kernels (count)
  RunResult result;
  std::optional<Code> code;  ///< nothing in records of versions that did not write it
  Json environment;
  std::optional<ShiftedStart> start = {};  ///< nothing: the problem's own
};

/// The parameters of a record's integrator as they were requested. Runs of one method have equal
/// ones, whatever each of them chose for automatic ones; a run that was stopped says no choice.
Settings requested_parameters(const Record& record);

Json to_json(const ErrorMeasures& measures);

Json to_json(const RunResult& result);
RunResult run_result_from_json(const Json& json);

/// The status of this word. Any other word is an Error.
Status status_from(const std::string& word);

Json to_json(const Record& record);
/// Reads a record. JSON that is no record makes it throw a Json::exception.
Record record_from_json(const Json& json);

}  // namespace stiffbench
