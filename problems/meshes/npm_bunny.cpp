#include "problems/meshes/npm_bunny.hpp"

#include "base/error.hpp"
#include "base/paths.hpp"

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

const std::string kRemedy = "run ./bootstrap (or npm ci --ignore-scripts in the source tree)";

[[noreturn]] void fail(const fs::path& file, const std::string& got) {
  throw Error(file.string() + " is npm package bunny 1.0.1, 1839 vertices and 3674 faces", got,
              kRemedy);
}

/// The numbers of `exports.NAME=[[a,b,c],[d,e,f],...]`, three to a column.
template <class Number>
Eigen::Matrix<Number, 3, Eigen::Dynamic> triples(std::string_view text, std::string_view name,
                                                 const fs::path& file) {
  const std::string start = "exports." + std::string(name) + "=[";
  const auto from = text.find(start);
  const auto to = from == text.npos ? text.npos : text.find("]]", from);
  if (to == text.npos) fail(file, "no array " + start);
  text = text.substr(from + start.size(), to + 1 - from - start.size());

  std::vector<Number> numbers;
  const auto expect = [&](char wanted) {
    if (text.empty() || text.front() != wanted)
      fail(file, "'" + std::string(text.substr(0, 20)) + "' where " + wanted + " belongs");
    text.remove_prefix(1);
  };
  while (!text.empty()) {
    if (!numbers.empty()) expect(',');
    for (const char before : {'[', ',', ','}) {
      expect(before);
      Number number{};
      const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (code != std::errc()) fail(file, "'" + std::string(text.substr(0, 20)) + "' for a number");
      numbers.push_back(number);
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    expect(']');
  }
  return Eigen::Map<const Eigen::Matrix<Number, 3, Eigen::Dynamic>>(
      numbers.data(), 3, static_cast<Eigen::Index>(numbers.size() / 3));
}

}  // namespace

fs::path npm_bunny_file() {
  const char* own = std::getenv("STIFFBENCH_MESHES");
  if (!own || !*own) return data_path("node_modules/bunny/index.js");
  const fs::path file = fs::path(own) / "bunny" / "index.js";
  if (!fs::is_regular_file(file))
    throw Error("STIFFBENCH_MESHES names the folder that holds bunny/index.js",
                "no file " + file.string(), "unset it and " + kRemedy);
  return file;
}

SurfaceMesh read_npm_bunny() { return read_npm_bunny(npm_bunny_file()); }

SurfaceMesh read_npm_bunny(const fs::path& index_js) {
  std::ifstream file(index_js, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) fail(index_js, "a file that cannot be read");
  const SurfaceMesh mesh{triples<double>(text, "positions", index_js),
                         triples<int>(text, "cells", index_js)};
  if (mesh.vertices.cols() != 1839 || mesh.faces.cols() != 3674)
    fail(index_js, std::to_string(mesh.vertices.cols()) + " vertices and " +
                       std::to_string(mesh.faces.cols()) + " faces");
  validate(mesh);
  return mesh;
}

}  // namespace stiffbench
