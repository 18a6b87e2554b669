// A page for each problem.
import {power} from '../../figures/lib/diagram/text.mjs';
import {
  escapeHtml,
  explorer,
  facts,
  failureCells,
  link,
  number,
  paragraph,
  raw,
  sorted,
  source,
  table,
} from '../html.mjs';
import {outputTables} from './outputs.mjs';

const words = (status) => status.replaceAll('_', ' ');

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
        own ? plain(own.default) || 'automatic' : null,
        own?.doc,
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
    table('Constants', ['name', 'value', 'default', 'meaning'], parameters)
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
    table(
      'The two methods in their last refinement',
      ['method', `step (${unit?.time ?? 's'})`, 'evaluations of the force'],
      proof.methods.map(({name, step, evaluations}) => [
        name,
        step || null,
        sorted(evaluations || '–', evaluations),
      ]),
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
        `${number(proof.energy.start, 9)}, ${number(proof.energy.end, 9)}`,
      ],
      ['reference', raw(`<code>${proof.hash}</code>`)],
    ]) +
    (proof.witnesses?.length ? witnesses(proof.witnesses) : '')
  );
}

/// The time of a method to a level, with the run that took it as its title.
function timeCell({time, ratio, h, tolerance, error, status, note}) {
  if (time === null)
    return sorted(
      raw(`<span class="none" title="${escapeHtml(note ?? status)}">${words(status)}</span>`),
      '',
    );
  const step = tolerance === null ? `h = ${number(h)}` : `tolerance ${number(tolerance)}`;
  const title = `${number(time)} s, ${step}, error ${number(error, 2)}`;
  return sorted(
    raw(`<span title="${title}">${ratio < 1.0005 ? '<b>1</b>' : number(ratio)}</span>`),
    ratio,
  );
}

/// The time of each method to each level, in units of the fastest.
function times({times: levels}, report) {
  if (!levels.length) return paragraph('No run that was timed reached a relative error of 0.1.');
  const methods = [
    ...new Map(levels.flatMap((level) => level.methods).map((one) => [one.method, one.integrator])),
  ];
  const entry = (level, method) => level.methods.find((one) => one.method === method);
  return (
    paragraph(
      'In units of the fastest method at each relative error, in the energy norm.',
      'The title of a cell has the time and the step.',
    ) +
    table(
      'Times to an error',
      [
        'method',
        ...levels.map(({level, methods: [best]}) =>
          raw(`${power(level)}<br><small>1 = ${number(best.time)} s</small>`),
        ),
      ],
      methods.map(([method, integrator]) => [
        link(report, report.pageOfMethod(integrator), method),
        ...levels.map((level) => timeCell(entry(level, method))),
      ]),
    )
  );
}

function methods(problem, report, unit) {
  const rows = problem.summary.map((one) => [
    link(report, report.pageOfMethod(one.integrator), one.method),
    one.family,
    sorted(`${one.ok} of ${one.runs}`, one.ok / one.runs),
    one.order,
    one.slope === null ? null : sorted(one.slope.toFixed(2), one.slope),
    one.largest_h,
    one.smallest_error === null
      ? null
      : sorted(
          one.below_floor ? `(${number(one.smallest_error)})` : number(one.smallest_error),
          one.smallest_error,
        ),
    one.front,
  ]);
  return (
    table(
      'Methods',
      [
        'method',
        'family',
        'ended well',
        'order',
        'measured slope',
        `largest h (${unit?.time ?? 's'})`,
        'smallest error',
        'runs on the front',
      ],
      rows,
    ) +
    '<p class="note">The slope is that of the finest asymptotic run.\n' +
    'Errors in brackets are below that of the reference.</p>'
  );
}

function failures(problem, report, unit) {
  const rows = problem.summary.flatMap(({method, integrator, failures: own}) =>
    own.map((one) => [
      link(report, report.pageOfMethod(integrator), method),
      ...failureCells(one),
    ]),
  );
  return rows.length
    ? table(
        'Runs that failed',
        [
          'method',
          'status',
          'runs',
          `steps (${unit?.time ?? 's'}) or tolerances`,
          'reason of the coarsest',
        ],
        rows,
      )
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

const further = (x, y) => `<div class="further" data-x="${x}" data-y="${y}"></div>`;

export function problemPage(problem, report) {
  const unit = report.unitsOf(problem),
    rows = report.rowsOf(problem),
    hasWeights = rows.some((row) => row.weighted_work > 0),
    outputs = outputTables(rows);
  const section = (id, title, html) => ({id, title, html});
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
      section('equation', 'Equation and constants', equation(problem, report)),
      section('reference', 'Certificate of the reference', certificate(problem, rows, unit)),
      section('times', 'Times to an error', times(problem, report)),
      section('methods', 'Methods and their measured slopes', methods(problem, report, unit)),
      ...(outputs ? [section('outputs', 'Outputs', outputs)] : []),
      section('energy', 'Energy', further('h', 'drift')),
      section('work', 'Work', work(rows) + (hasWeights ? further('calls', 'energy_norm') : '')),
      section('failures', 'Failures', failures(problem, report, unit)),
      section('runs', 'All runs', '<div class="runs"></div>'),
    ],
  };
}
