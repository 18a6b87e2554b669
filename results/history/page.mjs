// The page of a history: the steps as a table, and a picture for each quantity on each problem.
import {fileOf} from '../figures/lib/diagram/svg.mjs';
import {escapeHtml} from '../figures/page/words.mjs';
import {chartOf, colors} from './chart.mjs';
import {curvesOf, kindOf, statusChanges, stepsOf} from './steps.mjs';

const style = `body { margin: 0 auto; max-width: 76rem; padding: 1rem 1.2rem; font: 1rem/1.45 system-ui, sans-serif; color: #222; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin: 1.6rem 0 0.4rem; border-bottom: 1px solid #ccc; }
.charts { display: flex; flex-wrap: wrap; gap: 0.8rem 1.2rem; } figure { margin: 0; width: 360px; max-width: 100%; }
figure svg { display: block; width: 100%; height: auto; } figcaption { font-size: 0.87rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 0.87rem; }
th, td { border: 1px solid #ccc; padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; } thead th { background: #f2f2f2; }
.worse { background: #f9dedb; } .better { background: #e3f1e3; } p { max-width: 46rem; }
.key span { white-space: nowrap; margin-right: 1rem; } .key i { display: inline-block; width: 1.4rem; height: 3px; margin: 0 0.3rem 0.25rem 0; }`;

const number = (value) => (typeof value === 'number' ? Number(value.toPrecision(6)).toString() : value);
const short = (commit) => commit.slice(0, 12);
const by = (items, keyOf) => {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

function changesOf(curves) {
  const steps = curves.flatMap((curve) => stepsOf(curve).map((step) => ({...curve, ...step})));
  const failures = statusChanges(curves).map((change) => ({...change, quantity: 'status'}));
  return [...failures, ...steps].sort((a, b) => b.at - a.at);
}

/// Returns one row for each quantity of a method that changes at a commit, in one direction.
function table(changes, entries) {
  if (!changes.length) return '<p>No quantity has a step.</p>';
  const groups = by(changes, ({at, quantity, method, isWorse}) => JSON.stringify([at, quantity, method, isWorse]));
  const rows = [...groups.values()].map((group) => {
    const [{at, quantity, method, isWorse}] = group, {commit, date} = entries[at], word = isWorse ? 'worse' : 'better';
    const runs = group.map(({problem, step, before, after}) => `${problem}, ${step}: ${number(before)} → ${number(after)}`);
    return `<tr class="${word}"><td>${at + 1}: ${short(commit)}<br>${date.slice(0, 10)}</td>
<td>${escapeHtml(`${quantity.replaceAll('_', ' ')} of ${method} is ${word}`)}</td>
<td>${runs.map(escapeHtml).join('<br>')}</td></tr>`;
  });
  return `<div class="wide" tabindex="0"><table><thead><tr><th scope="col">commit</th><th scope="col">step</th>
<th scope="col">runs, before → after</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

const captionOf = (quantity) =>
  ({error: 'error in the energy norm', order: 'measured order', work: `${quantity.replaceAll('_', ' ')} (calls)`})[kindOf(quantity)];

function charts(curves, colorOf) {
  return [...by(curves, ({quantity}) => quantity)].map(([quantity, own]) =>
    `<figure>${fileOf(chartOf(own, colorOf))}<figcaption>${escapeHtml(captionOf(quantity))}</figcaption></figure>`).join('\n');
}

const buildsOf = (entries) => [...new Set(entries.map(({compiler, flags, instruction_set: set}) => `${compiler} (${flags}), ${set}`))];

/// Returns the page of these entries, the first of which is the oldest; `report` is the address of a report, if any.
export function pageOf(entries, report) {
  const curves = curvesOf(entries), methods = [...new Set(curves.map(({method}) => method))].sort();
  const colorOf = (method) => colors[methods.indexOf(method) % colors.length], last = entries.at(-1);
  const builds = buildsOf(entries);
  const key = methods.map((method) => `<span><i style="background:${colorOf(method)}"></i>${escapeHtml(method)}</span>`).join(' ');
  const problems = [...by(curves, ({problem}) => problem)].map(([problem, own]) =>
    `<h2>${escapeHtml(problem)}</h2>\n<div class="charts">${charts(own, colorOf)}</div>`).join('\n');
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>History</title>
<style>${style}</style></head>
<body><h1>History over ${entries.length} commit${entries.length > 1 ? 's' : ''}</h1>
<p>The last one is ${short(last.commit)} of ${last.date.slice(0, 10)}.${report ? ` <a href="${escapeHtml(report)}">Its report</a>.` : ''}
${builds.length > 1 ? `The runs are of ${builds.length} builds: ` : 'All runs are of one build: '}${escapeHtml(builds.join('; '))}.</p>
<h2>Steps</h2>
<p>A value is a step if it differs from the first value of its plateau by more than a change of the build explains: errors by
1e-5 of themselves and 1e-12 (a hundred times that for methods that choose their steps), orders by 0.1, counts of work by 5% and one call.</p>
${table(changesOf(curves), entries)}
<p class="key">${key}</p>
<p>A line is a method with one step size. Triangles mark steps; they point up where the quantity grows.</p>
${problems}
</body>
</html>
`;
}
