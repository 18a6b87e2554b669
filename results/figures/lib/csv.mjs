const cell = (value) => {
  const words = value === null || value === undefined ? '' : String(value);
  return /[",\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
};

/// Formats rows as comma-separated values, with the columns that any of them has.
export function csvOf(rows) {
  const names = [...new Set(rows.flatMap(Object.keys))];
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map((cells) => cells.map(cell).join(',')).join('\n') + '\n';
}
