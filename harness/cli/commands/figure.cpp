#include "base/error.hpp"
#include "base/parameters.hpp"
#include "harness/cli/command.hpp"
#include "harness/io/data_file.hpp"
#include "harness/pictures/draw.hpp"
#include "harness/pictures/fastest_rates.hpp"
#include "harness/records/code/choose_code.hpp"
#include "harness/records/read_records.hpp"
#include "harness/records/select.hpp"
#include "harness/records/tuning/choose_settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace stiffbench::figure_command {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string spec, folder;
  RowSelection selection;
  std::string code = "current", settings = "tuned", out, formats, x, y, error;
  std::optional<std::string> title;  // empty: no title
  std::optional<double> width, height;
  std::optional<long> columns;
  bool bare = false;
};

/// Returns the figures named by the experiment of the folder's records.
std::vector<std::string> figures_of(const std::string& folder) {
  const Json experiment = read_experiment(folder);
  const Json figures = experiment.is_null() ? Json() : experiment.value("figures", Json::array());
  if (figures.empty())
    throw Error(
        "without a name, figure draws those that the folder's experiment names",
        experiment.is_null() ? "no experiment.json in " + folder : "no figures in its experiment",
        "name one: stiffbench figure precision " + folder);
  return figures;
}

/// Returns the options of render.mjs.
std::vector<std::string> options_of(const Arguments& arguments) {
  std::vector<std::string> words;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) words.push_back(fmt::format("{}={}", name, value));
  };
  const auto add_number = [&](const char* name, const std::optional<double>& value) {
    if (value) add(name, fmt::format("{}", *value));
  };
  const Json experiment = read_experiment(arguments.folder);
  if (!experiment.is_null()) add("--experiment", experiment["title"]);
  if (arguments.title) words.push_back("--title=" + *arguments.title);
  if (arguments.bare) words.push_back("--bare");
  add("--out", arguments.out);
  add("--formats", arguments.formats);
  add("--x", arguments.x);
  add("--y", arguments.y);
  add("--error", arguments.error);
  add_number("--width", arguments.width);
  add_number("--height", arguments.height);
  if (arguments.columns) add("--columns", std::to_string(*arguments.columns));
  return words;
}

/// Returns the rows to draw. Pages and axes of h omega_max also need the rates of the problems.
std::vector<Row> rows_of(const Arguments& arguments, std::vector<Row> all) {
  auto rows = select(std::move(all), arguments.selection);
  const bool is_page =
      arguments.formats.empty() || arguments.formats.find("html") != std::string::npos;
  if (is_page || arguments.x == "h_omega") add_fastest_rates(rows);
  return rows;
}

/// Throws an Error for an unknown format, before anything is read.
void check_formats(const std::string& list) {
  const std::vector<std::string> formats{"svg", "pdf", "png", "html", "csv"};
  if (list.empty()) return;
  std::istringstream words(list + ",");
  for (std::string word; std::getline(words, word, ',');)
    if (std::ranges::count(formats, word) == 0) {
      const std::string near = near_matches(word, formats);
      throw Error(fmt::format("'--formats' takes {}, with commas", fmt::join(formats, ", ")),
                  "'" + word + "'", near.empty() ? "give some of them" : near + "?");
    }
}

int draw_figures(Arguments& arguments) {
  check_formats(arguments.formats);
  const bool all = arguments.folder.empty();
  if (all) arguments.folder = std::exchange(arguments.spec, "");
  if (all && !fs::is_directory(arguments.folder))
    throw Error("figure takes a name and a folder of records, or the folder alone",
                "'" + arguments.folder + "', which is no folder",
                "give for instance: stiffbench figure precision build/demo");
  std::vector<std::string> words;
  for (const auto& name : all ? figures_of(arguments.folder) : std::vector{arguments.spec})
    words.push_back(find_data_file(name, "results/figures", ".vl.json",
                                   "a figure must be a file, or one that 'stiffbench list "
                                   "figures' shows")
                        .string());
  words.push_back(arguments.folder);
  std::ranges::copy(options_of(arguments), std::back_inserter(words));
  const char* script = "results/figures/render.mjs";
  if (!fs::exists(fs::path(arguments.folder) / "records.jsonl")) return draw(script, words, {});
  const auto rows = read_rows(arguments.folder, arguments.code, arguments.settings);
  return draw(script, words, rows_of(arguments, rows), diagram_facts(rows));
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records,
     "figure",
     "Draws records: SVG, PDF, PNG, an HTML page, their data",
     {"figure build/demo", "figure precision build/demo --only exponential rk4 --width 85",
      "figure my_figure.vl.json build/demo --formats svg,pdf"}},
    [](Arguments& values, ArgumentList& list) {
      list.add(
              "figure-or-folder", &values.spec,
              "Name in results/figures, or a file; or a folder, whose experiment names its figures")
          .required = true;
      list.add("folder", &values.folder,
               "Folder with records.jsonl, or with what else the figure draws");
      list.add("--only", &values.selection.only,
               "Methods, families or problems to draw, as names or patterns ('exprb*')");
      list.add("--except", &values.selection.exceptions,
               "Methods, families or problems to omit, as names or patterns");
      list.add("--x", &values.x, "Horizontal axis of a diagram").choices = {
          "h", "h_omega", "time", "force", "products", "calls", "steps"};
      list.add("--y", &values.y, "Vertical axis of a diagram").choices = {"error", "drift", "time",
                                                                          "memory"};
      list.add("--error", &values.error, "Measure of the error in a diagram").choices = {
          "energy_norm", "position", "velocity", "state_max"};
      list.add("--width", &values.width, "Of the picture (mm; default: as the figure says)");
      list.add("--height", &values.height, "Of a panel (mm; default: as the figure says)");
      list.add("--columns", &values.columns, "Of panels (default: as many as have room)");
      list.add("--title", &values.title,
               "Default: that of the experiment, or of the figure; '' for none");
      list.add("--bare", &values.bare, "No title and no words above panels: a caption has them");
      list.add("--out", &values.out, "Folder for the files (default: that of the records)");
      list.add("--formats", &values.formats,
               "Of svg, pdf, png, html, csv, with commas (default: all but csv)");
      list.add("--code", &values.code, code_choice_doc);
      list.add("--settings", &values.settings, settings_choice_doc).choices = settings_choices;
    },
    draw_figures);

}  // namespace
}  // namespace stiffbench::figure_command
