// The first page: what was run, how it ended, who is fastest.
import {power} from '../../figures/lib/diagram/text.mjs';
import {
  fold,
  legend,
  link,
  many,
  markup,
  methodCell,
  paragraph,
  raw,
  sorted,
  table,
} from '../html.mjs';

function summary({rows, facts, methods}) {
  const failed = rows.filter((row) => row.status !== 'ok').length,
    {experiment} = facts;
  const machines = new Set(rows.map((row) => row.environment.cpu?.model).filter(Boolean));
  return (
    paragraph(
      `${many(rows.length, 'run')} of ${many(methods.length, 'method')} on ${many(facts.problems.length, 'problem')}; ${
        failed ? `${failed} of them failed` : 'none failed'
      }.`,
      machines.size > 0 && `They ran on ${[...machines].join(', ')}.`,
      experiment && `The experiment is ${experiment.name}.`,
    ) +
    (experiment?.remarks?.length
      ? `<ul>${experiment.remarks.map((one) => `<li>${markup(one)}</li>`).join('')}</ul>`
      : '')
  );
}

/// How the runs of a method on a problem ended: in words, with the best place it takes.
function matrixCell(report, problem, method) {
  const own = problem.summary.find((one) => one.method === method);
  if (!own) return sorted(raw('<span class="none">–</span>'), '');
  const failures = own.failures
    .map(({status, count}) => `${count} ${status.replaceAll('_', ' ')}`)
    .join(', ');
  const best = own.places.reduce((low, {place}) => Math.min(low, place), 9);
  const words = `${own.ok}/${own.runs}${own.failures.map(({sign}) => ` ${sign}`).join('')}`;
  const state = own.ok === own.runs ? 'all' : own.ok ? 'some' : 'no';
  const title = `${method} on ${problem.label}: ${own.ok} of ${own.runs} runs ended well${failures && `; ${failures}`}`;
  const medal =
    best < 9
      ? ` <span class="place" title="among the three fastest to an error">${best}.</span>`
      : '';
  return sorted(
    raw(
      `<a href="${report.href(report.pageOfProblem(problem))}" title="${markup(title)}">${markup(words)}</a>${medal}`,
    ),
    own.ok / own.runs,
    state,
  );
}

/// Methods by problems; problems by methods where these are fewer.
function matrix(report) {
  const {
    facts: {problems},
    methods,
  } = report;
  const isWide = problems.length > methods.length;
  const byMethod = () =>
    methods.map((one) => [
      methodCell(report, one),
      ...problems.map((problem) => matrixCell(report, problem, one.method)),
    ]);
  const byProblem = () =>
    problems.map((problem) => [
      link(report, report.pageOfProblem(problem), problem.label),
      ...methods.map(({method}) => matrixCell(report, problem, method)),
    ]);
  const heads = isWide
    ? ['problem', ...methods.map(({method}) => method)]
    : ['method', ...problems.map(({label}) => label)];
  return (
    legend(...matrixWords(problems)) +
    table('Runs that ended well, of all', heads, isWide ? byProblem() : byMethod())
  );
}

/// What the cells of the matrix mean, with the letters that they use.
function matrixWords(problems) {
  const failures = problems.flatMap(({summary: all}) => all.flatMap((one) => one.failures));
  const letters = [
    ...new Map(failures.map(({sign, status}) => [sign, status.replaceAll('_', ' ')])),
  ].map(([sign, status]) => `${sign} ${status}`);
  return [
    '5/8: 5 of 8 runs ended well.',
    letters.length > 0 && `How others ended: ${letters.join(', ')}.`,
    raw('<b>1.</b> to <b>3.</b>: the best place among the fastest methods to some error.'),
  ];
}

const levelsOf = (problems) =>
  [
    ...new Set(
      problems.flatMap(({summary: all}) =>
        all.flatMap(({places}) => places.map(({level}) => level)),
      ),
    ),
  ].sort((a, b) => b - a);

/// Neighbouring levels at which one method is the fastest on a problem, [{method, integrator, first, last}].
function reigns({summary: all}, levels) {
  const isFirst = (level) => ({places}) =>
    places.some((one) => one.level === level && one.place === 1);
  const list = [];
  let before = null;
  for (const level of levels) {
    const best = all.find(isFirst(level));
    if (best && best === before) list[list.length - 1].last = level;
    else if (best)
      list.push({method: best.method, integrator: best.integrator, first: level, last: level});
    before = best;
  }
  return list;
}

function winners(report, levels) {
  const words = ({method, integrator, first, last}) =>
    `<span class="win"><small>${first === last ? power(first) : `${power(first)} to ${power(last)}`}</small> <b>${
      link(report, report.pageOfMethod(integrator), method).markup
    }</b></span>`;
  return (
    legend(
      'The method that reaches a relative error, in the energy norm, in the least time.',
      raw('<b>10⁻¹ to 10⁻³</b>: it is the fastest to each of these errors.'),
    ) +
    table(
      'The fastest method to each error',
      ['problem', 'fastest, from coarse to fine'],
      report.facts.problems.map((problem) => [
        link(report, report.pageOfProblem(problem), problem.label),
        raw(reigns(problem, levels).map(words).join(' ') || '–'),
      ]),
      {sortable: false},
    )
  );
}

/// The three fastest methods of a problem to a level, the first in bold.
function fastestTo(report, problem, level) {
  const all = problem.summary.flatMap(({method, integrator, places}) =>
    places.filter((one) => one.level === level).map((one) => ({...one, method, integrator})),
  );
  if (!all.length) return null;
  const lines = all
    .sort((a, b) => a.place - b.place)
    .map(({method, integrator, place, ratio}) => {
      const words = link(report, report.pageOfMethod(integrator), method).markup;
      return place === 1 ? `<b>${words}</b>` : `${words} ${ratio.toFixed(ratio < 10 ? 1 : 0)}×`;
    });
  return sorted(raw(lines.join('<br>')), all[0].method, 'fastest');
}

/// Which method wins where, and behind it the three fastest with their times.
function fastest(report) {
  const {problems} = report.facts,
    levels = levelsOf(problems);
  if (!levels.length) return paragraph('No run that was timed reached a relative error of 0.1.');
  const rows = problems.map((problem) => [
    link(report, report.pageOfProblem(problem), problem.label),
    ...levels.map((level) => fastestTo(report, problem, level)),
  ]);
  return (
    winners(report, levels) +
    fold(
      'The three fastest to each error, with their times',
      legend(
        raw('<b>Bold</b>: the fastest. 2×: twice its time. Errors are relative, in the energy norm.'),
      ) + table('The three fastest to an error', ['problem', ...levels.map(power)], rows),
    )
  );
}

export function overview(report) {
  return {
    id: 'overview',
    title: 'Overview',
    group: '',
    lead: summary(report),
    sections: [
      {id: 'fastest', title: 'Which method wins where', html: fastest(report)},
      {id: 'matrix', title: 'How the runs ended', html: matrix(report)},
    ],
  };
}
