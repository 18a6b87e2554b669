// Captions below views.
import {escapeHtml, number, reasonOf} from '../../figures/page/words.mjs';

const errorText = (value) => (value === null ? 'unknown' : number(value, 2));

function stepText({h, tolerance}, unit) {
  return h === null ? `tolerance ${number(tolerance)}` : `h = ${number(h)} ${unit}`;
}

/// Describes how far a failed run came. A reason that ends with a time already contains it.
function failureText(run, units) {
  const status = run.status.replaceAll('_', ' '), reason = reasonOf(run.reason, units);
  const when = / at t = \S+( \S+)?$/.test(reason) ? '' : ` after t = ${number(run.reached)} ${units.time}`;
  return `<br><span class="failure">${escapeHtml(`${status}${when}: ${reason}`)}. ` +
    `The last picture is of t = ${number(run.t.at(-1))} ${escapeHtml(units.time)}.</span>`;
}

/// Returns method, step, errors now and at the end, and the end of the run, as HTML. `place` counts pictures.
export function captionOf(run, place, units) {
  if (!run.integrator)
    return `<strong>${escapeHtml(run.method)}</strong><br>` +
      (run.digits === null ? 'a closed form' : `two unrelated methods agree on ${number(run.digits, 2)} digits`);
  const last = run.t.length - 1, ended = run.status !== 'ok' && place >= last;
  const error = run.error?.[Math.min(Math.floor(place), last)] ?? null;
  const now = `error ${errorText(error)} ${ended ? 'in the last picture' : 'now'}`;
  const atEnd = run.status === 'ok' ? `, ${errorText(run.error?.at(-1) ?? null)} at the end` : '';
  const errors = run.error ? `${now}${atEnd} (energy norm, relative)` : 'no reference, so no error';
  return `<strong>${escapeHtml(run.method)}</strong>, ${escapeHtml(stepText(run.step, units.time))}<br>${errors}` +
    (run.status === 'ok' ? '' : failureText(run, units));
}
