// The camera that all views share.
import {Box3, PerspectiveCamera, Sphere, Vector3} from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';

/// The sphere round these pictures (lists of coordinates).
function boundsOf(pictures) {
  const box = new Box3(), point = new Vector3();
  for (const picture of pictures)
    for (let i = 0; i < picture.length; i += 3) box.expandByPoint(point.fromArray(picture, i));
  return box.getBoundingSphere(new Sphere());
}

/// A camera that sees all these pictures from the problem's view, and the controls by which the reader
/// moves it. `changed` is called after each move.
export function createCamera(element, view, pictures, changed) {
  const {center, radius} = boundsOf(pictures);
  const camera = new PerspectiveCamera(28, 1, radius / 100, radius * 100);
  camera.up.fromArray(view.up).normalize();
  camera.position.fromArray(view.eye).setLength(radius / Math.sin(Math.PI * 14 / 180)).add(center);
  const controls = new OrbitControls(camera, element);
  controls.target.copy(center);
  element.style.touchAction = 'pan-y';  // a finger that goes up or down scrolls the page
  controls.update();
  controls.saveState();
  controls.addEventListener('change', changed);

  function setAspect(aspect) {
    camera.aspect = aspect;
    camera.updateProjectionMatrix();
  }
  return {camera, controls, setAspect};
}
