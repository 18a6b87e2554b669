// The shapes of a picture, plain objects in pixels. They are its only description: svg.mjs draws them in files and
// pages, and `data` of a shape, or of the runs at its points, go to data files.
import {size} from './text.mjs';

export const grey = {
  context: '#cfcfcf', below: '#b0b0b0', line: '#777777', band: '#e4e4e4', text: '#444444', leader: '#bbbbbb', frame: '#999999', grid: '#ececec'};

/// Returns a text whose middle is at this height; `turned` runs it upwards.
export const text = (words, x, y, options) =>
  ({kind: 'text', words, x, y, size: size.text, align: 'start', weight: 'normal', color: grey.text, ...options});

/// Returns a bold text whose baseline has this height.
export const heading = (words, x, y, fontSize = size.panel) =>
  text(words, x, y - fontSize / 2, {size: fontSize, weight: 'bold', color: '#000000'});

/// Returns polylines, each a list of points.
export const line = (paths, options) => ({kind: 'line', paths, color: grey.leader, width: 0.6, dash: [1, 0], ...options});

export const stroke = (x, y, x2, y2, options) => line([[[x, y], [x2, y2]]], options);

/// Returns equal signs at these points, with a white rim. A `hollow` sign is an outline of this width.
export const signs = (points, options) => ({kind: 'signs', points, scale: 1, rim: 0.5, ...options});

export const box = (x, y, width, height, options) => ({kind: 'box', x, y, width, height, ...options});

/// Returns shapes that are moved to this position. `name` is a class in SVG, `clip` [width, height] the part that is seen.
export const group = (x, y, shapes, options) => ({kind: 'group', x, y, shapes, ...options});

/// Returns all shapes in these groups.
export const flat = (shapes) => shapes.flatMap((one) => (one.kind === 'group' ? flat(one.shapes) : [one]));
