// What stands below a view.

const escape = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/// A number with so many digits, as short as it goes.
export function number(value, digits = 3) {
  return String(Number(value.toPrecision(digits))).replace('e+', 'e');
}

const errorText = (value) => (value === null ? 'unknown' : number(value, 2));

function stepText({h, tolerance}, unit) {
  return h === null ? `tolerance ${number(tolerance)}` : `h = ${number(h)} ${unit}`;
}

/// How far the run came, where it failed.
function failureText(run, unit) {
  const status = escape(run.status.replaceAll('_', ' '));
  return `<br><span class="failure">${status} after t = ${number(run.reached)} ${unit}: ` +
    `${escape(run.reason)}. The last picture is of t = ${number(run.t.at(-1))} ${unit}.</span>`;
}

/// Method, step, errors now and at the end, and how the run ended, as HTML. `place` counts pictures.
export function captionOf(run, place, unit) {
  if (!run.integrator)
    return `<strong>${escape(run.method)}</strong><br>` +
      (run.digits === null ? 'a closed form' : `two unrelated methods agree on ${number(run.digits, 2)} digits`);
  const last = run.t.length - 1, ended = run.status !== 'ok' && place >= last;
  const error = run.error?.[Math.min(Math.floor(place), last)] ?? null;
  const now = `error ${errorText(error)} ${ended ? 'in the last picture' : 'now'}`;
  const atEnd = run.status === 'ok' ? `, ${errorText(run.error?.at(-1) ?? null)} at the end` : '';
  const errors = run.error ? `${now}${atEnd} (energy norm, relative)` : 'no reference, so no error';
  return `<strong>${escape(run.method)}</strong>, ${stepText(run.step, escape(unit))}<br>${errors}` +
    (run.status === 'ok' ? '' : failureText(run, escape(unit)));
}
