// Paths in rows, groups of rows with equal values at a path, and the order of labels.

/// Returns the value at a path of a row, such as problem.label.
export const follow = (row, path) => path.split('.').reduce((part, key) => part?.[key], row);

/// Groups rows by the value of a path, or by the values of several, in the order of the rows.
export function groups(rows, paths) {
  const all = new Map();
  for (const row of rows) {
    const name = [paths].flat().map((path) => follow(row, path)).join(', ');
    if (!all.has(name)) all.set(name, []);
    all.get(name).push(row);
  }
  return all;
}

/// Compares labels in natural order, so that 2 precedes 10.
export function naturally(a, b) {
  return a.localeCompare(b, 'en', {numeric: true});
}
