/// Returns the number with which a cell begins, as "1.2†", "(1e-9)", "h = 0.1 s", "10%" and "5/8 ×"; NaN if it is
/// a text.
export function numberOf(cell) {
  const [, number, all = 1] = /^\(?(?:h = |tolerance =? ?)?(-?\d[\d.]*(?:e[-+]?\d+)?)(?:\/(\d+))?(?![\w.])/.exec(cell) ?? [];
  return number / all;
}

/// Compares two cells: numbers by size, texts in natural order, empty ones last.
export function compareCells(a, b) {
  const [x, y] = [a, b].map((one) => (one === '' || one === '–' ? null : one));
  if (x === null || y === null) return (x === null) - (y === null);
  const [m, n] = [numberOf(x), numberOf(y)];
  if (!Number.isNaN(m) && !Number.isNaN(n)) return m - n;
  return String(x).localeCompare(String(y), 'en', {numeric: true});
}

/// Sorts rows by a key; empty ones stay last in both directions.
export function sortRows(rows, key, descending) {
  const isEmpty = (one) => one === '' || one === '–';
  return rows
    .map((row) => [key(row), row])
    .sort(([a], [b]) =>
      isEmpty(a) || isEmpty(b) || !descending ? compareCells(a, b) : compareCells(b, a),
    )
    .map(([, row]) => row);
}

/// Makes the heads of a table buttons: `sort` is called with the column and the direction.
export function sortHead(table, sort) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.innerHTML = `<button type="button">${head.innerHTML}<span aria-hidden="true"></span></button>`;
    head.firstChild.addEventListener('click', () => {
      const descending = head.ariaSort === 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      sort(column, descending);
    });
  });
}

export function sortByHead(table) {
  const body = table.tBodies[0],
    key = (column) => (row) => row.cells[column].textContent;
  sortHead(table, (column, descending) =>
    body.append(...sortRows([...body.rows], key(column), descending)),
  );
}
