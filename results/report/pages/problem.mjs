// A page for each problem.
import {energyUnitOf} from '../../figures/page/words.mjs';
import {
  bracketWords,
  errorCell,
  escapeHtml,
  explorer,
  facts,
  failureCells,
  failureHeads,
  fold,
  legend,
  many,
  methodCell,
  number,
  paragraph,
  raw,
  slopeCell,
  sorted,
  source,
  table,
} from '../html.mjs';
import {outputTables} from './outputs.mjs';
import {timesOf} from './times.mjs';

const plain = (value) =>
  [value]
    .flat()
    .map((one) => (typeof one === 'number' ? number(one, 12) : String(one)))
    .join(', ');

function natureOf({nature}) {
  if (!nature) return null;
  return [
    nature.linear ? 'linear' : 'nonlinear',
    nature.damped ? 'damped' : 'undamped',
    nature.time_dependent && 'with a force that depends on time',
    !nature.smooth && 'with a force that is not smooth',
    nature.stepwise && 'with a force that each step makes anew',
    nature.contacts && 'with contacts that constrain the motion',
  ]
    .filter(Boolean)
    .join(', ');
}

function equation(problem, report) {
  const known = problem.facts,
    unit = report.unitsOf(problem);
  const names = [
    ...new Set([
      ...(known?.parameters ?? []).map(({name}) => name),
      ...Object.keys(problem.parameters),
    ]),
  ];
  const parameters = names
    .filter((name) => name in problem.parameters)
    .map((name) => {
      const value = problem.parameters[name],
        own = known?.parameters.find((one) => one.name === name);
      return [
        name,
        sorted(plain(value), [value].flat()[0]),
        own?.doc,
        own ? plain(own.default) || 'automatic' : null,
      ];
    });
  return (
    (known
      ? `<p class="equation">${escapeHtml(known.equation)}</p>`
      : paragraph('This program does not have the problem.')) +
    facts([
      ['what it is', known?.title],
      ['source', known && source(known.doi, report.facts.citations)],
      ['degrees of freedom', problem.dof],
      ['nature', natureOf(problem)],
      ['units', unit && `${unit.length}, ${unit.mass}, ${unit.time}`],
      [
        'fastest rate at the start, ω_max',
        problem.omega_max && `${number(problem.omega_max, 4)} rad/${unit?.time ?? 's'}`,
      ],
      ['on the command line', raw(`<code>${escapeHtml(problem.name)}</code>`)],
    ]) +
    fold(
      many(parameters.length, 'constant'),
      table('Constants', ['name', 'value', 'meaning', 'default'], parameters),
    )
  );
}

function witnesses(list) {
  return table(
    'Witnesses: methods that have no part in the reference',
    ['method', 'setting', 'evaluations', 'verdict'],
    list.map(({method, setting, evaluations, agrees, silence}) => [
      method,
      setting,
      evaluations,
      silence ?? (agrees ? 'agrees' : 'contradicts'),
    ]),
  );
}

function certificate({certificate: proof}, rows, unit) {
  if (!proof)
    return paragraph(
      rows.some((row) => row.error.digits !== null || row.error.reference)
        ? 'The cache of this machine does not have the reference by which these runs were judged.'
        : 'These runs were judged by a closed form, or not at all.',
    );
  const [first, second] = proof.methods;
  return (
    paragraph(
      `Two unrelated methods, ${first.name} and ${second.name},`,
      `agree to ${number(proof.agreement)}: ${proof.digits.toFixed(1)} digits.`,
      'Errors of runs below the floor say nothing.',
    ) +
    facts([
      ['floor, relative, energy norm', proof.floor === null ? null : number(proof.floor)],
      ['compared at', `${proof.checkpoints} time${proof.checkpoints === 1 ? '' : 's'}`],
      [
        'growth of a small change of the start',
        proof.growth === null ? null : `${number(proof.growth)}-fold`,
      ],
      [
        'energy at start and end',
        `${number(proof.energy.start, 9)}, ${number(proof.energy.end, 9)} ${energyUnitOf(unit)}`,
      ],
      ['reference', raw(`<code>${proof.hash}</code>`)],
    ]) +
    fold(
      'Its two methods, and witnesses',
      table(
        'The two methods in their last refinement',
        ['method', `step (${unit?.time ?? 's'})`, 'evaluations of the force'],
        proof.methods.map(({name, step, evaluations}) => [
          name,
          step || null,
          sorted(evaluations || '–', evaluations),
        ]),
      ) + (proof.witnesses?.length ? witnesses(proof.witnesses) : ''),
    )
  );
}

