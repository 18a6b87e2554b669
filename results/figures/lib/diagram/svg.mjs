// Shapes as SVG text. All colours and sizes are explicit, so that a picture needs no style sheet.

export const font = 'DejaVu Sans, Verdana, sans-serif';
const radius = 4.2;        // px of a sign
const crowd = 300;         // number of signs above which coinciding ones are drawn once, without a rim

const n = (value) => Math.round(value * 10) / 10;
const at = ([x, y]) => `${n(x)},${n(y)}`;

export const escape = (words) => String(words).replace(/[&<>"]/g, (c) => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);

const third = Math.sqrt(3) / 2;
/// Corners of signs of radius 1, all of about the same area.
const corners = {
  square: [[-0.96, -0.96], [0.96, -0.96], [0.96, 0.96], [-0.96, 0.96]],
  diamond: [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]],
  'triangle-up': [[0, -1.1], [1.1, third], [-1.1, third]],
  'triangle-down': [[0, 1.1], [1.1, -third], [-1.1, -third]],
  'triangle-right': [[1.1, 0], [-third, 1.1], [-third, -1.1]],
  'triangle-left': [[-1.1, 0], [third, 1.1], [third, -1.1]],
  cross: [[-0.4, -1.1], [0.4, -1.1], [0.4, -0.4], [1.1, -0.4], [1.1, 0.4], [0.4, 0.4],
          [0.4, 1.1], [-0.4, 1.1], [-0.4, 0.4], [-1.1, 0.4], [-1.1, -0.4], [-0.4, -0.4]]};

/// Returns a function from the middle of a sign to its path. A shape is a name or a path of straight lines.
export function outline(shape, r) {
  if (shape === 'circle') return ([x, y]) => `M${at([x - r, y])}a${n(r)},${n(r)} 0 1 0 ${n(2 * r)},0a${n(r)},${n(r)} 0 1 0 ${n(-2 * r)},0z`;
  const points = (corners[shape] ?? [...shape.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]))
    .map(([x, y]) => [x * r, y * r]);
  return ([x, y]) => `M${points.map(([a, b]) => at([x + a, y + b])).join('L')}z`;
}

/// Returns one of the points in each square of two pixels.
const distinct = (points) => [...new Map(points.map((one) => [Math.round(one[0] / 2) * 1e5 + Math.round(one[1] / 2), one])).values()];

const named = ({name}) => (name ? ` class="${name}"` : '');
const dashed = (dash) => (dash[1] ? ` stroke-dasharray="${dash.join(' ')}"` : '');

const drawings = {
  text({words, x, y, size, align, weight, color, turned, ...more}) {
    const place = `x="${n(x)}" y="${n(y + 0.3 * size)}"${turned ? ` transform="rotate(-90 ${n(x)} ${n(y)})"` : ''}`;
    return `<text${named(more)} ${place} fill="${color}" font-size="${size}"${align === 'start' ? '' : ` text-anchor="${align}"`}${
      weight === 'bold' ? ' font-weight="bold"' : ''}>${escape(words)}</text>`;
  },
  line({paths, color, width, dash, ...more}) {
    if (!paths.length) return '';
    const path = paths.map((points) => `M${points.map(at).join('L')}`).join('');
    return `<path${named(more)} d="${path}" fill="none" stroke="${color}" stroke-width="${width}"${dashed(dash)}/>`;
  },
  signs({points, shape, color, scale, rim, hollow, ...more}) {
    if (!points.length) return '';
    const isCrowd = points.length > crowd, path = outline(shape, radius * scale);
    const paint = hollow ? `fill="none" stroke="${color}" stroke-width="${hollow}"`
      : `fill="${color}"${isCrowd || !rim ? '' : ` stroke="#ffffff" stroke-width="${rim}"`}`;
    return `<path${named(more)} d="${(isCrowd ? distinct(points) : points).map(path).join('')}" ${paint}/>`;
  },
  box({x, y, width, height, fill = 'none', color = 'none', ...more}) {
    return `<rect${named(more)} x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" stroke="${color}"/>`;
  },
  group({x, y, shapes, clip, method, label, ...more}) {
    const words = named(more) + (method ? ` data-method="${escape(method)}"` : '') + (label ? ` role="graphics-symbol" aria-label="${escape(label)}"` : '');
    if (clip) return `<svg${words} x="${n(x)}" y="${n(y)}" width="${n(clip[0])}" height="${n(clip[1])}" overflow="hidden">${svgOf(shapes)}</svg>`;
    return `<g${words}${x || y ? ` transform="translate(${at([x, y])})"` : ''}>${svgOf(shapes)}</g>`;
  },
};

/// Returns shapes as the content of an svg element.
export const svgOf = (shapes) => shapes.map((one) => drawings[one.kind](one)).join('');

/// Returns a picture as a file of SVG, in pixels, or `wide` mm wide.
export function fileOf({shapes, width, height, label}, wide) {
  const size = wide ? `width="${wide}mm" height="${Number((wide * height / width).toFixed(2))}mm"` : `width="${n(width)}" height="${n(height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${n(width)} ${n(height)}" font-family="${font}"
role="graphics-document" aria-label="${escape(label)}">
<rect width="100%" height="100%" fill="white"/>${svgOf(shapes)}</svg>`;
}
