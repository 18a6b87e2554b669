#include "harness/cli/commands/commands.hpp"
#include "harness/io/node.hpp"

namespace stiffbench {

void add_figure_command(CLI::App& program, Job& job) {
  auto* command = program.add_subcommand("figure", "Draws records: SVG, PDF and an HTML page");
  struct Arguments {
    std::string spec, folder, out, formats;
  };
  auto arguments = std::make_shared<Arguments>();
  command->add_option("spec", arguments->spec, "Name in results/figures, or a Vega-Lite file")
      ->required();
  command->add_option("folder", arguments->folder, "Folder with records.jsonl")->required();
  command->add_option("--out", arguments->out,
                      "Folder for the files (default: that of the records)");
  command->add_option("--formats", arguments->formats, "Of svg, pdf, png, html, with commas");
  command->callback([arguments, &job] {
    job = [arguments] {
      std::vector<std::string> words{arguments->spec, arguments->folder};
      if (!arguments->out.empty()) words.insert(words.end(), {"--out", arguments->out});
      if (!arguments->formats.empty()) words.insert(words.end(), {"--formats", arguments->formats});
      return run_node("results/figures/render.mjs", words);
    };
  });
}

void add_report_command(CLI::App& program, Job& job) {
  auto* command = program.add_subcommand("report", "Writes one HTML page about all records");
  auto folder = std::make_shared<std::string>();
  command->add_option("folder", *folder, "Folder with records.jsonl")->required();
  command->callback([folder, &job] {
    job = [folder] { return run_node("results/report/report.mjs", {*folder}); };
  });
}

}  // namespace stiffbench
