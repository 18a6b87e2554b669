// The first page: what was run, how it ended, who is fastest.
import {groups} from '../../figures/lib/diagram/groups.mjs';
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

function matrix(report) {
  const {
    facts: {problems},
    methods,
  } = report;
  const rows = [...groups(methods, 'family')].flatMap(([family, own]) =>
    own.map(({method, integrator}) => [
      link(report, report.pageOfMethod(integrator), method),
      family,
      ...problems.map((problem) => matrixCell(report, problem, method)),
    ]),
  );
  return (
    table(
      'Runs that ended well, of all',
      ['method', 'family', ...problems.map(({label}) => label)],
      rows,
    ) + `<p class="note">${legend(problems)}</p>`
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

const slower = (ratio, place) => (place > 1 ? ` ${ratio.toFixed(ratio < 10 ? 1 : 0)}×` : '');

/// For each problem the three fastest methods to each level.
function fastest(report) {
  const blocks = report.facts.problems.map((problem) => {
    const levels = [
      ...new Set(problem.summary.flatMap(({places}) => places.map(({level}) => level))),
    ].sort((a, b) => b - a);
    if (!levels.length) return '';
    const at = (level, place) =>
      problem.summary.flatMap(({method, integrator, places}) =>
        places
          .filter((one) => one.level === level && one.place === place)
          .map(({ratio}) => ({method, integrator, ratio})),
      )[0];
    const rows = levels.map((level) => [
      sorted(power(level), level),
      ...[1, 2, 3].map((place) => {
        const one = at(level, place);
        if (!one) return null;
        return raw(
          link(report, report.pageOfMethod(one.integrator), one.method).markup +
            slower(one.ratio, place),
        );
      }),
    ]);
    return table(
      `${problem.label}: fastest to a relative error`,
      ['error', 'first', 'second', 'third'],
      rows,
    );
  });
  return blocks.some(Boolean)
    ? `<div class="beside">${blocks.join('')}</div>`
    : paragraph('No run was both timed and judged.');
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
