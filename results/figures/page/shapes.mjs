// Signs of runs as SVG paths around a centre. A shape is a Vega name or a path within [-1, 1].
const closed = (...points) => points;
const third = Math.sqrt(3) / 2;

const polygons = {
  square: closed([-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]),
  diamond: closed([0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]),
  'triangle-up': closed([0, -1.1], [1.1, third], [-1.1, third]),
  'triangle-down': closed([0, 1.1], [1.1, -third], [-1.1, -third]),
  'triangle-right': closed([1.1, 0], [-third, 1.1], [-third, -1.1]),
  'triangle-left': closed([-1.1, 0], [third, 1.1], [third, -1.1]),
  cross: closed(
    [-0.4, -1.1],
    [0.4, -1.1],
    [0.4, -0.4],
    [1.1, -0.4],
    [1.1, 0.4],
    [0.4, 0.4],
    [0.4, 1.1],
    [-0.4, 1.1],
    [-0.4, 0.4],
    [-1.1, 0.4],
    [-1.1, -0.4],
    [-0.4, -0.4],
  ),
};

const pointsOf = (shape) =>
  polygons[shape] ??
  [...shape.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

const short = (value) => Math.round(value * 10) / 10;

/// Returns a function that maps a centre to the path of the shape with this radius (px).
export function shapeAt(shape, radius) {
  if (shape === 'circle') {
    const r = short(radius);
    return (x, y) =>
      `M${short(x - r)},${short(y)}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0z`;
  }
  const points = pointsOf(shape).map(([x, y]) => [x * radius, y * radius]);
  return (x, y) => `M${points.map(([a, b]) => `${short(x + a)},${short(y + b)}`).join('L')}z`;
}
