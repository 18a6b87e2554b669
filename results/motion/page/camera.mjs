// The camera shared by all views.
import {Box3, MathUtils, PerspectiveCamera, Sphere, Vector3} from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import {fittedBodies} from './subject.mjs';

/// Returns the bounding sphere of these pictures (lists of coordinates).
function boundsOf(pictures) {
  const box = new Box3(), point = new Vector3();
  for (const picture of pictures)
    for (let i = 0; i < picture.length; i += 3) box.expandByPoint(point.fromArray(picture, i));
  return box.getBoundingSphere(new Sphere());
}

/// Creates a camera that sees the deforming bodies from the problem's viewpoint, and the controls with which
/// the reader moves it. `runs` has a list of pictures for each body of each run, and `seen` the pictures that
/// must fit; `changed` is called after each move.
export function createCamera(element, view, runs, seen, changed) {
  const fitted = fittedBodies(runs);
  const {center, radius} = boundsOf(seen.flatMap((bodies) => fitted.flatMap((b) => bodies[b])));
  const all = boundsOf(seen.flatMap((bodies) => bodies.flat()));
  const camera = new PerspectiveCamera(28, 1, radius / 100, 100 * radius + 10 * all.radius);
  camera.up.fromArray(view.up).normalize();
  const half = MathUtils.degToRad(camera.fov / 2);
  camera.position.fromArray(view.eye).setLength(radius / Math.sin(half)).add(center);
  const controls = new OrbitControls(camera, element);
  controls.target.copy(center);
  element.style.touchAction = 'pan-y';  // vertical swipes scroll the page
  controls.update();
  controls.saveState();
  controls.addEventListener('change', changed);

  /// Sets the aspect ratio. A view taller than wide keeps the horizontal field of view that others have
  /// vertically.
  function setAspect(aspect) {
    camera.aspect = aspect;
    camera.fov = 2 * MathUtils.radToDeg(Math.atan(Math.tan(half) / Math.min(1, aspect)));
    camera.updateProjectionMatrix();
  }
  return {camera, controls, setAspect};
}
