#include "problems/meshes/models/npm_bunny.hpp"

#include "base/error.hpp"
#include "problems/meshes/models/npm_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <string>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const std::string& got) {
  throw Error(file.string() + " is npm package bunny 1.0.1, 1839 vertices and 3674 faces", got,
              npm_remedy);
}

/// Returns the numbers of `exports.NAME=[[a,b,c],[d,e,f],...]`, three per column; the array is
/// JSON.
Eigen::Matrix3Xd triples(const std::string& text, const std::string& name, const fs::path& file) {
  const std::string start = "exports." + name + "=";
  const std::size_t from = text.find(start), to = text.find("]]", from);
  if (from == text.npos || to == text.npos) fail(file, "no array " + start);
  const auto json = nlohmann::json::parse(
      text.substr(from + start.size(), to + 2 - from - start.size()), nullptr, false);
  if (!json.is_array()) fail(file, "no JSON list of lists after " + start);
  Eigen::Matrix3Xd columns(3, json.size());
  for (std::size_t i = 0; i < json.size(); ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      if (!json[i].is_array() || json[i].size() != 3 || !json[i][j].is_number())
        fail(file, fmt::format("no three numbers in place {} of {}", i, start));
      columns(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = json[i][j];
    }
  return columns;
}

}  // namespace

SurfaceMesh read_npm_bunny() { return read_npm_bunny(npm_file("bunny/index.js")); }

SurfaceMesh read_npm_bunny(const fs::path& index_js) {
  std::ifstream file(index_js, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) fail(index_js, "a file that cannot be read");
  const Eigen::Matrix3Xd positions = triples(text, "positions", index_js),
                         cells = triples(text, "cells", index_js);
  if (!(cells.array() == cells.array().floor() && cells.array().abs() < 1e9).all())
    fail(index_js, "a corner of a face that is no index");
  const SurfaceMesh mesh{positions, cells.cast<int>()};
  if (mesh.vertices.cols() != 1839 || mesh.faces.cols() != 3674)
    fail(index_js,
         fmt::format("{} vertices and {} faces", mesh.vertices.cols(), mesh.faces.cols()));
  validate(mesh);
  return mesh;
}

}  // namespace stiffbench
