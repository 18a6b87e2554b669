// Stores rows as columns, which take a tenth of their size as JSON. Entries that pages do not show are
// omitted.
const measures = ['energy_norm_relative', 'position.l2_relative', 'velocity.l2_relative', 'state_max'];
const paths = [
  'id', 'method', 'h', 'step.tolerance', 'step.count', 'status', 'reason', 'failure.sign', 'failure.label',
  ...measures.flatMap((measure) => [`error.${measure}`, `error.floor.${measure}`]), 'error.digits',
  ...['energy_norm', 'position', 'velocity', 'state_max'].map((measure) => `below_floor.${measure}`),
  'energy.max_drift', 'memory.peak_bytes', 'runtime.total', 'runtime.mad', 'runtime.setup', 'runtime.samples',
  'weighted_work', 'slope', 'asymptotic', 'pareto', 'code.id'];

const follow = (row, keys) => keys.reduce((part, key) => part?.[key], row) ?? null;

/// Encodes a column as its only value, as indices into its few values, or unchanged.
function squeeze(values) {
  const distinct = new Map();
  for (const value of values) {
    const key = JSON.stringify(value);
    if (!distinct.has(key)) distinct.set(key, {value, place: distinct.size});
    if (distinct.size > values.length / 3 && distinct.size > 1) return values;
  }
  const words = [...distinct.values()].map(({value}) => value);
  if (words.length === 1) return {only: words[0]};
  return {words, of: values.map((value) => distinct.get(JSON.stringify(value)).place)};
}

/// Packs the rows of one problem as {count, columns}.
export function pack(rows) {
  const counters = [...new Set(rows.flatMap((row) => Object.keys(row.work)))].map((name) => `work.${name}`);
  const columns = [...paths, ...counters].map((path) => {
    const keys = path.split('.');
    return [path, squeeze(rows.map((row) => follow(row, keys)))];
  });
  return {count: rows.length, columns: Object.fromEntries(columns)};
}

/// Unpacks the rows, each with the `common` data of their problem.
export function unpack({count, columns}, common) {
  const rows = Array.from({length: count}, () => ({problem: common, work: {}}));
  for (const [path, column] of Object.entries(columns)) {
    const keys = path.split('.'),
      last = keys.pop();
    const at = Array.isArray(column)
      ? (k) => column[k]
      : 'only' in column
        ? () => column.only
        : (k) => column.words[column.of[k]];
    rows.forEach((row, k) => {
      let part = row;
      for (const key of keys) part = part[key] ??= {};
      part[last] = at(k);
    });
  }
  return rows;
}
