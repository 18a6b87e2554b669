#include "harness/records/code/interpreted.hpp"

namespace stiffbench {

bool is_interpreted(const Record& record) {
  const auto mark = record.result.reported.find(interpreted_mark);
  return mark != record.result.reported.end() && mark->second == Value(true);
}

}  // namespace stiffbench
