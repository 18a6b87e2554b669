// Building blocks of pages.
import {escapeHtml, number, reasonOf} from '../figures/page/words.mjs';

export {escapeHtml, number};

/// Marks content as markup.
export const raw = (markup) => ({markup});
export const markup = (value) =>
  value?.markup !== undefined ? value.markup : escapeHtml(value ?? '–');

const cell = (value) => {
  if (value?.markup !== undefined)
    return `<td${value.sort === undefined ? '' : ` data-sort="${escapeHtml(value.sort)}"`}${
      value.kind ? ` class="${value.kind}"` : ''
    }>${value.markup}</td>`;
  if (typeof value === 'number')
    return `<td class="number" data-sort="${value}">${number(value)}</td>`;
  if (value === null || value === undefined) return '<td>–</td>';
  return `<td${String(value).length > 40 ? ' class="long"' : ''}>${escapeHtml(value)}</td>`;
};

/// Returns a sortable table. `columns` are titles; cells are texts, numbers, null or raw().
export function table(caption, columns, rows, {sortable = true} = {}) {
  const head = columns.map((title) => `<th scope="col">${markup(title)}</th>`).join('');
  const body = rows.map((row) => {
    const [first, ...rest] = row.map(cell);
    return `<tr>${first.replace('<td', '<th scope="row"').replace(/td>$/, 'th>')}${rest.join('')}</tr>`;
  });
  const words = escapeHtml(caption),
    kind = sortable ? ' class="sortable"' : '';
  return wide(
    words,
    `<table${kind}>
<caption>${words}</caption><thead><tr>${head}</tr></thead>
<tbody>
${body.join('\n')}
</tbody></table>`,
  );
}

/// Wraps content that scrolls sideways if it is wider than the page, with its name.
export const wide = (name, html) =>
  `<div class="frame-wide"><div class="wide" tabindex="0" role="region" aria-label="${name}">${html}</div></div>`;

/// Folds content below a summary.
export const fold = (summary, html) =>
  `<details class="fold"><summary>${markup(summary)}</summary>${html}</details>`;

/// Explains the signs of the next table or picture.
export const legend = (...sentences) =>
  `<p class="note">${sentences.filter(Boolean).map(markup).join(' ')}</p>`;

/// Formats "1 run" or "2 runs".
export const many = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;

/// Returns a list of terms with their descriptions; terms without one are omitted.
export function facts(list) {
  const said = list.filter(([, words]) => words !== null && words !== undefined && words !== '');
  return `<dl class="facts">${said
    .map(([term, words]) => `<div><dt>${escapeHtml(term)}</dt><dd>${markup(words)}</dd></div>`)
    .join('')}</dl>`;
}

/// Returns a placeholder for a diagram with controls, of one problem or of all; `emphasis` lists the methods
/// in colour.
export function explorer({problem, emphasis, base} = {}) {
  const attribute = (name, value) => (value ? ` data-${name}="${escapeHtml(value)}"` : '');
  const data =
    attribute('problem', problem) +
    attribute('emphasis', emphasis && JSON.stringify(emphasis)) +
    attribute('base', base && JSON.stringify(base));
  return `<div class="explorer"${data}><noscript>Diagrams need JavaScript; the tables do not.</noscript></div>`;
}

/// Returns a JSON value as nested lists.
export function nested(value) {
  if (value === null || typeof value !== 'object') return escapeHtml(String(value));
  if (Array.isArray(value))
    return escapeHtml(
      value.map((item) => (typeof item === 'object' ? JSON.stringify(item) : item)).join(' '),
    );
  return `<ul>${Object.entries(value)
    .map(([key, item]) => `<li>${escapeHtml(key)}: ${nested(item)}</li>`)
    .join('')}</ul>`;
}

export const paragraph = (...sentences) =>
  `<p>${sentences.filter(Boolean).map(markup).join(' ')}</p>`;

/// Returns a source by its DOI, with its folded BibTeX entry.
export function source(doi, citations) {
  if (!doi) return 'from textbooks';
  const entry = citations[doi];
  return raw(
    `<a href="https://doi.org/${escapeHtml(doi)}">doi:${escapeHtml(doi)}</a>${
      entry
        ? `<details><summary>BibTeX</summary><pre>${escapeHtml(entry.trim())}</pre></details>`
        : ''
    }`,
  );
}

/// Returns a link to a page of the report.
export const link = (report, page, words) =>
  raw(`<a href="${escapeHtml(report.href(page))}">${markup(words)}</a>`);

/// Titles and cells of a row of failed runs with one status, in the problem's units.
export const failureHeads = ['status', 'reason of the coarsest', 'runs', 'steps or tolerances'];
export const failureCells = ({sign, status, count, coarsest, finest, reason}, units) => [
  `${sign} ${status.replaceAll('_', ' ')}`,
  reasonOf(reason, units),
  count,
  sorted(
    coarsest === finest ? number(finest) : `${number(finest)} to ${number(coarsest)}`,
    coarsest,
  ),
];

/// Returns a link to a method with its family, as the first cell of a row.
export const methodCell = (report, {method, integrator, family}) =>
  sorted(raw(`${link(report, report.pageOfMethod(integrator), method).markup} <small>${escapeHtml(family)}</small>`), method);

/// Returns a cell with a separate sort key.
export const sorted = (content, sort, kind) => ({markup: markup(content), sort, kind});

/// Sign of a time that is an upper bound.
export const boundSign = '†';
export const boundWords = `${boundSign}: in the method's coarsest run, so that its time is an upper bound; a method in a later place may then be faster.`;

/// Cells of a method's measured slope and smallest error.
export const slopeCell = ({slope}) => (slope === null ? null : sorted(slope.toFixed(2), slope));
export const bracketWords = 'Errors in brackets are below that of the reference.';
export const errorCell = ({smallest_error: error, below_floor: isBelow}) =>
  error === null ? null : sorted(isBelow ? `(${number(error)})` : number(error), error, 'number');
