// The diagram as SVG text. All colours and sizes are explicit, so that a copy is self-contained.
import {share, ticksOf} from '../lib/diagram/axis.mjs';
import {titleOf} from '../lib/diagram/quantities.mjs';
import {power, widthOf} from '../lib/diagram/text.mjs';
import {shapeAt} from './shapes.mjs';
import {escape, font, ink, n, size, text} from './svg.mjs';
import {wordsInside} from './words_inside.mjs';

const radius = 4.2,
  row = 15;

const dashes = ({dash}) => (dash[1] ? ` stroke-dasharray="${dash.join(' ')}"` : '');

/// Returns the layout: the plot's edges, and functions from values to positions.
export function layoutOf({width, height, statuses, domain}) {
  const strip = statuses.length ? statuses.length * row + 6 : 0;
  const left = Math.max(58, ...statuses.map((status) => widthOf(wordsOf(status), size.small) + 12));
  const box = {
    left,
    right: width - 14,
    top: 10 + strip,
    bottom: height - 46,
    strip,
    width,
    height,
    statuses,
  };
  return {
    ...box,
    domain,
    x: (value) => box.left + share(value, domain.x) * (box.right - box.left),
    y: (value) => box.bottom - share(value, domain.y) * (box.bottom - box.top),
    /// Returns the position of a run; a failed run is in the strip.
    at(one) {
      const line = statuses.indexOf(one.row.status);
      return [this.x(one.x), line < 0 ? this.y(one.y) : this.top - strip + row * (line + 0.5)];
    },
  };
}

const wordsOf = (status) => status.replaceAll('_', ' ');

function axesPart({x, y, rows}, place) {
  const {left, right, top, bottom, domain} = place;
  const xs = ticksOf(domain.x, Math.max(2, Math.floor((right - left) / 62)));
  const ys = ticksOf(domain.y, Math.max(2, Math.floor((bottom - top) / 34)));
  const line = (a, b, c, d) => `M${n(a)},${n(b)}L${n(c)},${n(d)}`;
  const grid = [
    ...xs.map((v) => line(place.x(v), top, place.x(v), bottom)),
    ...ys.map((v) => line(left, place.y(v), right, place.y(v))),
  ].join('');
  const labels = [
    ...xs.map((v) => text(power(v), place.x(v), bottom + 16, {anchor: 'middle'})),
    ...ys.map((v) => text(power(v), left - 6, place.y(v) + 4, {anchor: 'end'})),
  ].join('');
  const middle = (top + bottom) / 2;
  return `<path d="${grid}" stroke="${ink.grid}"/>${labels}
${text(titleOf(x, rows), (left + right) / 2, bottom + 36, {anchor: 'middle'})}
${text(titleOf(y, rows), 14, middle, {anchor: 'middle', more: `transform="rotate(-90 14 ${n(middle)})"`})}`;
}

function frame({left, right, top, bottom, strip}) {
  const above = strip
    ? `M${left},${n(top - strip)}H${right}V${n(top)}M${left},${n(top - strip)}V${n(top)}`
    : '';
  return `<path d="M${left},${n(top)}H${right}V${n(bottom)}H${left}Z${above}" fill="none" stroke="${ink.axis}"/>`;
}

function floorPart({floor}, {left, right, top, bottom, domain, y}) {
  if (!(floor > domain.y[0])) return '';
  const edge = Math.max(y(floor), top);
  return `<rect x="${left}" y="${n(edge)}" width="${n(right - left)}" height="${n(bottom - edge)}" fill="${ink.floor}"/>
${text('below the error of the reference', left + 6, bottom - 6, {fontSize: size.small})}`;
}

/// Groups coinciding failed runs, with their sign or number.
export function failureMarks(curves, place) {
  const cells = new Map();
  for (const curve of curves)
    for (const one of curve.failures) {
      const [x, y] = place.at(one),
        key = `${Math.round(x / 9)} ${y}`;
      if (!cells.has(key)) cells.set(key, {x, y, sign: one.row.failure.sign, count: 0});
      cells.get(key).count += 1;
    }
  return [...cells.values()];
}

const within = (value, low, high) => Math.min(Math.max(value, low), high);

/// Draws the strip above the plot. Numbers at its ends stay inside the frame.
function failuresPart({curves, statuses}, place, id) {
  if (!statuses.length) return '';
  const names = statuses.map((status, k) =>
    text(wordsOf(status), place.left - 6, place.top - place.strip + row * (k + 0.5) + 4, {
      anchor: 'end',
      fontSize: size.small,
    }),
  );
  const marks = failureMarks(curves, place).map(({x, y, sign, count}) => {
    const words = count > 1 ? String(count) : sign,
      half = widthOf(words, size.small) / 2 + 1;
    const middle = x < place.left || x > place.right ? x : within(x, place.left + half, place.right - half);
    return `<text x="${n(middle)}" y="${n(y + 4)}" text-anchor="middle" font-size="${size.small}" fill="${ink.error}">${escape(words)}</text>`;
  });
  return names.join('') + `<g clip-path="url(#${id})">${marks.join('')}</g>`;
}

/// Returns straight lines through points, the coarsest first.
const lineThrough = (points, place) =>
  points.map((one, k) => `${k ? 'L' : 'M'}${place.at(one).map(n).join(',')}`).join('');

