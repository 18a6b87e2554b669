// Shows runs of one problem side by side, with one clock and one camera.
import {createCamera} from './camera.mjs';
import {number} from '../../figures/page/words.mjs';
import {captionOf} from './caption.mjs';
import {createClock} from './clock.mjs';
import {alarm, createView} from './view.mjs';

const find = (id) => document.getElementById(id);

/// Reads the motions in the page, as packed by pack().
async function read() {
  const bytes = Uint8Array.from(atob(find('motion').textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}

function addFigure(run) {
  const figure = document.createElement('figure'), canvas = document.createElement('canvas');
  const caption = document.createElement('figcaption');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `Motion of ${run.method}`);
  figure.append(canvas, caption);
  find('views').append(figure);
  return {figure, canvas, caption};
}

function tellParameters(motion) {
  const list = (title, values) => Object.entries(values).map(([name, value]) => [`${title} ${name}`, value]);
  const all = [...list(motion.problem.name, motion.problem.parameters),
               ...motion.runs.flatMap((run) => (run.integrator ? list(run.method, run.integrator.parameters) : []))];
  for (const [name, value] of all)
    for (const [tag, text] of [['dt', name], ['dd', JSON.stringify(value)]])
      find('parameters').append(Object.assign(document.createElement(tag), {textContent: text}));
}

function start(motion) {
  const times = motion.runs.map((run) => run.t).reduce((a, b) => (b.length > a.length ? b : a));
  const figures = motion.runs.map((run) => ({run, ...addFigure(run)}));
  const views = figures.map(({canvas, run}) => createView(canvas, motion, run));
  const sound = views.filter(({run}) => run.status === 'ok');
  const meant = sound.length ? sound : views, pictures = meant.map((view) => view.pictures);
  // Bodies of a failed run may be anywhere; only its start is certain to be in view.
  const seen = sound.length ? pictures : pictures.map((bodies) => bodies.map((all) => all.slice(0, 1)));
  const {camera, controls, setAspect} = createCamera(find('views'), motion.view, pictures, seen, () => draw());
  const clock = createClock(times.length - 1, Number(find('duration').value), () => show());
  const {units} = motion.problem, unit = units.time;

  function draw() {
    setAspect(figures[0].canvas.clientWidth / figures[0].canvas.clientHeight);
    for (const view of views) view.draw(camera);
  }

  function show() {
    const magnification = Number(find('magnify').value), place = clock.place();
    const n = Math.floor(place), next = times[Math.min(n + 1, times.length - 1)];
    const t = times[n] + (place - n) * (next - times[n]);
    find('time').value = place;
    find('clock').textContent = `t = ${number(t, 4)} ${unit}`;
    find('time').setAttribute('aria-valuetext', find('clock').textContent);
    find('play').textContent = clock.isPlaying() ? 'Pause' : 'Play';
    for (const view of views) view.show(place, magnification);
    for (const {run, figure, caption} of figures) {
      figure.className = run.status !== 'ok' && place >= run.t.length - 1 ? 'ended' : '';
      caption.innerHTML = captionOf(run, place, units);
    }
    draw();
  }

  const names = motion.bodies.map((body) => body.name).join(', ');
  find('drawn').textContent = `Drawn: ${names} at ${times.length} times from 0 to ` +
    `${number(times.at(-1), 4)} ${unit}, the same for all; between them places are interpolated.` +
    (motion.runs.some((run) => run.integrator === null)
      ? ` Yellow is off the reference by ${100 * alarm.share}% of the body's largest displacement, or more.` : '');
  tellParameters(motion);
  listen({clock, controls, show});
  new ResizeObserver(draw).observe(find('views'));
  find('time').max = times.length - 1;
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) clock.play();
  show();
}

function listen({clock, controls, show}) {
  const toggle = () => (clock.isPlaying() ? clock.pause() : clock.play());
  find('play').addEventListener('click', toggle);
  find('reset').addEventListener('click', () => controls.reset());
  find('time').addEventListener('input', (event) => clock.goTo(Number(event.target.value)));
  find('duration').addEventListener('change', (event) => clock.setDuration(Number(event.target.value)));
  find('magnify').addEventListener('change', show);
  find('controls').addEventListener('submit', (event) => event.preventDefault());
  const angle = Math.PI / 36;
  const keys = {
    ' ': toggle, ArrowLeft: () => clock.step(-1), ArrowRight: () => clock.step(1),
    Home: () => clock.goTo(0), End: () => clock.goTo(Infinity),
    'Shift ArrowLeft': () => controls.rotateLeft(angle), 'Shift ArrowRight': () => controls.rotateLeft(-angle),
    'Shift ArrowUp': () => controls.rotateUp(angle), 'Shift ArrowDown': () => controls.rotateUp(-angle),
    '+': () => controls.dollyIn(0.9), '-': () => controls.dollyOut(0.9), 0: () => controls.reset(),
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('select, summary')) return;
    if (event.key === ' ' && event.target.matches('button')) return;
    const act = keys[event.shiftKey && event.key.startsWith('Arrow') ? `Shift ${event.key}` : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

try {
  start(await read());
} catch (error) {
  find('drawn').textContent = `This page needs WebGL and a browser of 2023 or later; ${error.message}`;
  find('drawn').className = 'failure';
}
