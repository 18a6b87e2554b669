#include "base/error.hpp"
#include "base/system/programs.hpp"
#include "harness/io/data_file.hpp"
#include "harness/io/read_text.hpp"
#include "harness/pictures/draw.hpp"
#include "harness/records/compare/report.hpp"
#include "harness/records/read_records.hpp"
#include "python/module/long_calls.hpp"
#include "python/module/runs.hpp"

#include <pybind11/stl.h>

namespace stiffbench::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

using Texts = std::vector<std::string>;

/// The records of a folder or file, as texts of JSON.
Texts read(const std::string& place) {
  const LongCall call;
  Texts texts;
  for (const Record& record : read_records(place)) texts.push_back(to_json(record).dump());
  return texts;
}

std::vector<Record> records_from(const Texts& texts) {
  std::vector<Record> records;
  for (const std::string& text : texts)
    records.push_back(record_from_json(parse_json(text, "a record")));
  if (records.empty()) throw Error("there is at least one record", "none", "run something first");
  return records;
}

/// Draws a figure of results/figures and returns it as SVG. `options` are those of render.mjs.
std::string draw_svg(const Texts& texts, const std::string& figure, const Texts& options) {
  const LongCall call;
  const std::vector<Row> rows = make_rows(records_from(texts));
  const auto spec = find_data_file(figure, "results/figures", ".vl.json",
                                   "a figure must be a file, or one that 'stiffbench list "
                                   "figures' shows");
  const ScratchFolder scratch;
  const auto log = scratch.path() / "log", out = scratch.path() / "out";
  Texts words{spec.string(), scratch.path().string(), "--out=" + out.string(), "--formats=svg"};
  words.insert(words.end(), options.begin(), options.end());
  if (draw("results/figures/render.mjs", words, rows, diagram_facts(rows), log) != 0)
    throw Error(last_line(log));
  const std::string name = spec.filename().string();
  return read_text(out / (name.substr(0, name.find('.')) + ".svg"));
}

/// The table rows of records as one text of JSON: labels, step, status, error, slope, time.
std::string rows_of(const Texts& texts) {
  const LongCall call;
  Json list = Json::array();
  for (const Row& row : make_rows(records_from(texts))) list.push_back(table_row(row));
  return list.dump();
}

/// Lists changes for the worse and for the better from one set of records to the other.
py::dict compare(const Texts& before, const Texts& after, const std::string& name_before,
                 const std::string& name_after) {
  const auto parts = [&] {
    const LongCall call;
    const auto old_records = records_from(before), new_records = records_from(after);
    const Tolerances tolerances = one_build(old_records, new_records) ? equality : other_build;
    const ComparisonReport report{
        name_before,
        name_after,
        compare_records(old_records, new_records, tolerances),
        {Quantity::status, Quantity::error, Quantity::order, Quantity::drift, Quantity::work}};
    return std::tuple(comparison_text(report), comparison_markdown(report),
                      comparison_json(report).dump(), report.failed());
  }();
  return py::dict("text"_a = std::get<0>(parts), "markdown"_a = std::get<1>(parts),
                  "json"_a = std::get<2>(parts), "failed"_a = std::get<3>(parts));
}

}  // namespace

void add_records(py::module_& module) {
  module.def("read_records", read, "place"_a);
  module.def("draw_svg", draw_svg, "records"_a, "figure"_a, "options"_a);
  module.def("rows_of", rows_of, "records"_a);
  module.def("compare", compare, "before"_a, "after"_a, "name_before"_a, "name_after"_a);
}

}  // namespace stiffbench::python
