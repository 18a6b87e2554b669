// The head of a diagram: its title, and the notes needed to read its marks.
import {floorOf, guideOrders, isFloorNear} from './scales.mjs';
import {heading, text} from './shapes.mjs';
import {size, wrap} from './text.mjs';

/// Describes the digits of a block's reference; empty if no error is drawn.
function digitsOf({rows, y}) {
  const all = y.error ? rows.map((row) => row.error.digits).filter((one) => one !== null) : [];
  return all.length ? `reference known to ${Math.max(...all).toFixed(1)} digits` : '';
}

/// Returns the text above each panel, {title, note}. Titles distinguish the panels; common text is in the
/// head.
export function wordsOf(blocks) {
  const isOne = (part) => new Set(blocks.map(part)).size === 1;
  const sameProblem = isOne(({label}) => label), sameX = isOne(({x}) => x.name), sameY = isOne(({y}) => y.name);
  const capital = (words) => words[0].toUpperCase() + words.slice(1);
  const axesOf = ({x, y}) => [...(sameX ? [] : [x.words.split(',')[0]]), ...(sameY ? [] : [y.words])].join('; ');
  if (sameX && sameY) return blocks.map((block) => ({title: block.label, note: digitsOf(block)}));
  return blocks.map((block) => ({title: sameProblem ? capital(axesOf(block)) : block.label, note: ''}));
}

/// Returns a sentence for each problem of these blocks, with the digits of its reference.
function problemsIn(blocks) {
  const all = new Map();
  for (const block of blocks)
    all.set(block.label, [block.label, digitsOf(block) || (all.get(block.label) ?? [])[1]].filter(Boolean));
  return [...all.values()].map((words) => `${words.join(': ')}.`);
}

/// Describes the sum of weighted calls, with the weights fitted to the times of the problem's runs.
function weightsOf({label, rows}, isOne) {
  const {force, ...weights} = rows[0].problem.weights, where = isOne ? '' : ` on ${label}`;
  if (!force) return `No weights could be fitted to the times${where}.`;
  const others = Object.entries(weights).sort(([, a], [, b]) => b - a)
    .map(([name, weight]) => ` + ${Number(weight.toPrecision(2))} ${name.replaceAll('_', ' ')}`);
  return `Weighted calls${where} = force${others.join('')}; weights fitted to the times.`;
}

/// Returns the sentences about failed runs.
function failuresIn(blocks, statuses, panels) {
  const failed = new Set(blocks.flatMap(({rows}) => rows).filter((row) => row.status !== 'ok')).size;
  const unplaced = blocks.some(({series}) => series.some((one) => one.failures.some((run) => !(run.x > 0))));
  const signs = panels.some(({strip}) => strip.length === 1) && statuses.length > 1
    ? ` (${statuses.map(({status, sign}) => `${sign} ${status.replaceAll('_', ' ')}`).join(', ')})` : '';
  const tallies = panels.some(({series}) => series.some(({tally}) => tally));
  return [
    [statuses.length, `Above the line: failed runs at their steps${signs}.`],
    [tallies, 'Numbers count runs that coincide; behind a name, failed runs of the method.'],
    [unplaced, 'At its left edge: step not known.'],
    [!statuses.length && failed, `Failed runs without a place on this axis: ${failed}.`]];
}

/// Returns the head's paragraphs. `panels` are those of the diagram; with `isNamed` each has its problem
/// above it.
export function captionOf({options, blocks, statuses, panels, isNamed, byFamily}) {
  const others = ['x', 'error'].flatMap((name) => [options[name]].flat().slice(1).map((value) => `--${name} ${value}`));
  const labels = new Set(blocks.map(({label}) => label));
  const sentences = [
    ...(isNamed ? [] : problemsIn(blocks).map((words) => [true, words])),
    [blocks.some((block) => isFloorNear([block])),
     'Grey: below the error of the reference, not known.'],
    [blocks.some((block) => floorOf(block) > 0 && !isFloorNear([block])), '▾: the error of the reference, far below.'],
    [blocks.some((block) => guideOrders(block, block.series).length), 'Fans: slopes of the orders.'],
    ...failuresIn(blocks, statuses, panels),
    [panels.some(({rest}) => rest.length), 'Large families: the fastest methods to some error have names, the others are grey.'],
    [byFamily && labels.size > 1, 'For one problem alone (--only), the figure has its Pareto front and its fastest methods.'],
    [byFamily && others.length, `The same on other axes: ${others.join(', ')}.`]];
  const words = [...(options.caption ?? []), ...sentences.filter(([holds]) => holds).map(([, sentence]) => sentence)];
  return [words.join(' '), ...blocks.filter(({x}) => x.weighted).map((block) => weightsOf(block, labels.size === 1))];
}

/// Returns a title with paragraphs below it, as a part of a page of this width: {height, shapes}.
export function headOf(title, paragraphs, width) {
  const titles = wrap(title, width, size.title, true), notes = paragraphs.flatMap((words) => wrap(words, width, size.text));
  const top = 14 * titles.length;
  return {height: top + 11 * notes.length, shapes: [
    ...titles.map((words, k) => heading(words, 0, 14 * (k + 1), size.title)), ...notes.map((words, k) => text(words, 0, top + 11 * k + 8))]};
}
