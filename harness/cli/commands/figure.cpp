#include "harness/cli/command.hpp"
#include "harness/io/data_file.hpp"
#include "harness/pictures/draw.hpp"
#include "harness/records/code/choose_code.hpp"

namespace stiffbench {
namespace {

struct Arguments {
  std::string spec, folder, out, formats, code = "current";
};

int draw_figure(const Arguments& arguments) {
  const auto spec =
      find_data_file(arguments.spec, "results/figures", ".vl.json",
                     "a figure must be a file, or one that 'stiffbench list figures' shows");
  std::vector<std::string> words{spec.string(), arguments.folder};
  if (!arguments.out.empty()) words.insert(words.end(), {"--out", arguments.out});
  if (!arguments.formats.empty()) words.insert(words.end(), {"--formats", arguments.formats});
  return draw("results/figures/render.mjs", std::move(words), arguments.folder, arguments.code);
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records,
     "figure",
     "Draws records: SVG, PDF and an HTML page",
     {"figure precision build/demo", "figure my_figure.vl.json build/demo --formats svg,pdf"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("spec", &values.spec, "Name in results/figures, or a Vega-Lite file").required =
          true;
      list.add("folder", &values.folder,
               "Folder with records.jsonl, or with what else the figure draws")
          .required = true;
      list.add("--out", &values.out, "Folder for the files (default: that of the records)");
      list.add("--formats", &values.formats, "Of svg, pdf, png, html, with commas");
      list.add("--code", &values.code, code_choice_doc);
    },
    draw_figure);

}  // namespace
}  // namespace stiffbench
