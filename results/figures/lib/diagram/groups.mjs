// Paths in rows, and rows that agree at a path.

/// The value at a path of a row, as problem.label.
export const follow = (row, path) => path.split('.').reduce((part, key) => part?.[key], row);

/// The rows of each value of a path, or of each combination of several, in the order of the rows.
export function groups(rows, paths) {
  const all = new Map();
  for (const row of rows) {
    const name = [paths].flat().map((path) => follow(row, path)).join(', ');
    if (!all.has(name)) all.set(name, []);
    all.get(name).push(row);
  }
  return all;
}
