#pragma once

namespace stiffbench::python {

/// Makes every exception of the library one of Python: Error and files that do not hold what their
/// schemas say become stiffbench.Error, an interruption becomes KeyboardInterrupt.
void translate_errors();

}  // namespace stiffbench::python
