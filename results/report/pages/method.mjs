// A page for each integrator, with all its variants.
import {power} from '../../figures/lib/diagram/text.mjs';
import {
  bracketWords,
  errorCell,
  escapeHtml,
  explorer,
  facts,
  failureCells,
  failureHeads,
  legend,
  link,
  number,
  paragraph,
  raw,
  slopeCell,
  sorted,
  source,
  table,
} from '../html.mjs';

const yes = (is) => (is ? 'yes' : 'no');

function properties(known, own, report) {
  if (!known) return paragraph('This program does not have the method.');
  const orders = [...new Set(own.map((one) => one.order).filter((order) => order !== null))];
  const variants = [...new Map(own.map((one) => [one.method, one])).keys()];
  return (
    facts([
      ['what it is', known.title],
      ['source', source(known.doi, report.facts.citations)],
      ['family', known.family],
      ['library', known.library],
      ['order on these problems', orders.join(', ')],
      ['stages', known.stages || 'they vary'],
      ['steps', known.adaptive ? 'chosen by the method, to a tolerance' : 'fixed'],
      ['feasible steps', known.feasible ? 'every accepted step' : null],
      ['on the command line', raw(`<code>${escapeHtml(known.name)}</code>`)],
      ['variants here', variants.length > 1 ? variants.join('; ') : null],
    ]) +
    (known.parameters.length
      ? table(
          'Parameters',
          ['name', 'default', 'meaning'],
          known.parameters.map((one) => [one.name, [one.default].flat().join(', '), one.doc]),
        )
      : '')
  );
}

/// Returns the stable part of the upper half plane as a path, with one rectangle per run of squares in a
/// column.
function regionPath({edge, re, im, growth}, scale) {
  const stable = new Map();
  re.forEach((x, k) => {
    if (growth[k] === null || growth[k] > 1 + 1e-12) return;
    if (!stable.has(x)) stable.set(x, []);
    stable.get(x).push(im[k]);
  });
  const parts = [],
    n = (value) => Math.round(value * scale * 100) / 100;
  for (const [x, all] of stable) {
    let begin = all[0];
    all.forEach((y, k) => {
      if (k + 1 < all.length && all[k + 1] - y < 1.5 * edge) return;
      parts.push(
        `M${n(x - edge / 2 + 8)},${n(8 - y - edge / 2)}h${n(edge)}v${n(y - begin + edge)}h${n(-edge)}z`,
      );
      begin = all[k + 1];
    });
  }
  return parts.join('');
}

function region(known) {
  const s = 24,
    label = (x, y, words, anchor = 'middle') =>
      `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="11">${words}</text>`;
  const marks =
    [-8, -4, 0, 4].map((re) => label((re + 8) * s, 8 * s + 15, re)).join('') +
    [4, 8].map((im) => label(8 * s - 5, (8 - im) * s + 12, im, 'end')).join('');
  return `<svg class="region" viewBox="-8 -8 ${12 * s + 16} ${8 * s + 40}" width="${12 * s + 16}"
role="img" aria-label="Region of stability of ${known.name}">
<path d="${regionPath(known.region, s)}" fill="#9ecae1"/>
<path d="M0,${8 * s}H${12 * s}M${8 * s},0V${8 * s}" stroke="#444" fill="none"/>
<rect width="${12 * s}" height="${8 * s}" fill="none" stroke="#999"/>
${marks}${label(10 * s, 8 * s + 28, 'Re z')}${label(8 * s + 6, 12, 'Im z', 'start')}</svg>`;
}

function stability(known) {
  const R = known?.stability;
  if (!R) return paragraph('Its steps are not described by a stability function R(z).');
  const term = ({order, constant}) => `${number(constant)} y^${order + 1}`;
  return (
    legend(
      "Blue: |R(z)| ≤ 1, what a step makes of y' = λ y, z = h λ.",
      'The lower half plane is its mirror image; undamped oscillations lie on the vertical axis.',
    ) +
    region(known) +
    facts([
      ['A-stable', yes(R.a_stable)],
      ['L-stable', yes(R.l_stable)],
      ['|R| at infinity', R.at_infinity === null ? 'infinite' : number(R.at_infinity)],
      [
        'stable for undamped oscillations up to h ω',
        R.y_stable === null ? 'any' : number(R.y_stable, 4),
      ],
      ['dissipation, |R(iy)| − 1', term(R.dissipation)],
      ['dispersion, arg R(iy) − y', term(R.dispersion)],
    ])
  );
}

