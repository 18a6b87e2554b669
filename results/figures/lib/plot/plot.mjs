// Draws a plain Vega-Lite figure in the style of diagrams: on a page of a given width, with the experiment's
// title, our ticks and keys, the styles of methods, and notes on failed runs.
import {size, wrap} from '../diagram/text.mjs';
import {compile, viewOf} from '../vega.mjs';
import {arranged, blocksOf, fieldsOf, headingsOf, styled} from './arrange.mjs';
import {withGuides} from './guides.mjs';
import {namesOf, overlay} from './names.mjs';
import {panelsOf} from './panels.mjs';
import {commonStep, failuresOf, runsOf, stylesBy, withLines} from './runs.mjs';

const edge = 12, standard = 178;  // px, mm
const pixels = (mm) => mm * 96 / 25.4;
const ofMethods = ['method', 'line'];

/// Returns the figure of these rows as a Vega specification; null if no row fits.
export async function plot(name, spec, rows, chosen, config, warn) {
  const own = withLines(runsOf(spec, rows));
  if (!own.length) return null;
  const fields = fieldsOf(spec);
  const styles = new Map(ofMethods.filter((field) => fields.has(field)).map((field) => [field, stylesBy(field, own, chosen.methods)]));
  const total = pixels(chosen.width ?? standard) - 2 * edge;
  const blocks = blocksOf(styled(spec, styles), own);
  const whole = (factors, title) => withGuides(compile(name, {
    $schema: spec.$schema, description: spec.description, padding: edge, config, datasets: {records: own}, data: spec.data, ...title,
    ...(spec.vconcat && {transform: spec.transform, resolve: spec.resolve}), spacing: 16,
    ...stack(blocks.map((block, k) => arranged(block, factors[k], total)))}, warn));
  const scene = async (vega) => (await viewOf(name, vega, warn)).scenegraph().root;
  const first = widthsOf(await scene(whole(blocks.map(() => 1))), blocks.length);
  if (!first) return null;
  const near = first.map((width) => total / width), second = widthsOf(await scene(whole(near)), blocks.length);
  const fitting = near.map((factor, k) => factorFor(total, [1, first[k]], [factor, second[k]]));
  const factors = spec.usermeta?.blocks ? fitting.map(() => Math.min(...fitting)) : fitting;  // equal, so that columns align
  const root = await scene(whole(factors)), {bounds} = root.items[0];
  const names = namesOf(panelsOf(root), fields, styles, {left: bounds.x1, bottom: bounds.y2, width: total}, headingsOf(spec, fields, own));
  return withMarks(whole(factors, titleOf(spec, own, chosen, total)), overlay(names));
}

const stack = (views) => (views.length > 1 ? {vconcat: views} : views[0]);

/// Returns the widths of blocks as drawn, without legends (px); null if there is no panel.
function widthsOf(root, count) {
  if (!panelsOf(root).length) return null;
  const [page] = root.items, groups = page.items.filter(({role}) => role === 'scope');
  return (count > 1 ? groups.map((group) => group.items[0]) : [page]).map(({width = 0, items}) => {
    const parts = items.filter(({role}) => role !== 'legend' && role !== 'title').map(({bounds}) => bounds);
    return Math.max(width, ...parts.map(({x2}) => x2)) - Math.min(0, ...parts.map(({x1}) => x1));
  });
}

/// Returns the scale factor that fills the page, from two factors and their widths, of which the second is
/// close: parts around panels keep their size. Throws if these alone fill the page, as names wider than their panels do.
export function factorFor(total, [one, first], [near, second]) {
  const slope = (second - first) / (near - one), factor = slope > 0 ? near + (total - second) / slope : near;
  if (factor > 0) return factor;
  throw new Error(`panels must have room beside their names and axes, which take ${Math.round(second - slope * near)} px of the `
    + `page's ${Math.round(total)}; give a larger --width, or the figure fewer columns`);
}

/// Returns the title and notes, wrapped to the page's width; empty for a bare figure.
function titleOf(spec, rows, chosen, total) {
  if (chosen.bare) return {};
  const {caption = [], failures} = spec.usermeta ?? {};
  const steps = fieldsOf(spec).has('line') ? commonStep(rows) : '', failed = failures === 'drawn' ? '' : failuresOf(rows);
  const lines = (text, fontSize, bold) => (text ? wrap(text, total, fontSize, bold) : []);
  return {title: {text: lines(chosen.title ?? chosen.experiment ?? spec.title, size.title, true),
                  subtitle: lines([...caption, steps, failed].filter(Boolean).join(' '), size.text),
                  anchor: 'start', frame: 'bounds', fontSize: size.title, subtitleFontSize: size.text, offset: 10, subtitlePadding: 4}};
}

const withMarks = (spec, all) => ({
  ...spec, data: [...spec.data, ...all.map(({data}) => data)], marks: [...spec.marks, ...all.map(({mark}) => mark)]});
