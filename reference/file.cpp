// The cache stores references in the same form as unfinished integrations (archive.hpp): a line
// with layout and checksum, then numbers and texts as they are in memory. An earlier version used
// HDF5. Other programs can read HDF5 files, but none did. Its C interface took 200 more lines, a
// second rule for damaged files, and a library in every build. It is of no use for unfinished
// integrations, whose states in long double must be restored bit by bit.

#include "reference/file.hpp"

#include "base/cache.hpp"
#include "base/error.hpp"
#include "reference/archive.hpp"

namespace stiffbench::references {
namespace {

/// The previous layout, which can still be read, has no cross-checks.
constexpr std::string_view reference_layout = "stiffbench.reference/3",
                           layout_before = "stiffbench.reference/2";
constexpr const char* consequence = "that reference is made anew";

void serialize(Archive& archive, ReferenceMethod& method) {
  archive(method.name);
  archive(method.step);
  archive(method.evaluations);
}

void serialize(Archive& archive, ErrorMeasures& e) {
  for (double* number : {&e.position_max, &e.position_l2_relative, &e.velocity_max,
                         &e.velocity_l2_relative, &e.state_max, &e.energy_norm_relative})
    archive(*number);
}

void serialize_cross_checks(Archive& archive, Reference& r) {
  if (!archive.resize(r.cross_checks)) return;
  for (CrossCheck& check : r.cross_checks) {
    for (std::string* text : {&check.method, &check.setting, &check.inconclusive}) archive(*text);
    archive(check.evaluations);
    serialize(archive, check.distance);
    serialize(archive, check.own_error);
  }
  archive(r.withdrawn);
}

/// A change of this function requires a new name of the layout.
void serialize(Archive& archive, Reference& r) {
  for (std::string* text : {&r.problem, &r.parameters, &r.problem_hash, &r.hash}) archive(*text);
  for (auto* states : {&r.states, &r.second}) archive(*states);
  for (ReferenceMethod* method : {&r.method, &r.second_method}) serialize(archive, *method);
  for (double* number : {&r.agreement, &r.digits, &r.start_energy, &r.end_energy}) archive(*number);
  archive(r.growth);
  for (auto* outputs : {&r.outputs, &r.second_outputs}) archive(*outputs);
}

}  // namespace

std::filesystem::path file_path(const std::string& hash) {
  return cache_directory() / "references" / (hash + ".reference");
}

void save(const Reference& reference) {
  Archive archive;
  Reference r = reference;  // keep() both reads and writes, so it needs a non-const object
  serialize(archive, r);
  serialize_cross_checks(archive, r);
  write_checked(file_path(r.hash), reference_layout, archive.bytes());
  if (!load(r.hash))
    throw Error("a reference file must read as it was written", file_path(r.hash).string(),
                "look after that disk");
}

std::optional<Reference> load(const std::string& hash) {
  const auto file = read_checked(file_path(hash), {reference_layout, layout_before}, consequence);
  if (!file) return std::nullopt;
  Archive archive(file->bytes);
  Reference r;
  serialize(archive, r);
  if (file->layout == reference_layout) serialize_cross_checks(archive, r);
  if (!archive.damaged() && r.hash == hash) return r;
  report_damage(file_path(hash), consequence);
  return std::nullopt;
}

}  // namespace stiffbench::references
