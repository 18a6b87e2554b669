#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace stiffbench {

/// Returns the files NAME + `ending` in a data folder of stiffbench ("results/experiments") or
/// below it, by NAME.
std::map<std::string, std::filesystem::path> data_files(const std::string& folder,
                                                        const std::string& ending);

/// Returns the path `name` if it is a file, else the file `name` + `ending` in a data folder of
/// stiffbench or below it. The Error states the rule and near matches.
std::filesystem::path find_data_file(const std::string& name, const std::string& folder,
                                     const std::string& ending, const std::string& rule);

}  // namespace stiffbench