function methods(problem, report, unit) {
  const rows = problem.summary.map((one) => [
    methodCell(report, one),
    slopeCell(one),
    one.order,
    errorCell(one),
    one.largest_h,
    sorted(`${one.ok} of ${one.runs}`, one.ok / one.runs),
    one.front,
  ]);
  return (
    legend(
      'The slope is that of the finest asymptotic run; –: no run is asymptotic.',
      bracketWords,
      'The front is that of Pareto, in time and error.',
    ) +
    table(
      'Methods',
      [
        'method',
        'measured slope',
        'order',
        'smallest error',
        `largest h (${unit?.time ?? 's'})`,
        'ended well',
        'runs on the front',
      ],
      rows,
    )
  );
}

const countFailed = (problem) =>
  problem.summary.reduce((sum, {runs, ok}) => sum + runs - ok, 0);

function failures(problem, report, unit) {
  const rows = problem.summary.flatMap((method) =>
    method.failures.map((one) => [methodCell(report, method), ...failureCells(one, unit)]),
  );
  const heads = failureHeads.map((title) => title.replace('steps', `steps (${unit?.time ?? 's'})`));
  return rows.length
    ? table('Runs that failed', ['method', ...heads], rows)
    : paragraph('Every run ended well.');
}

function work(rows) {
  const {weights} = rows[0].problem,
    list = Object.entries(weights);
  if (!list.length) return paragraph('Too few runs were timed to weigh their calls.');
  return (
    paragraph(
      'All calls, weighted by what one takes in evaluations of the force.',
      'The weights are fitted to the times of these runs.',
    ) +
    table(
      'Weights',
      ['call', 'evaluations of the force'],
      list.map(([name, weight]) => [name.replaceAll('_', ' '), weight]),
    )
  );
}

/// Search keywords of the table of all runs, which is created in the browser.
const runWords = 'record status reason tolerance steps error slope energy drift time weighted calls peak memory';

const further = (x, y) => `<div class="further" data-x="${x}" data-y="${y}"></div>`;

export function problemPage(problem, report) {
  const unit = report.unitsOf(problem),
    rows = report.rowsOf(problem),
    hasDrift = rows.some((row) => row.energy.max_drift !== null),
    hasWeights = rows.some((row) => row.weighted_work > 0),
    outputs = outputTables(rows);
  const section = (id, title, html) => ({id, title, html}),
    folded = (id, title, digest, html) => ({id, title, html, digest, folded: true});
  return {
    id: report.pageOfProblem(problem),
    title: problem.label,
    group: 'Problems',
    lead: problem.facts ? paragraph(`${problem.facts.title}.`) : '',
    words: `${problem.name} ${problem.facts?.title ?? ''}`,
    sections: [
      section(
        'diagram',
        'Diagram',
        explorer({problem: problem.label, base: {problem: problem.label}}),
      ),
      section('times', 'Times to an error', timesOf(problem, report, unit?.time ?? 's')),
      section('equation', 'Equation and constants', equation(problem, report)),
      section('reference', 'Certificate of the reference', certificate(problem, rows, unit)),
      folded(
        'methods',
        'Methods and their measured slopes',
        many(problem.summary.length, 'method'),
        methods(problem, report, unit),
      ),
      ...(outputs ? [folded('outputs', 'Outputs', '', outputs)] : []),
      ...(hasDrift ? [folded('energy', 'Energy', 'drift against the step', further('h', 'drift'))] : []),
      folded(
        'work',
        'Work',
        'weighted calls',
        work(rows) + (hasWeights ? further('calls', 'energy_norm') : ''),
      ),
      folded(
        'failures',
        'Failures',
        many(countFailed(problem), 'run'),
        failures(problem, report, unit),
      ),
      {...folded('runs', 'All runs', many(rows.length, 'run'), '<div class="runs"></div>'), words: runWords},
    ],
  };
}