/// Adds a column for the variant of the method if there are several.
const hasVariants = (own) => new Set(own.map(({method}) => method)).size > 1;
const heads = (first, own, ...others) => [first, ...(hasVariants(own) ? ['method'] : []), ...others];
const variant = ({method}, own) => (hasVariants(own) ? [method] : []);

const problemLink = (report, problem) => link(report, report.pageOfProblem(problem), problem.label);

const leadWords = {clear: '<b>1.</b>', draw: 'draw', alone: 'alone'};

/// Lists the levels at which it is among the three fastest on a problem.
function wins(own, report) {
  const good = own.filter((one) => one.places.length || one.front);
  if (!good.length)
    return paragraph(
      'On none of these problems is it among the three fastest to an error, nor on the Pareto front.',
    );
  const levels = [...new Set(good.flatMap(({places}) => places.map(({level}) => level)))].sort(
    (a, b) => b - a,
  );
  const cell = (places, level) => {
    const one = places.find((some) => some.level === level);
    return one
      ? sorted(
          raw(leadWords[one.lead] ?? `${one.place}. <small>${one.ratio.toFixed(1)}×</small>`),
          one.place,
        )
      : null;
  };
  const rows = good.map((one) => [
    problemLink(report, one.problem),
    ...variant(one, own),
    ...levels.map((level) => cell(one.places, level)),
    one.front,
  ]);
  return (
    legend(
      'Its place among the fastest to each relative error, and its time over that of the fastest. –: another place.',
      'Draw: it takes at most 10% more time than the fastest, or the next at most 10% more than it. Alone: no other method reaches the error.',
    ) +
    table(
      'Where it is among the three fastest',
      heads('problem', own, ...levels.map(power), 'runs on the front'),
      rows,
    )
  );
}

function fails(own, report) {
  const rows = own.flatMap((one) =>
    one.failures.map((failure) => [
      problemLink(report, one.problem),
      ...variant(one, own),
      ...failureCells(failure, report.unitsOf(one.problem)),
    ]),
  );
  return rows.length
    ? table(
        'Where it fails',
        heads('problem', own, ...failureHeads),
        rows,
      )
    : paragraph('None of its runs failed.');
}

function slopes(own, report) {
  const unitOf = ({problem}) => report.unitsOf(problem)?.time ?? 's';
  return (
    legend('The slope is that of the finest asymptotic run; –: no run is asymptotic.', bracketWords) +
    table(
      'Orders',
      heads('problem', own, 'measured slope', 'order', 'smallest error', 'largest h', 'ended well'),
      own.map((one) => [
        problemLink(report, one.problem),
        ...variant(one, own),
        slopeCell(one),
        one.order,
        errorCell(one),
        one.largest_h === null
          ? null
          : sorted(`${number(one.largest_h)} ${unitOf(one)}`, one.largest_h),
        sorted(`${one.ok} of ${one.runs}`, one.ok / one.runs),
      ]),
    )
  );
}

export function methodPage(name, report) {
  const known = report.facts.integrators.find((one) => one.name === name);
  const own = report.facts.problems.flatMap((problem) =>
    problem.summary.filter((one) => one.integrator === name).map((one) => ({...one, problem})),
  );
  const labels = [...new Set(own.map((one) => one.method))];
  const base = {problem: own[0].problem.label};
  const section = (id, title, html) => ({id, title, html});
  return {
    id: report.pageOfMethod(name),
    title: name,
    group: 'Methods',
    words: `${known?.title ?? ''} ${known?.family ?? ''} ${labels.join(' ')}`,
    lead: known ? paragraph(`${known.title}.`) : '',
    sections: [
      section('wins', 'Where it wins', wins(own, report)),
      section('fails', 'Where it fails', fails(own, report)),
      section('orders', 'Orders, declared and measured', slopes(own, report)),
      section('diagram', 'Beside the others', explorer({emphasis: labels, base})),
      section('properties', 'Properties', properties(known, own, report)),
      section('stability', 'Stability', stability(known)),
    ],
  };
}
