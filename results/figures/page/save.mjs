// Downloads: the diagram as SVG and PNG, its runs as comma-separated values.
import {statusesOf} from './curves.mjs';
import {drawPanel, keyPart} from './panel.mjs';
import {font, text} from './svg.mjs';
import {wordsInside} from './words_inside.mjs';

function offer(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/// Returns the curves for the key of a picture: those without a name in it, and one entry for all grey ones.
function forKey(curves, named) {
  const nameless = curves.filter(({method}) => !named.includes(method)),
    grey = nameless.find(({isBehind}) => isBehind);
  return [
    ...nameless.filter(({isBehind}) => !isBehind),
    ...(grey ? [{...grey, method: 'other methods'}] : []),
  ];
}

/// Returns the diagram as a self-contained file, with a title and a key of the curves without a name in it.
/// It shows the choice of the reader, without the marks of the pointer or a pin. Without a zoom its range is that
/// of the visible curves.
export function standalone(diagram) {
  const {scene, data, choice} = diagram,
    place = diagram.layout(
      statusesOf(scene.curves),
      choice.zoom ? diagram.place.domain : scene.fitted,
    );
  const key = keyPart(
    forKey(scene.curves, wordsInside(scene, place).named),
    place.width + 6,
    40,
  );
  const width = Math.ceil(place.width + key.width),
    height = Math.ceil(Math.max(place.height + 30, key.height + 50));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="white"/><g font-family="${font}">${text(data.label, 14, 20, {fontSize: 14})}</g>
<g transform="translate(0 30)">${drawPanel(scene, place, {id: 'saved', ...choice})}</g>${key.markup}</svg>`;
}

export function saveSvg(diagram, name) {
  offer(`${name}.svg`, new Blob([standalone(diagram)], {type: 'image/svg+xml'}));
}

/// Saves a PNG at three times the resolution of the screen, for print.
export async function savePng(diagram, name) {
  const image = new Image(),
    scale = 3;
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(diagram))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width * scale, image.height * scale];
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => offer(`${name}.png`, blob));
}

const cell = (value) => {
  const words = value === null || value === undefined ? '' : String(value);
  return /[",\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
};

/// Formats the runs of the visible methods as comma-separated values.
export function csvOf({scene, data}) {
  const {x, y, curves} = scene,
    work = Object.keys(data.rows[0]?.work ?? {});
  const head = [
    'problem',
    'method',
    'family',
    'h',
    'tolerance',
    'steps',
    'status',
    'reason',
    x.name,
    y.name,
    'floor',
    'below_floor',
    'slope',
    'asymptotic',
    'pareto',
    'time',
    'time_mad',
    'energy_drift',
    ...work,
    'id',
  ];
  const lines = curves.flatMap((curve) =>
    data.byMethod
      .get(curve.method)
      .map((row) => [
        data.label,
        curve.method,
        curve.family,
        row.h,
        row.step.tolerance,
        row.step.count,
        row.status,
        row.reason,
        x.of(row),
        y.of(row),
        y.floor?.(row),
        y.below?.(row),
        row.slope,
        row.asymptotic,
        row.pareto,
        row.runtime.median,
        row.runtime.mad,
        row.energy.max_drift,
        ...work.map((name) => row.work[name]),
        row.id,
      ]),
  );
  return [head, ...lines].map((line) => line.map(cell).join(',')).join('\n') + '\n';
}

export function saveCsv(diagram, name) {
  offer(`${name}.csv`, new Blob([csvOf(diagram)], {type: 'text/csv'}));
}
