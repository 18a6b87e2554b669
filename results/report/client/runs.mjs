// The table of all runs of a problem; a long one first shows only its beginning.
import {energyUnitOf, escapeHtml, number, reasonOf, time} from '../../figures/page/words.mjs';
import {wide} from '../frame.mjs';
import {sortHead, sortRows} from './tables.mjs';
import {watchWide} from './wide.mjs';

const first = 200;
const brackets = 'In brackets: errors below that of the reference, slopes that are not asymptotic.';
const doubtful = (value, is) => (value === null ? '–' : is ? `(${number(value)})` : number(value));

const inUnit = (words, unit) => (unit ? `${words} (${unit})` : words);

const columnsOf = (units) => [
  ['integrator', (row) => row.method],
  [
    inUnit('h', units?.time),
    (row) => row.h,
    (row) =>
      row.h === null ? '–' : `${row.step.tolerance === null ? '' : 'mean '}${number(row.h, 5)}`,
  ],
  [
    'error, energy norm',
    (row) => row.error.energy_norm_relative,
    (row) => doubtful(row.error.energy_norm_relative, row.below_floor.energy_norm),
  ],
  ['slope', (row) => row.slope, (row) => doubtful(row.slope, !row.asymptotic)],
  [
    'time',
    (row) => row.runtime.total,
    (row) => time(row.runtime),
  ],
  [
    'status',
    (row) => row.status,
    (row) =>
      row.failure.sign === null
        ? 'ok'
        : `<b title="${escapeHtml(reasonOf(row.reason ?? '', units))}">${escapeHtml(row.status.replaceAll('_', ' '))}</b>`,
  ],
  [inUnit('energy drift', energyUnitOf(units)), (row) => row.energy.max_drift],
  ['weighted calls', (row) => row.weighted_work],
  ['tolerance', (row) => row.step.tolerance],
  ['steps', (row) => row.step.count, (row) => row.step.count ?? '–'],
  ['peak MiB', (row) => (row.memory.peak_bytes === null ? null : row.memory.peak_bytes / 2 ** 20)],
];

export function runsTable(element, {rows, problem}) {
  const columns = columnsOf(problem.units);
  element.innerHTML = `${wide(
    'All runs',
    `<table><caption></caption>
<thead><tr>${columns.map(([title]) => `<th scope="col">${title}</th>`).join('')}</tr></thead><tbody></tbody></table>`,
  )}
<p><button type="button">Show all ${rows.length} runs</button></p>`;
  watchWide(element);
  const table = element.querySelector('table'),
    more = element.querySelector('p');
  let ordered = rows,
    count = first;
  const draw = () => {
    const shown = Math.min(count, rows.length);
    table.caption.textContent = `${shown} of ${rows.length} runs. ${brackets}`;
    table.tBodies[0].innerHTML = ordered
      .slice(0, count)
      .map(
        (row) =>
          `<tr${row.status === 'ok' ? '' : ' class="failed"'}>${columns
            .map(
              ([, value, words]) =>
                `<td>${words ? words(row) : typeof value(row) === 'number' ? number(value(row)) : escapeHtml(value(row) ?? '–')}</td>`,
            )
            .join('')}</tr>`,
      )
      .join('');
    more.hidden = count >= rows.length;
  };
  sortHead(table, (column, descending) => {
    ordered = sortRows(rows, (row) => columns[column][1](row) ?? '', descending);
    draw();
  });
  more.addEventListener('click', () => {
    count = rows.length;
    draw();
  });
  draw();
}
