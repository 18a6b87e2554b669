#pragma once

#include "harness/io/json.hpp"
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
  double initial = 0, final = 0, max_drift = 0, rms_drift = 0, slope = 0;
  std::vector<double> series_t, series_drift;  ///< empty where no series was asked for
};

/// A problem's output beside the reference's; not-a-number stands for a number that there is not.
struct OutputError {
  double reference, difference, floor;
};

/// Distance of a run from what it was judged by.
struct RunError {
  std::string reference;                    ///< hash of the reference; empty for a closed form
  std::optional<double> digits = {};        ///< on which the reference's two methods agree
  std::optional<ErrorMeasures> floor = {};  ///< the reference's own error
  ErrorMeasures measures = {};              ///< numbers that are not finite are not known
  std::string pointwise = {};               ///< why no error of states is known, or empty
  std::map<std::string, OutputError> outputs = {};
};

/// Times of a run (s): preparation, and all steps of every timed sample.
struct Runtime {
  double setup = 0;
  std::vector<double> samples;
  double median = 0, mad = 0;
};

/// What a run told: its end, its error, and what it cost. It travels from the process of the run to
/// its parent, and into the file of unfinished runs, as to_json() writes it.
struct RunResult {
  Status status = Status::ok;
  std::string reason = {};  ///< empty when ok
  std::optional<RunError> error = {};
  std::optional<EnergySummary> energy = {};  ///< nothing if not even the start's is finite
  std::optional<Settings> outputs = {};      ///< nothing where the problem has none
  std::optional<Work> work = {};             ///< nothing when the run ended without telling
  std::optional<long> peak_bytes = {};       ///< memory of the observed pass
  std::optional<Runtime> runtime = {};       ///< nothing when the run was not timed
  std::optional<State> final = {};           ///< only where asked for
  long count = 0;                            ///< steps taken
  Settings resolved = {};                    ///< what automatic parameters became
  Settings reported = {};                    ///< what the integrator said of the run
};

/// One run (results/schema/record.schema.json): what was asked, what came of it, and where.
struct Record {
  struct ProblemPart {
    std::string name = {}, title = {};  ///< the title is an experiment's label, or empty
    Settings parameters = {};
    long dof = 0;
    std::string hash = {};
  };
  struct IntegratorPart {
    std::string name = {}, title = {};
    Settings parameters = {};       ///< as the run resolved them
    std::optional<int> order = {};  ///< nothing where it declares none
    std::string doi = {};           ///< empty for methods without a source
  };

  std::string id;
  ProblemPart problem;
  IntegratorPart integrator;
  std::optional<double> h;          ///< nothing where the integrator chooses its steps
  std::optional<double> tolerance;  ///< of an integrator that chooses its steps
  std::optional<long> count;        ///< steps; nothing where they are not known
  long checkpoints = 1;
  RunResult result;
  Json environment;
};

Json to_json(const RunResult& result);
RunResult run_result_from_json(const Json& json);

Json to_json(const Record& record);
/// Throws Json::exception for what is no record.
Record record_from_json(const Json& json);

}  // namespace stiffbench
