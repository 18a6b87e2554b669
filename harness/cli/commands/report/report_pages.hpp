#pragma once

#include "harness/records/rows.hpp"

namespace stiffbench {

/// Returns what the script of a report turns into its pages (results/schema/internal/report.schema.json):
/// the Markdown of each page, and beside it the regions of stability and the sources. The rows are
/// those of a folder, which may have claims that 'stiffbench reproduce' judged by them.
Json report_pages(const std::vector<Row>& rows, const std::filesystem::path& folder);

}  // namespace stiffbench
