#include "reference/file.hpp"

#include "base/cache.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <hdf5.h>
#include <utility>

namespace stiffbench::references {
namespace {

namespace fs = std::filesystem;

using Table = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr const char* kSchema = "stiffbench.reference/1";

[[noreturn]] void fail(const std::string& what) {
  throw Error("a reference file must be whole", what, "delete it; it is made anew");
}

/// An HDF5 identifier with what closes it.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t), const std::string& what) : id_(id), close_(close) {
    if (id_ < 0) fail("no " + what);
  }
  ~Handle() { close_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

void check(herr_t status, const std::string& what) {
  if (status < 0) fail("no " + what);
}

/// HDF5 prints its errors itself unless told not to.
class Quiet {
 public:
  Quiet() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

Handle text_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "string type");
  check(H5Tset_size(type, length + 1), "string size");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "string encoding");
  return Handle(H5Tcopy(type), H5Tclose, "string type");
}

/// Writes attributes and datasets, or reads them: one description of the layout serves both.
class Writer {
 public:
  explicit Writer(hid_t file) : file_(file) {}

  void operator()(const char* name, const std::string& text) {
    put(name, text_type(text.size()), text.data());
  }
  void operator()(const char* name, const double& value) { put(name, H5T_NATIVE_DOUBLE, &value); }
  void operator()(const char* name, const long& value) { put(name, H5T_NATIVE_LONG, &value); }
  void operator()(const char* name, const Table& table) {
    const hsize_t size[2] = {static_cast<hsize_t>(table.rows()),
                             static_cast<hsize_t>(table.cols())};
    const Handle space(H5Screate_simple(2, size, nullptr), H5Sclose, name);
    const Handle set(
        H5Dcreate2(file_, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose, name);
    check(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, table.data()), name);
  }

 private:
  void put(const char* name, hid_t type, const void* data) {
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose, name);
    const Handle attribute(H5Acreate2(file_, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                           name);
    check(H5Awrite(attribute, type, data), name);
  }
  hid_t file_;
};

class Reader {
 public:
  explicit Reader(hid_t file) : file_(file) {}

  void operator()(const char* name, std::string& text) {
    const Handle attribute(H5Aopen(file_, name, H5P_DEFAULT), H5Aclose, name);
    const Handle type(H5Aget_type(attribute), H5Tclose, name);
    if (H5Tget_class(type) != H5T_STRING) fail(std::string(name) + " is no text");
    text.assign(H5Tget_size(type), '\0');
    check(H5Aread(attribute, type, text.data()), name);
    text.resize(std::min(text.size(), text.find('\0')));
  }
  void operator()(const char* name, double& value) { get(name, H5T_NATIVE_DOUBLE, &value); }
  void operator()(const char* name, long& value) { get(name, H5T_NATIVE_LONG, &value); }
  void operator()(const char* name, Table& table) {
    const Handle set(H5Dopen2(file_, name, H5P_DEFAULT), H5Dclose, name);
    const Handle space(H5Dget_space(set), H5Sclose, name);
    hsize_t size[2];
    if (H5Sget_simple_extent_ndims(space) != 2) fail(std::string(name) + " is no table");
    check(H5Sget_simple_extent_dims(space, size, nullptr), name);
    table.resize(static_cast<Eigen::Index>(size[0]), static_cast<Eigen::Index>(size[1]));
    check(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, table.data()), name);
  }

 private:
  void get(const char* name, hid_t type, void* data) {
    const Handle attribute(H5Aopen(file_, name, H5P_DEFAULT), H5Aclose, name);
    check(H5Aread(attribute, type, data), name);
  }
  hid_t file_;
};

/// What the file holds, as plain members.
struct Stored {
  Reference r;
  Table t, x, v, second_x, second_v;
  std::string schema = kSchema, version, hdf5, checksum;
  bool with_outputs = false, with_growth = false;
  std::string outputs, second_outputs;  // JSON objects of numbers
  double growth = 0;
};

/// The layout: calls visit(name, member) for every field.
void each(auto& s, auto&& visit) {
  visit("schema", s.schema);
  visit("stiffbench_version", s.version);
  visit("hdf5_version", s.hdf5);
  visit("problem", s.r.problem);
  visit("parameters", s.r.parameters);
  visit("problem_hash", s.r.problem_hash);
  visit("hash", s.r.hash);
  visit("method", s.r.method.name);
  visit("step", s.r.method.step);
  visit("evaluations", s.r.method.evaluations);
  visit("second_method", s.r.second_method.name);
  visit("second_step", s.r.second_method.step);
  visit("second_evaluations", s.r.second_method.evaluations);
  visit("agreement", s.r.agreement);
  visit("digits", s.r.digits);
  visit("start_energy", s.r.start_energy);
  visit("end_energy", s.r.end_energy);
  visit("t", s.t);
  visit("x", s.x);
  visit("v", s.v);
  visit("second_x", s.second_x);
  visit("second_v", s.second_v);
  if (s.with_growth) visit("growth", s.growth);
  if (!s.with_outputs) return;
  visit("outputs", s.outputs);
  visit("second_outputs", s.second_outputs);
}

