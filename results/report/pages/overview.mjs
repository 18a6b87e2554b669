// The first page: what was run, how it ended, who is fastest.
import {power} from '../../figures/lib/diagram/text.mjs';
import {link, markup, paragraph, raw, sorted, table} from '../html.mjs';

const many = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

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
  const methodLink = ({method, integrator}) =>
    link(report, report.pageOfMethod(integrator), method);
  const isWide = problems.length > methods.length;
  const byMethod = () =>
    methods.map((one) => [
      methodLink(one),
      one.family,
      ...problems.map((problem) => matrixCell(report, problem, one.method)),
    ]);
  const byProblem = () =>
    problems.map((problem) => [
      link(report, report.pageOfProblem(problem), problem.label),
      ...methods.map(({method}) => matrixCell(report, problem, method)),
    ]);
  const heads = isWide
    ? ['problem', ...methods.map(({method}) => method)]
    : ['method', 'family', ...problems.map(({label}) => label)];
  return (
    table('Runs that ended well, of all', heads, isWide ? byProblem() : byMethod()) +
    `<p class="note">${legend(problems)}</p>`
  );
}

/// What the cells of the matrix mean, with the letters that they use.
function legend(problems) {
  const failures = problems.flatMap(({summary: all}) => all.flatMap((one) => one.failures));
  const letters = [
    ...new Map(failures.map(({sign, status}) => [sign, status.replaceAll('_', ' ')])),
  ].map(([sign, status]) => `${sign} ${status}`);
  return `5/8: 5 of 8 runs ended well. ${letters.length ? `How others ended: ${letters.join(', ')}. ` : ''}1. to 3.: the best place
among the fastest methods to some error.`;
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

function fastest(report) {
  const {problems} = report.facts;
  const reached = problems.flatMap(({summary: all}) =>
    all.flatMap(({places}) => places.map(({level}) => level)),
  );
  const levels = [...new Set(reached)].sort((a, b) => b - a);
  if (!levels.length) return paragraph('No run that was timed reached a relative error of 0.1.');
  const rows = problems.map((problem) => [
    link(report, report.pageOfProblem(problem), problem.label),
    ...levels.map((level) => fastestTo(report, problem, level)),
  ]);
  return (
    paragraph(
      'The three methods that reach a relative error in the least time, and their times over that of the fastest.',
    ) +
    table('The fastest to an error, in the energy norm', ['problem', ...levels.map(power)], rows)
  );
}

export function overview(report) {
  return {
    id: 'overview',
    title: report.title,
    name: 'Overview',
    group: '',
    lead: summary(report),
    sections: [
      {id: 'matrix', title: 'How the runs ended', html: matrix(report)},
      {id: 'fastest', title: 'The fastest methods', html: fastest(report)},
    ],
  };
}
