// A picture: parts of a page below one another.
import {roomOfWords} from './failures.mjs';
import {group} from './shapes.mjs';

const axisRoom = 42;                      // px on the left of plots
export const edge = 12, apart = 12;  // px around a page, between its parts

/// Returns the room on the left of plots for numbers, titles and the statuses of a strip (px).
export const leftOfPlots = (statuses, height) => Math.max(axisRoom, roomOfWords(statuses, height));

/// Returns the statuses of the failed runs of these blocks, with their signs.
export function statusesOf(blocks) {
  const failures = blocks.flatMap(({series}) => series.flatMap((one) => one.failures));
  return [...new Map(failures.map(({status, sign}) => [status, {status, sign}])).values()];
}

/// Returns parts of a page {height, shapes} as a picture of this width: {shapes, width, height, label}.
export function pictureOf(parts, width, label) {
  let top = edge;
  const shapes = parts.map((part) => {
    const own = group(edge, top, part.shapes, {name: 'part'});
    top += part.height + apart;
    return own;
  });
  return {shapes, width, height: top - apart + edge, label};
}
