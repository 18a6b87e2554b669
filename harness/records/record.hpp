#pragma once

#include "harness/io/json.hpp"
#include "harness/records/code/code.hpp"
#include "harness/records/perturbed_start.hpp"
#include "harness/records/tuning/tuning.hpp"
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

/// Error of one output of a problem. A missing number is NaN.
struct OutputError {
  double reference;   ///< output of the reference
  double difference;  ///< output of the run minus that of the reference
  double floor;       ///< difference between the reference's two methods
};

/// Error of a run against the reference or the closed form.
struct RunError {
  std::string reference;                    ///< hash of the reference; empty for a closed form
  std::optional<double> digits = {};        ///< agreement of the reference's two methods
  std::optional<ErrorMeasures> floor = {};  ///< the reference's own error
  ErrorMeasures measures = {};              ///< unknown ones are not finite
  std::string pointwise = {};               ///< reason why errors of states are unknown, or empty
  std::map<std::string, OutputError> outputs = {};
};

/// Times of a run (s): the preparation, and all steps for each timed sample.
struct Runtime {
  double setup = 0;
  std::vector<double> samples;
  double median = 0, mad = 0;
  /// The time that methods are judged by, a sample of the steps with the preparation: a method pays
  /// for its work in init(), too.
  double total() const { return setup + median; }
  std::vector<double> totals() const;
  std::optional<long> pinned_core = {};  ///< core of all samples, or nothing
};

/// Result of a run: its end, error, work, time and memory. The process of a run sends it to its
/// parent in the form of to_json().
struct RunResult {
  Status status = Status::ok;
  std::string reason = {};  ///< empty when ok
  std::optional<RunError> error = {};
  std::optional<EnergySummary> energy = {};  ///< nothing if the initial energy is not finite
  std::optional<Settings> outputs = {};      ///< nothing if the problem has none
  std::optional<Work> work = {};             ///< nothing if the process returned none
  std::optional<long> peak_bytes = {};       ///< peak memory of the observed pass (bytes)
  std::optional<Runtime> runtime = {};       ///< nothing when the run was not timed
  std::optional<State> final = {};           ///< last state, if requested
  long count = 0;                            ///< steps taken
  Settings resolved = {};                    ///< values chosen for automatic parameters
  Settings reported = {};                    ///< the integrator's report on the run
};

/// Record of one run (results/schema/record.schema.json): its plan, its result, its environment.
struct Record {
  struct ProblemPart {
    std::string name = {}, title = {};  ///< the title is the experiment's label, or empty
    Settings parameters = {};
    long dof = 0;
    std::string hash = {};
  };
  struct IntegratorPart {
    std::string name = {}, title = {};
    Settings parameters = {};       ///< with the values chosen for automatic and tuned ones
    Settings automatic = {};        ///< automatic and tuned parameters as requested
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
  long threads = 1;  ///< of the run's kernels
  RunResult result;
  std::optional<Code> code;  ///< nothing in older records, which lack it
  Json environment;
  std::optional<PerturbedStart> start = {};  ///< nothing: the problem's own
  std::optional<Tuning> tuning = {};         ///< nothing: the requested settings were not tuned
};

/// Returns the parameters of a record's integrator as requested. They are equal for all runs of one
/// method, whatever each run chose for automatic and tuned parameters; a run that was stopped
/// records no choice.
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
