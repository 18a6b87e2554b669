// A field above every long table that keeps the lines with all of its words.
const long = 40; // lines

/// Returns true if a text has all words of a query, as beginnings of words or parts of them.
export const hasWords = (text, query) => {
  const line = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => line.includes(word));
};

/// Puts a field before a table with many lines, and the number of those that it keeps behind it.
export function filterLines(table) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length < long) return;
  const label = document.createElement('label');
  label.className = 'filter';
  label.innerHTML = 'Only lines with <input type="search" autocomplete="off"> <output></output>';
  const [field, count] = label.children;
  const show = () => {
    for (const row of rows) row.hidden = !hasWords(row.textContent, field.value.trim());
    const left = rows.filter(({hidden}) => !hidden).length;
    count.textContent = field.value.trim() ? `${left} of ${rows.length}` : '';
  };
  field.addEventListener('input', show);
  (table.closest('.frame-wide') ?? table).before(label);
}
