// The cache stores references in the same form as unfinished integrations (keeper.hpp): a line with
// layout and checksum, then numbers and texts as they are in memory. An earlier version used HDF5.
// Other programs can read HDF5 files, but none did. Its C interface took 200 more lines, a second
// rule for damaged files, and a library in every build. It is of no use for unfinished
// integrations, whose states in long double must be restored bit by bit.

#include "reference/file.hpp"

#include "base/cache.hpp"
#include "base/error.hpp"
#include "reference/keeper.hpp"

namespace stiffbench::references {
namespace {

/// The previous layout, which can still be read, has no witnesses.
constexpr std::string_view reference_layout = "stiffbench.reference/3",
                           layout_before = "stiffbench.reference/2";
constexpr const char* consequence = "that reference is made anew";

void keep(Keeper& keeper, ReferenceMethod& method) {
  keeper(method.name);
  keeper(method.step);
  keeper(method.evaluations);
}

void keep(Keeper& keeper, ErrorMeasures& e) {
  for (double* number : {&e.position_max, &e.position_l2_relative, &e.velocity_max,
                         &e.velocity_l2_relative, &e.state_max, &e.energy_norm_relative})
    keeper(*number);
}

void keep_witnesses(Keeper& keeper, Reference& r) {
  if (!keeper.resize(r.witnesses)) return;
  for (Witness& witness : r.witnesses) {
    for (std::string* text : {&witness.method, &witness.setting, &witness.inconclusive})
      keeper(*text);
    keeper(witness.evaluations);
    keep(keeper, witness.distance);
    keep(keeper, witness.own_error);
  }
  keeper(r.withdrawn);
}

/// A change of this function requires a new name of the layout.
void keep(Keeper& keeper, Reference& r) {
  for (std::string* text : {&r.problem, &r.parameters, &r.problem_hash, &r.hash}) keeper(*text);
  for (auto* states : {&r.states, &r.second}) keeper(*states);
  for (ReferenceMethod* method : {&r.method, &r.second_method}) keep(keeper, *method);
  for (double* number : {&r.agreement, &r.digits, &r.start_energy, &r.end_energy}) keeper(*number);
  keeper(r.growth);
  for (auto* outputs : {&r.outputs, &r.second_outputs}) keeper(*outputs);
}

}  // namespace

std::filesystem::path file_path(const std::string& hash) {
  return cache_directory() / "references" / (hash + ".reference");
}

void save(const Reference& reference) {
  Keeper keeper;
  Reference r = reference;  // keep() both reads and writes, so it needs a non-const object
  keep(keeper, r);
  keep_witnesses(keeper, r);
  write_checked(file_path(r.hash), reference_layout, keeper.bytes());
  if (!load(r.hash))
    throw Error("a reference file must read as it was written", file_path(r.hash).string(),
                "look after that disk");
}

std::optional<Reference> load(const std::string& hash) {
  const auto file = read_checked(file_path(hash), {reference_layout, layout_before}, consequence);
  if (!file) return std::nullopt;
  Keeper keeper(file->bytes);
  Reference r;
  keep(keeper, r);
  if (file->layout == reference_layout) keep_witnesses(keeper, r);
  if (!keeper.damaged() && r.hash == hash) return r;
  report_damage(file_path(hash), consequence);
  return std::nullopt;
}

}  // namespace stiffbench::references