/// Returns positions (px) of runs, without duplicates whose signs would cover each other.
function placesOf(points, place) {
  const cells = new Map();
  for (const one of points) {
    const [x, y] = place.at(one),
      key = Math.round(x / 2) * 1e5 + Math.round(y / 2);
    if (!cells.has(key)) cells.set(key, [x, y]);
  }
  return [...cells.values()];
}

/// Draws a curve: its line, its signs, and the grey signs of unknown values.
export function curvePart(curve, place, {width = 1.4, scale = 1, opacity = 1} = {}) {
  const signs = (points) => {
    const shape = shapeAt(curve.shape, radius * scale);
    return placesOf(points, place)
      .map((one) => shape(...one))
      .join('');
  };
  const rim = curve.points.length > 300 ? '' : ' stroke="white" stroke-width="0.6"'; // too many to distinguish
  const known = curve.points.filter((one) => !one.below),
    unknown = curve.points.filter((one) => one.below);
  const stroke = `fill="none" stroke="${curve.color}" stroke-width="${width}"${dashes(curve)}`;
  const line =
    curve.joined && curve.points.length > 1
      ? `<path d="${lineThrough(curve.points, place)}" ${stroke}/>`
      : '';
  return `<g data-method="${escape(curve.method)}" opacity="${opacity}">${line}${
    known.length ? `<path class="signs" d="${signs(known)}" fill="${curve.color}"${rim}/>` : ''
  }${
    unknown.length
      ? `<path class="unknown" d="${signs(unknown)}" fill="${ink.unknown}"${rim}/>`
      : ''
  }</g>`;
}

/// Draws the range from the fastest to the slowest sample of each run, with a tick at each sample.
function spreadPart({curves, x, y}, place) {
  const onX = x.name === 'time',
    onY = y.name === 'time';
  if (!onX && !onY) return '';
  const marks = curves.flatMap((curve) =>
    curve.points.map((one) => {
      const samples = one.row.runtime.samples ?? [],
        [px, py] = place.at(one);
      if (samples.length < 2) return '';
      const at = (value) => (onX ? place.x(value) : place.y(value));
      const [low, high] = [Math.min(...samples), Math.max(...samples)].map(at);
      const ticks = samples.map((value) =>
        onX ? `M${n(at(value))},${n(py - 5)}v10` : `M${n(px - 5)},${n(at(value))}h10`,
      );
      return (
        (onX ? `M${n(low)},${n(py)}H${n(high)}` : `M${n(px)},${n(low)}V${n(high)}`) + ticks.join('')
      );
    }),
  );
  return `<path class="spread" d="${marks.join('')}" fill="none" stroke="#444444" stroke-width="1"/>`;
}

/// Draws rings around the runs on the Pareto front, and, if time and error are the axes, its staircase.
function frontPart({curves, x, y}, place) {
  const runs = curves
    .flatMap((curve) => curve.points.filter((one) => one.row.pareto))
    .sort((a, b) => a.x - b.x);
  const ring = shapeAt('circle', radius * 1.9);
  const rings = runs.map((one) => ring(...place.at(one))).join('');
  const steps =
    x.name === 'time' && y.name === 'energy_norm'
      ? runs
          .map((one, k) =>
            k
              ? `H${n(place.at(one)[0])}V${n(place.at(one)[1])}`
              : `M${place.at(one).map(n).join(',')}`,
          )
          .join('')
      : '';
  return `<path class="front" d="${rings}${steps}" fill="none" stroke="#000000" stroke-width="1.6"/>`;
}

/// Returns the contents of the svg element with this id. `scene` is that of curvesOf() with the rows.
export function drawPanel(scene, place, {id, front, spread}) {
  const {left, right, top, bottom, strip} = place;
  const curves = scene.curves.map((curve) => curvePart(curve, place)).join('');
  const {names, guides} = wordsInside(scene, place);
  const inside = `x="${left}" y="${n(top - strip)}" width="${n(right - left)}"`;
  return `<defs><clipPath id="${id}-inside"><rect ${inside} height="${n(bottom - top + strip)}"/></clipPath></defs>
<g font-family="${font}">${axesPart(scene, place)}
<g clip-path="url(#${id}-inside)">${floorPart(scene, place)}${guides}<g class="curves">${curves}${names}</g>${
    spread ? spreadPart(scene, place) : ''
  }${front ? frontPart(scene, place) : ''}</g>
${failuresPart(scene, place, `${id}-inside`)}${frame(place)}</g>`;
}

/// Returns the key of these curves as separate SVG: {markup, width, height}.
export function keyPart(curves, left, top) {
  if (!curves.length) return {markup: '', width: 0, height: 0};
  const lines = curves.map((curve, k) => {
    const y = top + 9 + 18 * k,
      shape = shapeAt(curve.shape, radius);
    const line = `<path d="M${left},${y}h22" stroke="${curve.color}"${dashes(curve)}/>`;
    const sign = `<path d="${shape(left + 11, y)}" fill="${curve.color}"/>`;
    return line + sign + text(curve.method, left + 28, y + 4);
  });
  return {
    markup: `<g font-family="${font}">${lines.join('')}</g>`,
    height: 18 * curves.length,
    width: 40 + Math.max(...curves.map((curve) => widthOf(curve.method, size.text))),
  };
}
