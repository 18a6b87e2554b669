#include "problems/meshes/bunny_mesh.hpp"

#include "base/cache.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "problems/meshes/npm_bunny.hpp"
#include "problems/meshes/quadric_collapse.hpp"
#include "problems/meshes/tetgen.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string_view>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "stiffbench tetrahedra 1\n";

const BunnyRecipe& find_recipe(const std::string& size) {
  std::string sizes;
  for (const BunnyRecipe& recipe : bunny_recipes()) {
    if (recipe.size == size) return recipe;
    sizes += (sizes.empty() ? "" : ", ") + recipe.size;
  }
  throw Error("the bunny comes in sizes", size, "choose one of " + sizes);
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The hash of everything that goes into the mesh. TetGen does not print its version, so that its
/// program is hashed instead.
std::string cache_key(const SurfaceMesh& surface, const BunnyRecipe& recipe) {
  Hasher hasher;
  hasher.update(magic);
  update(hasher, surface);
  return hasher.update(recipe.surface_vertices)
      .update(quadric_collapse_version)
      .update(recipe.switches)
      .update(contents(tetgen_program()))
      .hex();
}

std::string checksum(const TetMesh& mesh) {
  Hasher hasher;
  return update(hasher, mesh).hex();
}

template <class T>
void append(std::string& text, const T* data, Eigen::Index count) {
  text.append(reinterpret_cast<const char*>(data), static_cast<std::size_t>(count) * sizeof(T));
}

std::string encode(const TetMesh& mesh) {
  std::string text(magic);
  const std::int64_t counts[] = {mesh.vertices.cols(), mesh.tets.cols()};
  append(text, counts, 2);
  append(text, mesh.vertices.data(), mesh.vertices.size());
  append(text, mesh.tets.data(), mesh.tets.size());
  return text + checksum(mesh);
}

std::optional<TetMesh> decode(const std::string& text, const BunnyRecipe& recipe) {
  TetMesh mesh;
  mesh.vertices.resize(3, recipe.vertices);
  mesh.tets.resize(4, recipe.tets);
  const auto vertex_bytes = static_cast<std::size_t>(mesh.vertices.size()) * sizeof(double);
  const auto tet_bytes = static_cast<std::size_t>(mesh.tets.size()) * sizeof(int);
  const std::size_t head = magic.size() + 2 * sizeof(std::int64_t);
  if (text.size() != head + vertex_bytes + tet_bytes + 32) return std::nullopt;
  std::memcpy(mesh.vertices.data(), text.data() + head, vertex_bytes);
  std::memcpy(mesh.tets.data(), text.data() + head + vertex_bytes, tet_bytes);
  if (encode(mesh) != text) return std::nullopt;
  return mesh;
}

TetMesh make(const SurfaceMesh& package, const BunnyRecipe& recipe) {
  const bool collapse = recipe.surface_vertices > 0;
  const TetMesh mesh = tetrahedralize(
      collapse ? quadric_collapse(package, recipe.surface_vertices) : package, recipe.switches);
  if (mesh.vertices.cols() != recipe.vertices || mesh.tets.cols() != recipe.tets)
    throw Error(fmt::format("the {} bunny has {} vertices and {} tetrahedra", recipe.size,
                            recipe.vertices, recipe.tets),
                fmt::format("{} and {}", mesh.vertices.cols(), mesh.tets.cols()),
                "use TetGen 1.5 (Debian's package tetgen)");
  return mesh;
}

}  // namespace

const std::vector<BunnyRecipe>& bunny_recipes() {
  static const std::vector<BunnyRecipe> recipes = {
      {"30", 30, "-pq1.414Ya10", 30, 53},
      {"300", 220, "-pq1.414Ya0.3", 308, 1143},
      {"1k", 600, "-pq1.414Ya0.095", 1016, 4412},
      {"4k", 0, "-pq1.414Ya0.02", 4063, 19661},
      {"8k", 0, "-pq1.414Ya0.0073", 8031, 45280},
  };
  return recipes;
}

TetMesh bunny_mesh(const std::string& size) {
  const BunnyRecipe& recipe = find_recipe(size);
  const SurfaceMesh package = read_npm_bunny();
  const fs::path path =
      cache_directory() / "meshes" / ("bunny_" + size + "_" + cache_key(package, recipe) + ".tets");
  if (fs::exists(path)) {
    if (auto mesh = decode(contents(path), recipe)) return *std::move(mesh);
    std::cerr << "stiffbench: the cached mesh " << path.string()
              << " is damaged; it is made anew\n";
  }
  TetMesh mesh = make(package, recipe);
  write_atomically(path, encode(mesh));
  return mesh;
}

}  // namespace stiffbench
