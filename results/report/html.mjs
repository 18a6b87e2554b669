// Small pieces of pages.
import {escapeHtml, number, reasonOf} from '../figures/page/words.mjs';

export {escapeHtml, number};

/// Content that is markup already.
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

/// A table that its reader can sort. `columns` are titles; cells are texts, numbers, null or raw().
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

/// What scrolls sideways where it is wider than the page, with its name.
export const wide = (name, html) =>
  `<div class="frame-wide"><div class="wide" tabindex="0" role="region" aria-label="${name}">${html}</div></div>`;

/// What is shown when its reader asks for it.
export const fold = (summary, html) =>
  `<details class="fold"><summary>${markup(summary)}</summary>${html}</details>`;

/// What the signs of the next table or picture mean.
export const legend = (...sentences) =>
  `<p class="note">${sentences.filter(Boolean).map(markup).join(' ')}</p>`;

/// "1 run", "2 runs".
export const many = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;

/// Terms with what is said of them; those without are left out.
export function facts(list) {
  const said = list.filter(([, words]) => words !== null && words !== undefined && words !== '');
  return `<dl class="facts">${said
    .map(([term, words]) => `<div><dt>${escapeHtml(term)}</dt><dd>${markup(words)}</dd></div>`)
    .join('')}</dl>`;
}

/// A place for a diagram with controls: of one problem, or of all; `emphasis` names the methods in colour.
export function explorer({problem, emphasis, base} = {}) {
  const attribute = (name, value) => (value ? ` data-${name}="${escapeHtml(value)}"` : '');
  const data =
    attribute('problem', problem) +
    attribute('emphasis', emphasis && JSON.stringify(emphasis)) +
    attribute('base', base && JSON.stringify(base));
  return `<div class="explorer"${data}><noscript>Diagrams need JavaScript; the tables do not.</noscript></div>`;
}

/// Nested lists of a JSON value.
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

/// A source by its DOI, with its BibTeX entry to unfold.
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

/// A link to a page of the report.
export const link = (report, page, words) =>
  raw(`<a href="${escapeHtml(report.href(page))}">${markup(words)}</a>`);

/// Titles and cells of a row of failed runs with one status. Units are those of the problem.
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

/// A link to a method with its family, as the first cell of a row.
export const methodCell = (report, {method, integrator, family}) =>
  sorted(raw(`${link(report, report.pageOfMethod(integrator), method).markup} <small>${escapeHtml(family)}</small>`), method);

/// A cell that is sorted by a value of its own.
export const sorted = (content, sort, kind) => ({markup: markup(content), sort, kind});

/// The sign of a time that is an upper bound.
export const boundSign = '†';
export const boundWords = `${boundSign}: in the method's coarsest run, so that its time is an upper bound; a method in a later place may then be faster.`;

/// The measured slope of a method, and its smallest error.
export const slopeCell = ({slope}) => (slope === null ? null : sorted(slope.toFixed(2), slope));
export const bracketWords = 'Errors in brackets are below that of the reference.';
export const errorCell = ({smallest_error: error, below_floor: isBelow}) =>
  error === null ? null : sorted(isBelow ? `(${number(error)})` : number(error), error, 'number');