std::string checksum(const Stored& s) {
  Hasher hash;
  each(s, [&](const char* name, const auto& field) {
    hash.update(name);
    if constexpr (std::is_same_v<std::decay_t<decltype(field)>, Table>)
      hash.update(std::span(field.data(), static_cast<std::size_t>(field.size())));
    else
      hash.update(field);
  });
  return hash.hex();
}

Table table(const std::vector<State>& states, Vec State::*part) {
  Table rows(static_cast<Eigen::Index>(states.size()), (states.front().*part).size());
  for (std::size_t i = 0; i < states.size(); ++i)
    rows.row(static_cast<Eigen::Index>(i)) = (states[i].*part).transpose();
  return rows;
}

std::vector<State> states(const Table& t, const Table& x, const Table& v) {
  if (t.cols() != 1 || t.rows() == 0 || x.rows() != t.rows() || v.rows() != t.rows() ||
      x.cols() != v.cols())
    fail("tables of different sizes");
  std::vector<State> all;
  for (Eigen::Index i = 0; i < t.rows(); ++i)
    all.push_back({t(i, 0), x.row(i).transpose(), v.row(i).transpose()});
  return all;
}

std::map<std::string, double> numbers(const std::string& text) {
  return nlohmann::json::parse(text).get<std::map<std::string, double>>();
}

std::string hdf5_version() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

Reference read(const fs::path& path, const std::string& hash) {
  const Quiet quiet;
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "HDF5 file");
  Stored s;
  s.with_outputs = H5Aexists(file, "outputs") > 0;
  s.with_growth = H5Aexists(file, "growth") > 0;
  Reader reader(file);
  each(s, reader);
  reader("checksum", s.checksum);
  if (s.schema != kSchema) fail("schema " + s.schema);
  if (s.checksum != checksum(s)) fail("numbers that do not fit their checksum");
  if (s.r.hash != hash) fail("the reference " + s.r.hash);
  s.r.states = states(s.t, s.x, s.v);
  s.r.second = states(s.t, s.second_x, s.second_v);
  if (s.with_growth) s.r.growth = s.growth;
  if (s.with_outputs) {
    s.r.outputs = numbers(s.outputs);
    s.r.second_outputs = numbers(s.second_outputs);
  }
  return std::move(s.r);
}

}  // namespace

fs::path file_path(const std::string& hash) {
  return cache_directory() / "references" / (hash + ".h5");
}

void save(const Reference& r) {
  Stored s;
  s.r = r;
  s.version = STIFFBENCH_VERSION;
  s.hdf5 = hdf5_version();
  s.t.resize(static_cast<Eigen::Index>(r.states.size()), 1);
  for (std::size_t i = 0; i < r.states.size(); ++i)
    s.t(static_cast<Eigen::Index>(i), 0) = r.states[i].t;
  s.x = table(r.states, &State::x);
  s.v = table(r.states, &State::v);
  s.second_x = table(r.second, &State::x);
  s.second_v = table(r.second, &State::v);
  s.with_outputs = !r.second_outputs.empty();
  s.outputs = nlohmann::json(r.outputs).dump();
  s.second_outputs = nlohmann::json(r.second_outputs).dump();
  s.with_growth = r.growth.has_value();
  s.growth = r.growth.value_or(0);
  s.checksum = checksum(s);
  write_atomically(file_path(r.hash), [&](const fs::path& temporary) {
    const Quiet quiet;
    const Handle file(H5Fcreate(temporary.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                      H5Fclose, "HDF5 file that can be written at " + temporary.string());
    Writer writer(file);
    each(std::as_const(s), writer);
    writer("checksum", std::as_const(s.checksum));
    check(H5Fflush(file, H5F_SCOPE_GLOBAL), "room for " + temporary.string());
  });
  read(file_path(r.hash), r.hash);
}

std::optional<Reference> load(const std::string& hash) {
  const fs::path path = file_path(hash);
  if (!fs::exists(path)) return std::nullopt;
  try {
    return read(path, hash);
  } catch (const Error& error) {
    std::fprintf(stderr, "stiffbench: %s is damaged and is made anew: %s\n", path.c_str(),
                 error.what());
    return std::nullopt;
  }
}

}  // namespace stiffbench::references
