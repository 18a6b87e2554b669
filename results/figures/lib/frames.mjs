// Projects bodies in space to pictures, and lays the pictures side by side on a strip.

const stripWidth = 1600;
const labelHeight = 30;

const dot = (a, b) => a.reduce((sum, entry, i) => sum + entry * b[i], 0);
const minus = (a, b) => a.map((entry, i) => entry - b[i]);
const unit = (a) => a.map((entry) => entry / Math.hypot(...a));
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];

/// Direction towards the light, in the axes of the picture.
const light = unit([-0.5, 0.6, 1]);

/// The axes of the picture as unit vectors in space: to the right, upwards, towards the eye.
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
    // The diagonals give a normal even if the face is not plane or has two corners in one place.
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

/// The shapes of a frame that face the eye, the farthest first.
function shapesOf(frame) {
  const axes = camera(frame.view);
  return frame.bodies.flatMap((body) => {
    const projection = body.points.map((point) => axes.map((axis) => dot(axis, point)));
    return [...faceShapes(body, projection), ...lineShapes(body, projection)];
  }).sort((a, b) => a.depth - b.depth);
}

function extent(pictures) {
  const box = {left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity};
  for (const {outline} of pictures.flat())
    for (const [x, y] of outline) {
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.bottom = Math.min(box.bottom, y);
      box.top = Math.max(box.top, y);
    }
  return box;
}

/// Returns a function that maps a point of the picture `number` to the strip. Coordinates on the
/// strip go from the upper left corner to the right and downwards, rounded to a hundredth pixel.
function layout(box, pictures) {
  const width = box.right - box.left;
  const pitch = 1.06 * width;
  const scale = stripWidth / (pitch * (pictures - 1) + width);
  const rounded = (value) => Math.round(100 * scale * value) / 100;
  return ([x, y], number) => [rounded(x - box.left + pitch * number), rounded(box.top - y) + labelHeight];
}

/// Adds to each frame (results/schema/frame.schema.json) what the figure draws: `shapes` {body,
/// shade, outline}, the place `label_at` of its label, and the strip's `height`. An outline is a
/// GeoJSON Polygon or LineString on the strip. The shade of a face goes from 0 (edge-on to the light)
/// to 1, that of a line from 0 (the farthest) to 1.
export function strip(frames) {
  const pictures = frames.map(shapesOf);
  const box = extent(pictures);
  const place = layout(box, frames.length);
  return frames.map(({view, bodies, ...frame}, number) => ({
    ...frame,
    method: frame.integrator.name,
    height: place([0, box.bottom], 0)[1],
    label_at: place([(box.left + box.right) / 2, box.top], number),
    shapes: pictures[number].map(({body, shade, filled, outline}) => {
      const points = outline.map((point) => place(point, number));
      return {
        body,
        shade: Math.round(1000 * shade) / 1000,
        outline: filled ? {type: 'Polygon', coordinates: [[...points, points[0]]]}
          : {type: 'LineString', coordinates: points},
      };
    }),
  }));
}
