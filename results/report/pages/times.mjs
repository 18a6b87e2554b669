// Times to an error: the table of a problem's page.
import {power} from '../../figures/lib/diagram/text.mjs';
import {boundSign, boundWords, escapeHtml, legend, link, many, number, paragraph, raw, sorted, table} from '../html.mjs';

/// Reasons for a missing time, as a sign and in words.
const absences = {
  not_reached: ['–', 'no run is that precise'],
  unfinished: ['×', 'no run ended well'],
  not_timed: ['○', 'reached, but not timed'],
  not_judged: ['?', 'there is no reference'],
  unknown: ['▾', "below the reference's own error"],
};

/// Returns the time of a method to a level, with its run as tooltip.
function timeCell({time, ratio, h, tolerance, error, status, note, coarsest}, lead, unit) {
  if (time === null)
    return sorted(
      raw(`<span class="none" title="${escapeHtml(note ?? '')}">${absences[status][0]}</span>`),
      '',
    );
  const step = tolerance === null ? `h = ${number(h)} ${unit}` : `tolerance ${number(tolerance)}`;
  const title = `${number(time)} s, ${step}, error ${number(error, 2)}`;
  const words = (ratio === 1 ? '1' : number(ratio)) + (coarsest ? boundSign : '');
  const isFirst = ratio === 1 && lead === 'clear',
    isAlone = ratio === 1 && lead === 'alone';
  return sorted(
    raw(`<span title="${title}">${isFirst ? `<b>${words}</b>` : words}${isAlone ? ' alone' : ''}</span>`),
    ratio,
    'number',
  );
}

/// Lists the methods that reach no level, one sentence per reason at the coarsest level.
function without(methods, entryOf, report) {
  const byReason = new Map();
  for (const one of methods) {
    const {status} = entryOf(one);
    byReason.set(status, [...(byReason.get(status) ?? []), one]);
  }
  return [...byReason]
    .map(([status, own]) =>
      paragraph(
        `${many(own.length, 'method')} ${own.length === 1 ? 'has' : 'have'} no time to any of these errors (${absences[status][1]}):`,
        raw(
          own
            .map(({method, integrator}) => link(report, report.pageOfMethod(integrator), method).markup)
            .join(', ') + '.',
        ),
      ),
    )
    .join('');
}

/// Returns the time of each method to each level, relative to the fastest.
export function timesOf({times: levels}, report, unit) {
  if (!levels.length) return paragraph('No run that was timed reached a relative error of 0.1.');
  const all = levels.flatMap((level) => level.methods);
  const methods = [...new Map(all.map((one) => [one.method, one])).values()];
  const entry = (level, {method}) => level.methods.find((one) => one.method === method);
  const isTimed = (one) => levels.some((level) => entry(level, one).time !== null);
  const timed = methods.filter(isTimed);
  const used = new Set(
    timed.flatMap((one) => levels.map((level) => entry(level, one).status)),
  );
  const signs = Object.entries(absences).filter(([status]) => used.has(status));
  return (
    legend(
      'In units of the fastest method at each relative error, in the energy norm; 1 is the time in the head of the column.',
      raw('<b>1</b>: the next method takes at least 10% more time. Alone: no other method reaches the error.'),
      boundWords,
      signs.length > 0 && `${signs.map(([, [sign, words]]) => `${sign}: ${words}`).join('; ')}.`,
      'The title of a cell has the time and the step, or the best error.',
    ) +
    table(
      'Times to an error',
      [
        'method',
        ...levels.map(({level, methods: [best]}) =>
          raw(`${power(level)}<br><small>${number(best.time)} s</small>`),
        ),
      ],
      timed.map((one) => [
        link(report, report.pageOfMethod(one.integrator), one.method),
        ...levels.map((level) => timeCell(entry(level, one), level.lead, unit)),
      ]),
    ) +
    without(
      methods.filter((one) => !isTimed(one)),
      (one) => entry(levels[0], one),
      report,
    )
  );
}
