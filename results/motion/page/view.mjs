// One run in space: its bodies on a separate canvas.
import {BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, DynamicDrawUsage, FrontSide, Group,
        HemisphereLight, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, Scene, WebGLRenderer} from 'three';
import {LineMaterial} from 'three/examples/jsm/lines/LineMaterial.js';
import {LineSegments2} from 'three/examples/jsm/lines/LineSegments2.js';
import {LineSegmentsGeometry} from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import {unpack} from '../pack.mjs';

const colours = {cloth: '#c2473d', sphere: '#d9ae6c', bristles: '#2f6fb0', ground: '#d8d2c4'};
const otherColour = '#8d99ab';

/// Highlights points that differ from the reference by at least this share of the body's largest displacement
/// there.
export const alarm = {colour: new Color('#ffe100'), share: 0.1};

/// Splits faces of four corners, of which the last two coincide for a triangle, into triangles.
const triangles = (faces) => faces.flatMap(([a, b, c, d]) => (c === d ? [a, b, c] : [a, b, c, a, c, d]));

/// Returns the edges of all faces, each once, as pairs of points.
function sides(faces) {
  const pairs = new Map();
  for (const face of faces)
    face.forEach((a, i) => {
      const b = face[(i + 1) % face.length];
      if (a !== b) pairs.set(a < b ? `${a} ${b}` : `${b} ${a}`, [a, b]);
    });
  return [...pairs.values()].flat();
}

const segments = (lines) => lines.flatMap((line) => line.slice(1).flatMap((point, i) => [line[i], point]));

const distance = (a, b, i) => Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);

/// Returns the largest displacement of a point of a body from its first picture.
function largestDisplacement([first, ...others]) {
  let largest = 0;
  for (const picture of others)
    for (let i = 0; i < first.length; i += 3) largest = Math.max(largest, distance(picture, first, i));
  return largest;
}

const withPoints = (geometry, index, {points, tints}) =>
  geometry.setAttribute('position', points).setAttribute('color', tints).setIndex(index);

/// Returns faces and their edges, which share the points of the body.
function surfaceOf(body, shared) {
  const material = new MeshLambertMaterial({
    vertexColors: true, flatShading: true, side: body.closed ? FrontSide : DoubleSide,
    polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1});
  const thin = new LineBasicMaterial({color: 'black', transparent: true, opacity: 0.16});
  return [new Mesh(withPoints(new BufferGeometry(), triangles(body.faces), shared), material),
          new LineSegments(withPoints(new BufferGeometry(), sides(body.faces), shared), thin)];
}

/// Number of lines above which they are thin and translucent, because thick ones would hide each other.
const manyLines = 1000;

/// Returns lines that are visible on every screen. Each segment has its own copy of its ends, which refresh()
/// updates.
function wiresOf(body, {points, tints}) {
  const ends = segments(body.lines), zeros = new Float32Array(3 * ends.length);
  const geometry = new LineSegmentsGeometry().setPositions(zeros.slice()).setColors(zeros.slice());
  const {instanceStart, instanceColorStart} = geometry.attributes;
  const copies = [[points, instanceStart.data], [tints, instanceColorStart.data]];
  function refresh() {
    for (const [{array}, copy] of copies) {
      ends.forEach((end, k) => copy.array.set(array.subarray(3 * end, 3 * end + 3), 3 * k));
      copy.needsUpdate = true;
    }
  }
  const look = ends.length / 2 > manyLines ? {linewidth: 1, transparent: true, opacity: 0.5} : {linewidth: 2.2};
  return {object: new LineSegments2(geometry, new LineMaterial({...look, vertexColors: true})), refresh};
}

/// Creates a body of a run over time; `reference` has its pictures in the reference, if there is one.
function createBody(body, pictures, reference) {
  const attribute = () => new BufferAttribute(new Float32Array(3 * body.count), 3).setUsage(DynamicDrawUsage);
  const [points, tints] = [attribute(), attribute()];
  const surface = body.faces.length > 0 ? surfaceOf(body, {points, tints}) : [];
  const wires = body.lines.length > 0 ? wiresOf(body, {points, tints}) : null;
  const group = new Group().add(...surface, ...(wires ? [wires.object] : []));
  for (const object of group.children) object.frustumCulled = false;  // bounds would have to follow the points
  const plain = new Color(colours[body.name] ?? otherColour), tint = new Color();
  const far = reference ? alarm.share * largestDisplacement(reference) : Infinity;

  /// Interpolates positions between the pictures before and after `at`, measured in pictures from the start.
  function placesAt(all, at) {
    const n = Math.floor(at), [before, after] = [all[n], all[Math.min(n + 1, all.length - 1)]];
    return before.map((value, i) => value + (at - n) * (after[i] - value));
  }

  /// Shows the body with displacements from the first picture magnified by `magnification`.
  function show(place, magnification) {
    const at = Math.min(place, pictures.length - 1);
    const places = placesAt(pictures, at), truth = reference && placesAt(reference, at);
    places.forEach((value, i) => (points.array[i] = pictures[0][i] + magnification * (value - pictures[0][i])));
    for (let i = 0; i < places.length; i += 3) {
      const share = truth && far > 0 ? Math.min(1, distance(places, truth, i) / far) : 0;
      tint.lerpColors(plain, alarm.colour, share).toArray(tints.array, i);
    }
    points.needsUpdate = tints.needsUpdate = true;
    wires?.refresh();
  }

  return {pictures, show, group};
}

/// Creates the view of a run on the canvas. show() moves its bodies, draw() draws them from a camera.
export function createView(canvas, motion, run) {
  const renderer = new WebGLRenderer({canvas, antialias: true});
  const scene = new Scene(), light = new DirectionalLight('white', 2.2);
  scene.background = new Color('#fbfbf9');
  const reference = motion.runs.find((one) => one.integrator === null);
  const bodies = motion.bodies.map((body, b) => {
    const picturesOf = (one) => unpack(one.points[b], body);
    return createBody(body, picturesOf(run), reference && reference !== run ? picturesOf(reference) : null);
  });
  scene.add(new HemisphereLight('white', '#8a8f98', 1.4), light, ...bodies.map(({group}) => group));

  const show = (place, magnification) => bodies.forEach((body) => body.show(place, magnification));

  function draw(camera) {
    const {clientWidth: width, clientHeight: height} = canvas;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(width, height, false);
    light.position.set(-0.5, 0.6, 1).applyQuaternion(camera.quaternion);
    renderer.render(scene, camera);
  }

  return {show, draw, run, pictures: bodies.map((body) => body.pictures)};
}
