// The axes of a compiled figure (Vega): ticks with numbers, and titles that appear once per grid of panels.
import {size} from '../diagram/text.mjs';

/// Returns the Vega specification with our ticks, labels and titles.
export function withGuides(spec) {
  return inScope(spec, []);
}

function inScope(group, outside) {
  const scales = [...(group.scales ?? []), ...outside];
  const axes = group.axes && {axes: group.axes.map((axis) => numbered(axis, scales))};
  const marks = group.marks?.map((mark) => (mark.type === 'group' ? inScope(mark, scales) : mark));
  const inner = {...group, ...axes, ...(marks && {marks})};
  return group.layout && marks ? titledOnce(inner) : inner;
}

const continuous = ['linear', 'log', 'pow', 'sqrt', 'symlog'];

/// Returns an axis whose ticks all have numbers: as many as fit, or at the values given by the specification.
function numbered(axis, scales) {
  const {type} = scales.find(({name}) => name === axis.scale);
  if (!continuous.includes(type)) return axis;
  const values = axis.values ? JSON.stringify(axis.values) : `figure_ticks(domain('${axis.scale}'), range('${axis.scale}'), '${type}')`;
  const text = {signal: `figure_label(datum.value, ${values}, '${type}')`};
  const {tickCount, labelOverlap, ...rest} = axis;
  return {...rest, values: {signal: values},
          ...(axis.labels !== false && {encode: {...axis.encode, labels: {...axis.encode?.labels, update: {text}}}})};
}

const isGrid = (mark) => mark.from?.facet !== undefined || ['row-header', 'row-footer', 'column-header', 'column-footer'].includes(mark.role);

/// Returns a grid of panels in which a common axis title appears only at its side.
function titledOnce(grid) {
  const found = {};
  const marks = grid.marks.map((mark) => (!isGrid(mark) || !mark.axes ? mark : {
    ...mark, axes: mark.axes.map(({title, ...axis}) => {
      if (title) found[axis.orient] = title;
      return axis;
    })}));
  const titles = Object.entries(found).map(([orient, text]) => ({
    type: 'group', role: orient === 'left' ? 'row-title' : 'column-title',
    title: {text, orient, fontSize: size.text, fontWeight: 'normal', offset: 0, anchor: 'middle'}}));
  if (!titles.length) return grid;
  return {...grid, layout: {...grid.layout, titleAnchor: {row: 'start', column: 'end'}, offset: {rowTitle: 2, columnTitle: 4}},
          marks: [...titles, ...marks]};
}
