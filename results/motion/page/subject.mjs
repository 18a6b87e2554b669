// The subject of a motion: the bodies that deform.

/// Returns the largest distance of a point from its position under pure translation of the body.
function deformationOf([first, ...others]) {
  let largest = 0;
  for (const picture of others) {
    const mean = [0, 0, 0], count = first.length / 3;
    picture.forEach((value, i) => (mean[i % 3] += (value - first[i]) / count));
    picture.forEach((value, i) => (largest = Math.max(largest, Math.abs(value - first[i] - mean[i % 3]))));
  }
  return largest;
}

function displacementOf([first, ...others]) {
  let largest = 0;
  for (const picture of others)
    picture.forEach((value, i) => (largest = Math.max(largest, Math.abs(value - first[i]))));
  return largest;
}

/// Returns the indices of the bodies that the first view fits: those that deform by at least a hundredth of
/// the largest deformation, else those that move, else all. `runs` has a list of pictures for each body of
/// each run.
export function fittedBodies(runs) {
  const numbers = [...runs[0].keys()];
  for (const measure of [deformationOf, displacementOf]) {
    const sizes = numbers.map((b) => Math.max(...runs.map((bodies) => measure(bodies[b])))),
      largest = Math.max(...sizes);
    if (largest > 1e-9 * extentOf(runs[0])) return numbers.filter((b) => sizes[b] >= largest / 100);
  }
  return numbers;
}

/// Returns the largest coordinate at the start, as a scale for round-off.
const extentOf = (bodies) => Math.max(...bodies.flatMap(([first]) => [...first].map(Math.abs)));
