#include "problems/meshes/models/mesh_cache.hpp"

#include "base/cache.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "problems/meshes/tetgen.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string_view>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "stiffbench tetrahedra 1\n";

/// Returns the name of the file. TetGen does not print its version, so its program is hashed
/// instead.
std::string file_name(const CachedMesh& recipe) {
  Hasher hasher;
  hasher.update(magic).update(recipe.inputs).update(file_contents(tetgen_program()));
  return recipe.name + "_" + hasher.hex() + ".tets";
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

std::optional<TetMesh> decode(const std::string& text, const CachedMesh& recipe) {
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

TetMesh make(const CachedMesh& recipe) {
  TetMesh mesh = recipe.make();
  if (mesh.vertices.cols() != recipe.vertices || mesh.tets.cols() != recipe.tets)
    throw Error(fmt::format("the mesh {} has {} vertices and {} tetrahedra", recipe.name,
                            recipe.vertices, recipe.tets),
                fmt::format("{} and {}", mesh.vertices.cols(), mesh.tets.cols()),
                "use Debian 12's packages tetgen (1.5) and libcgal-dev (5.5)");
  return mesh;
}

}  // namespace

std::string file_contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TetMesh cached_mesh(const CachedMesh& recipe) {
  const fs::path path = cache_directory() / "meshes" / file_name(recipe);
  if (fs::exists(path)) {
    if (auto mesh = decode(file_contents(path), recipe)) return *std::move(mesh);
    std::cerr << "stiffbench: the cached mesh " << path.string()
              << " is damaged; it is made anew\n";
  }
  TetMesh mesh = make(recipe);
  write_atomically(path, encode(mesh));
  return mesh;
}

}  // namespace stiffbench
