// Downloads: the diagram as SVG and PNG, its runs as comma-separated values.
import {csvOf} from '../lib/csv.mjs';
import {headOf} from '../lib/diagram/caption.mjs';
import {keyHeight, keyWidth} from '../lib/diagram/key.mjs';
import {edge, pictureOf} from '../lib/diagram/picture.mjs';
import {fileOf} from '../lib/diagram/svg.mjs';

function offer(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/// Returns the diagram as a file, with a title, a caption and a key of the curves without a name in it. It shows the choice
/// of the reader, without the marks of the pointer or a pin. Without a zoom its range is that of the visible curves.
function standalone(diagram) {
  const {choice, block, data, curves} = diagram, {series} = block, width = diagram.screen.width + keyWidth(series);
  const panel = diagram.panelOn(choice.zoom ? diagram.domain : diagram.rangeOf(curves), {key: diagram.panel.key ? 'beside' : 'whole', keyed: series});
  const longer = Math.max(0, series.reduce((sum, one) => sum + keyHeight(one), 0) - panel.height);  // px of the key
  const head = headOf(data.label, diagram.remarks(panel), width - 2 * edge), part = diagram.partOf({...panel, below: longer});
  return fileOf(pictureOf([head, {...part, height: part.height + longer}], width, diagram.title()));
}

export function saveSvg(diagram, name) {
  offer(`${name}.svg`, new Blob([standalone(diagram)], {type: 'image/svg+xml'}));
}

/// Saves a PNG at four times the resolution of the screen, for print.
export async function savePng(diagram, name) {
  const image = new Image(), scale = 4;
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(diagram))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width * scale, image.height * scale];
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => offer(`${name}.png`, blob));
}

/// Returns the runs of the visible methods as rows of a table.
export function tableOf({block: {x, y, rows, label}, curves}) {
  const shown = new Set(curves.map(({key}) => key)), counters = Object.keys(rows[0]?.work ?? {});
  return rows.filter(({method}) => shown.has(method)).map((row) => ({
    problem: label, method: row.method, family: row.family.name, h: row.h, tolerance: row.step.tolerance, steps: row.step.count,
    status: row.status, reason: row.reason, [x.name]: x.of(row), [y.name]: y.of(row), floor: y.floor?.(row), below_floor: y.below?.(row),
    slope: row.slope, asymptotic: row.asymptotic, pareto: row.pareto, time: row.runtime.total, time_mad: row.runtime.mad,
    energy_drift: row.energy.max_drift, ...Object.fromEntries(counters.map((name) => [name, row.work[name]])), id: row.id}));
}

export function saveCsv(diagram, name) {
  offer(`${name}.csv`, new Blob([csvOf(tableOf(diagram))], {type: 'text/csv'}));
}
