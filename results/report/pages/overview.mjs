// The first page: the runs, their ends, and the fastest methods.
import {power} from '../../figures/lib/diagram/text.mjs';
import {
  boundSign,
  boundWords,
  escapeHtml,
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
  const integrators = new Set(methods.map(({integrator}) => integrator)).size;
  const variants = methods.length > integrators ? ` (${methods.length} with their settings)` : '';
  const machines = new Set(rows.map((row) => row.environment.cpu?.model).filter(Boolean));
  return (
    paragraph(
      `${many(rows.length, 'run')} of ${many(integrators, 'method')}${variants} on ${many(facts.problems.length, 'problem')}; ${
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

/// Returns the place of a method at an error: methods that draw share the first place; an only one has none.
const placeOf = ({place, lead}) => ({draw: 1, alone: 9})[lead] ?? place;

/// Describes the ends of a method's runs on a problem, with its best place.
function matrixCell(report, problem, method) {
  const own = problem.summary.find((one) => one.method === method);
  if (!own) return sorted(raw('<span class="none">–</span>'), '');
  const failures = own.failures
    .map(({status, count}) => `${count} ${status.replaceAll('_', ' ')}`)
    .join(', ');
  const best = Math.min(9, ...own.places.map(placeOf));
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

/// Returns a table of methods by problems, or of problems by methods if there are fewer methods.
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

/// Explains the cells of the matrix and the letters in them.
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

/// Returns the places of a problem's methods at a level, fastest first, [{method, integrator, place, ...}].
const standings = ({summary: all}, level) =>
  all
    .flatMap(({method, integrator, places}) =>
      places.filter((one) => one.level === level).map((one) => ({...one, method, integrator})),
    )
    .sort((a, b) => a.place - b.place);

/// Returns the leaders at a level as markup: the fastest in bold, all that draw, or the only one.
function leaders(report, list) {
  const own = list.filter(({lead}) => lead !== null);
  const names = own.map((one) => named(report, one)).join(', ');
  if (own.length && own[0].lead === 'clear') return `<b>${names}</b>`;
  return own.length && own[0].lead === 'alone' ? `${names} <small>alone</small>` : names;
}

/// Returns a method with the sign of a time that is an upper bound.
const named = (report, {method, integrator, coarsest}) =>
  link(report, report.pageOfMethod(integrator), method).markup + (coarsest ? boundSign : '');

/// Merges neighbouring levels with the same leaders, [{words, first, last}].
function reigns(report, problem, levels) {
  const list = [];
  for (const level of levels) {
    const words = leaders(report, standings(problem, level)),
      before = list[list.length - 1];
    if (words && before && before.words === words && before.isOpen) before.last = level;
    else if (words) list.push({words, first: level, last: level, isOpen: true});
    else if (before) before.isOpen = false;
  }
  return list;
}

const familyWords = ({families}) => families.map(({name, methods}) => `${methods.length} ${name}`).join(', ');

/// Returns the number of methods that compete on a problem, with their families and names as tooltip.
const fieldCell = ({race}) =>
  sorted(
    raw(
      `<span title="${escapeHtml(
        race.families.map(({name, methods}) => `${name}: ${methods.join(', ')}`).join('; '),
      )}">${race.methods}: ${escapeHtml(familyWords(race))}</span>`,
    ),
    race.methods,
    'long',
  );

function winners(report, races, levels) {
  const words = ({words: names, first, last}) =>
    `<span class="win"><small>${first === last ? power(first) : `${power(first)} to ${power(last)}`}</small> ${names}</span>`;
  return (
    legend(
      'The method that reaches a relative error, in the energy norm, in the least time.',
      'Settings of one integrator are one method: the fastest of them counts.',
      raw("<b>Bold</b>: the fastest of the experiment's methods; the next one takes at least 10% more time."),
      'Names that are not bold draw: they take at most 10% more time than the fastest.',
      'Alone: no other method reaches the error.',
      boundWords,
    ) +
    table(
      'The fastest method to each error',
      ['problem', 'fastest, from coarse to fine', 'methods that compete'],
      races.map((problem) => [
        link(report, report.pageOfProblem(problem), problem.label),
        {...raw(reigns(report, problem, levels).map(words).join(' ') || '–'), kind: 'long'},
        fieldCell(problem),
      ]),
      {sortable: false},
    )
  );
}

/// Returns the three fastest methods of a problem to a level, and all that draw, each with its time.
function fastestTo(report, problem, level) {
  const list = standings(problem, level);
  if (!list.length) return null;
  const lines = list.map((one) => {
    const words = one.lead === null ? named(report, one) : leaders(report, [one]);
    return one.place === 1 ? words : `${words} ${one.ratio.toFixed(one.ratio < 10 ? 1 : 0)}×`;
  });
  return sorted(raw(lines.join('<br>')), list[0].method, 'fastest');
}

/// States where methods do not race, and defines a race; empty if they race everywhere.
function withoutRace(problems) {
  const others = problems.filter(({race}) => !race);
  if (!others.length) return '';
  return paragraph(
    others.length === problems.length
      ? 'Methods do not race here.'
      : `Methods do not race on ${others.map(({label}) => label).join('; ')}.`,
    'A race has two methods or more, most of them with two steps or tolerances or more; settings of one integrator are one method.',
  );
}

/// Returns the winning method on each problem, followed by the three fastest with their times.
function fastest(report) {
  const races = report.facts.problems.filter(({race}) => race),
    others = withoutRace(report.facts.problems),
    levels = levelsOf(races);
  if (!races.length) return others;
  if (!levels.length)
    return paragraph('No run that was timed reached a relative error of 0.1.') + others;
  const rows = races.map((problem) => [
    link(report, report.pageOfProblem(problem), problem.label),
    ...levels.map((level) => fastestTo(report, problem, level)),
  ]);
  return (
    winners(report, races, levels) +
    others +
    fold(
      'The three fastest to each error, with their times',
      legend('2×: twice the time of the fastest. Bold names and † are as above.') +
        table('The three fastest to an error', ['problem', ...levels.map(power)], rows),
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
