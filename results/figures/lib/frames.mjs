// Pictures in the plane of bodies in space: frames side by side on a strip.

const stripWidth = 1600;
const labelHeight = 30;

const dot = (a, b) => a.reduce((sum, entry, i) => sum + entry * b[i], 0);
const minus = (a, b) => a.map((entry, i) => entry - b[i]);
const unit = (a) => a.map((entry) => entry / Math.hypot(...a));
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];

/// Direction towards the light, in axes of the picture.
const light = unit([-0.5, 0.6, 1]);

/// Axes of the picture: to the right, upwards, towards the eye.
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

function faceShapes(body, seen) {
  return body.faces.flatMap((face) => {
    const corners = face.map((place) => seen[place]);
    // Of the diagonals: good for faces that are not plane, or have two corners in one place.
    const normal = cross(minus(corners[2], corners[0]), minus(corners[3], corners[1]));
    const length = Math.hypot(...normal) || 1;
    if (body.closed && !(normal[2] > 0)) return [];
    const brightness = dot(normal, light) / length;
    const shade = body.closed ? Math.max(0, brightness) : Math.abs(brightness);
    return [{...shapeOf(body, corners), filled: true, shade}];
  });
}

function lineShapes(body, seen) {
  const depths = seen.map((point) => point[2]);
  const low = Math.min(...depths);
  const high = Math.max(...depths);
  return body.lines.map((line) => {
    const shape = shapeOf(body, line.map((place) => seen[place]));
    return {...shape, filled: false, shade: high > low ? (shape.depth - low) / (high - low) : 1};
  });
}

/// What is seen of a frame, the farthest first.
function shapesOf(frame) {
  const axes = camera(frame.view);
  return frame.bodies.flatMap((body) => {
    const seen = body.points.map((point) => axes.map((axis) => dot(axis, point)));
    return [...faceShapes(body, seen), ...lineShapes(body, seen)];
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

/// From one picture's plane to the strip: from the upper left corner to the right and downwards, to a
/// hundredth: finer cannot be seen.
function layout(box, pictures) {
  const width = box.right - box.left;
  const pitch = 1.06 * width;
  const scale = stripWidth / (pitch * (pictures - 1) + width);
  const rounded = (value) => Math.round(100 * scale * value) / 100;
  return ([x, y], number) => [rounded(x - box.left + pitch * number), rounded(box.top - y) + labelHeight];
}

/// Frames (results/schema/frame.schema.json) with what the figure draws of each: `shapes` {body,
/// shade, outline}, an outline being a GeoJSON Polygon or LineString on the strip, `label_at`, and the
/// strip's `height`. Shade: 0 (edge-on to the light, or, of lines, farthest) to 1.
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
