#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace stiffbench {

/// The files NAME + `ending` in a folder of ours ("results/experiments") or below it, by their
/// names.
std::map<std::string, std::filesystem::path> data_files(const std::string& folder,
                                                        const std::string& ending);

/// `name` itself where it is a file, else NAME + `ending` in a folder of ours or below it
/// ("results/experiments"). The Error begins with the rule and names near matches.
std::filesystem::path find_data_file(const std::string& name, const std::string& folder,
                                     const std::string& ending, const std::string& rule);

}  // namespace stiffbench
