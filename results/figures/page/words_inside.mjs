// Texts among the curves where there is room: names, and guides with the slopes of the orders.
import {fanOf} from '../lib/diagram/guides.mjs';
import {namesAtEnds} from '../lib/diagram/key.mjs';
import {linesOfName} from '../lib/diagram/layers.mjs';
import {roomIn} from '../lib/diagram/room.mjs';
import {n, size, text} from './svg.mjs';

const most = 16; // maximum number of named curves; pointing identifies further ones

const isInside = ({x, y}) => (one) =>
  one.x >= x.domain[0] && one.x <= x.domain[1] && one.y >= y.domain[0] && one.y <= y.domain[1];

/// Returns the curves as series of a printed panel; parts outside a zoomed picture take no room.
const seriesOf = (curves, panel) =>
  curves.map(({method, order, joined, points}) => ({
    name: method,
    order: joined ? order : null,
    joined,
    runs: points.filter(isInside(panel)),
  }));

function guidesPart(orders, panel, room) {
  if (!orders.length) return '';
  const {corner, ends} = fanOf({...panel, orders}, 24, room, 1.6); // above the words of the floor
  const lines = ends.map(({px, py}) => `M${corner.map(n).join(',')}L${n(px)},${n(py)}`).join('');
  const names = ends.map(({words, px, middle}) => text(words, px + 3, middle + 4, {fontSize: size.small}));
  return `<g class="guides"><path d="${lines}" fill="none" stroke="#888888"/>${names.join('')}</g>`;
}

/// Returns {names, guides} as SVG for these curves and this layout, with the methods that are `named`. Guides
/// appear if an error is drawn against a step.
export function wordsInside({curves, x, y}, place) {
  const {left, right, top, bottom, domain} = place;
  const panel = {
    x: {domain: domain.x},
    y: {domain: domain.y},
    width: right - left,
    height: bottom - top,
  };
  const series = seriesOf(curves, panel),
    room = roomIn({...panel, series, context: []});
  const {named} = series.length > most ? {named: []} : namesAtEnds(series, panel, room, size.small);
  const orders = x.isStep && y.error ? series.map(({order}) => order).filter((order) => order > 0) : [];
  const guides = guidesPart([...new Set(orders)].sort((a, b) => a - b), panel, room);
  const names = named.flatMap(({one, left: at, middle}) => {
    const lines = linesOfName(one.name),
      first = middle + 4 - ((lines.length - 1) * 1.2 * size.small) / 2;
    return lines.map((line, k) =>
      text(line, at, first + k * 1.2 * size.small, {fontSize: size.small, more: 'class="name"'}),
    );
  });
  const leaders = named
    .filter((one) => one.leader)
    .map(({leader: [a, b, c, d]}) => `<path d="M${n(a)},${n(b)}L${n(c)},${n(d)}" stroke="#bbbbbb"/>`);
  const moved = (markup) => (markup ? `<g transform="translate(${n(left)} ${n(top)})">${markup}</g>` : '');
  return {
    names: moved([...leaders, ...names].join('')),
    guides: moved(guides),
    named: named.map(({one}) => one.name),
  };
}
