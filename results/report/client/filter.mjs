// Fields above every long table that keep some of its lines: a text keeps the lines with all of its words, and a choice
// those with a value of one column.
import {compareCells, numberOf} from './tables.mjs';

const long = 40; // lines
const shared = 4; // lines for each value of a column with a choice, or more

/// Returns true if a text has all words of a query, as beginnings of words or parts of them.
export const hasWords = (text, query) => {
  const line = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => line.includes(word));
};

/// Returns the tests that a column with these cells offers, each with the name that a reader sees: one for each of its
/// values, or for each number that a cell is at least; none where few lines share a value.
export function choicesOf(cells) {
  const values = [...new Set(cells)].sort(compareCells);
  if (values.length < 2 || shared * values.length > cells.length) return [];
  const isNumber = values.every((value) => value === '' || !Number.isNaN(numberOf(value)));
  return values.map((value) =>
    isNumber && value !== ''
      ? {name: `≥ ${value}`, keeps: (cell) => numberOf(cell) >= numberOf(value)}
      : {name: value || 'none', keeps: (cell) => cell === value},
  );
}

/// Returns a labelled list of the choices, before them `any`, and a function that tests a cell.
function chooser(title, choices) {
  const label = document.createElement('label'),
    list = document.createElement('select');
  list.append(new Option('any', ''), ...choices.map(({name}, k) => new Option(name, k)));
  label.append(title, ' ', list);
  return {label, list, keeps: (cell) => list.value === '' || choices[list.value].keeps(cell)};
}

/// Puts the fields before a table with many lines, and the number of lines that they keep behind them.
export function filterLines(table) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length < long) return;
  const cells = (column) => rows.map((row) => row.cells[column].textContent);
  const choosers = [...table.tHead.rows[0].cells].flatMap((head, column) => {
    const choices = choicesOf(cells(column));
    return choices.length ? [{column, ...chooser(head.textContent, choices)}] : [];
  });
  const bar = document.createElement('div'),
    words = document.createElement('label'),
    count = document.createElement('output');
  bar.className = 'filter';
  words.innerHTML = 'Only lines with <input type="search" autocomplete="off">';
  bar.append(words, ...choosers.map(({label}) => label), count);
  const field = words.firstElementChild;
  bar.addEventListener('input', () => {
    for (const row of rows)
      row.hidden = !(
        hasWords(row.textContent, field.value.trim()) &&
        choosers.every(({column, keeps}) => keeps(row.cells[column].textContent))
      );
    const left = rows.filter(({hidden}) => !hidden).length,
      isFree = !field.value.trim() && choosers.every(({list}) => list.value === '');
    count.textContent = isFree ? '' : `${left} of ${rows.length}`;
  });
  (table.closest('.frame-wide') ?? table).before(bar);
}
