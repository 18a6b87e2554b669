// Projects bodies in space to pictures, and places the pictures of each run side by side on a strip.

const stripWidth = 1600;
const labelHeight = 30;
const mostPictures = 6;

const dot = (a, b) => a.reduce((sum, entry, i) => sum + entry * b[i], 0);
const minus = (a, b) => a.map((entry, i) => entry - b[i]);
const unit = (a) => a.map((entry) => entry / Math.hypot(...a));
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];

/// Direction towards the light, in the axes of the picture.
const light = unit([-0.5, 0.6, 1]);

/// Returns the axes of the picture as unit vectors in space: right, up, towards the eye.
function camera({eye, up}) {
  const right = unit(cross(up, eye));
  const towards = unit(eye);
  return [right, cross(towards, right), towards];
}

function shapeOf(body, points) {
  return {
    body: body.name,
    outline: points.map(([x, y]) => [x, y]),
    depth: points.reduce((sum, point) => sum + point[2], 0) / points.length,
  };
}

function faceShapes(body, projection) {
  return body.faces.flatMap((face) => {
    const corners = face.map((place) => projection[place]);
    // The diagonals give a normal even if the face is not planar or two corners coincide.
    const normal = cross(minus(corners[2], corners[0]), minus(corners[3], corners[1]));
    const length = Math.hypot(...normal) || 1;
    if (body.closed && !(normal[2] > 0)) return [];
    const brightness = dot(normal, light) / length;
    const shade = body.closed ? Math.max(0, brightness) : Math.abs(brightness);
    return [{...shapeOf(body, corners), filled: true, shade}];
  });
}

function lineShapes(body, projection) {
  const depths = projection.map((point) => point[2]);
  const low = Math.min(...depths);
  const high = Math.max(...depths);
  return body.lines.map((line) => {
    const shape = shapeOf(body, line.map((place) => projection[place]));
    return {...shape, filled: false, shade: high > low ? (shape.depth - low) / (high - low) : 1};
  });
}

/// Returns the visible shapes of a picture, farthest first.
function shapesOf({view, bodies}, picture) {
  const axes = camera(view);
  return bodies.flatMap((body) => {
    const places = body.points[picture];
    const projection = Array.from({length: places.length / 3}, (_, i) =>
      axes.map((axis) => dot(axis, places.slice(3 * i, 3 * i + 3))));
    return [...faceShapes(body, projection), ...lineShapes(body, projection)];
  }).sort((a, b) => a.depth - b.depth);
}

function extent(pictures) {
  const box = {left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity};
  for (const {outline} of pictures.flatMap(({shapes}) => shapes))
    for (const [x, y] of outline) {
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.bottom = Math.min(box.bottom, y);
      box.top = Math.max(box.top, y);
    }
  return box;
}

/// Returns a function that maps a point of a picture to its position on the strip. Coordinates run from the
/// upper left corner to the right and downwards, rounded to a hundredth of a pixel.
function layout(box, columns) {
  const width = box.right - box.left;
  const pitch = 1.06 * width;
  const scale = stripWidth / (pitch * (columns - 1) + width);
  const height = scale * (box.top - box.bottom) + labelHeight;
  const rounded = (value) => Math.round(100 * value) / 100;
  return ([x, y], {column, row}) => [rounded(scale * (x - box.left + pitch * column)),
                                     rounded(scale * (box.top - y) + labelHeight + row * height)];
}

/// Returns the pictures of all lines on their strips, at up to six times, including the first and the last.
function picturesOf(lines) {
  const times = Math.max(...lines.map((line) => line.t.length));
  const columns = Math.min(times, mostPictures);
  const numbers = Array.from({length: columns}, (_, k) => Math.round(k * (times - 1) / Math.max(columns - 1, 1)));
  return lines.flatMap((line, row) => numbers.filter((number) => number < line.t.length).map((number, column) => ({
    line, row, column, columns, t: line.t[number], shapes: shapesOf(line, number)})));
}

/// Converts lines of motion.jsonl (results/schema/internal/motion.schema.json) to rows of the figure, one per picture:
/// `shapes` {body, shade, outline}, the `label` and its position `label_at`, and the common `height`. An
/// outline is a GeoJSON Polygon or LineString. The shade of a face ranges from 0 (edge-on to the light) to 1,
/// that of a line from 0 (farthest) to 1.
export function strip(lines) {
  const pictures = picturesOf(lines);
  const box = extent(pictures);
  const place = layout(box, pictures[0].columns);
  return pictures.map((picture) => {
    const {line, row, column, t} = picture;
    const owner = lines.length > 1 && column === 0 ? `${line.method}: ` : '';
    return {
      method: line.method,
      t,
      height: place([0, box.bottom], {column: 0, row: lines.length - 1})[1],
      label: `${owner}t = ${Number(t.toPrecision(3))} ${line.problem.units.time}`,
      label_at: place([(box.left + box.right) / 2, box.top], {column, row}),
      shapes: picture.shapes.map(({body, shade, filled, outline}) => {
        const points = outline.map((point) => place(point, picture));
        return {
          body,
          shade: Math.round(1000 * shade) / 1000,
          outline: filled ? {type: 'Polygon', coordinates: [[...points, points[0]]]}
            : {type: 'LineString', coordinates: points},
        };
      }),
    };
  });
}
