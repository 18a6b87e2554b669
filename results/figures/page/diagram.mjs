// The interactive diagram: draws the store's choice of one problem's runs into an element, and changes the
// choice by pointer and keys. Its controls are in controls.mjs.
import {curvePart, drawPanel, layoutOf} from './panel.mjs';
import {curvesOf, nearest, neighbour} from './curves.mjs';
import {titleOf} from '../lib/diagram/quantities.mjs';
import {widthOf} from '../lib/diagram/text.mjs';
import {font, n, text} from './svg.mjs';
import {describe, escapeHtml, stepOf} from './words.mjs';
import {isFair, panned, zoomed} from './zoom.mjs';

let serial = 0;
const reach = 24; // px around a sign
const help =
  'Arrow keys go along a curve and to other methods, Enter pins a run, Escape lets it go; ' +
  'plus, minus and 0 zoom; with Shift arrow keys move the picture.';

/// A diagram in this element. `axes` overrides the axes of the choice; `emphasis` lists the methods in
/// colour, all by default.
export class Diagram {
  constructor(element, store, {axes = {}, emphasis, ratio = 0.62} = {}) {
    this.id = `diagram-${++serial}`;
    this.store = store;
    this.axes = axes;
    this.emphasis = emphasis;
    this.ratio = ratio;
    this.pointed = null;
    element.innerHTML = `<p class="notes"></p><div class="plot"><svg id="${this.id}" tabindex="0" role="application" aria-roledescription="diagram"
xmlns="http://www.w3.org/2000/svg"></svg></div><div class="run" aria-live="polite"></div>`;
    [this.notes, this.plot, this.panel] = element.children;
    this.svg = this.plot.firstChild;
    this.listen();
  }

  /// Shows these data (open.mjs).
  show(data) {
    this.data = data;
    this.pointed = null;
    this.draw();
  }

  get choice() {
    return {...this.store.choice, ...this.axes, ...('x' in this.axes ? {zoom: null} : {})};
  }

  draw() {
    const {choice, data} = this;
    if (!data) return;
    this.scene = {...curvesOf(data, choice), rows: data.rows};
    if (this.emphasis) this.scene.curves = emphasized(this.scene.curves, this.emphasis);
    const zoom = choice.zoom && {x: choice.zoom.slice(0, 2), y: choice.zoom.slice(2)};
    this.place = this.layout(this.scene.statuses, zoom ?? this.scene.domain);
    const {width, height} = this.place;
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.setAttribute('width', width);
    this.svg.setAttribute('height', height);
    this.svg.setAttribute('aria-label', this.title());
    this.svg.innerHTML =
      drawPanel(this.scene, this.place, {id: this.id, ...choice}) + '<g class="overlay"></g>';
    this.notes.textContent = this.remarks().join(' ');
    this.mark();
  }

  /// Returns the layout of a picture as wide as this element, with a strip for these statuses.
  layout(statuses, domain) {
    const width = Math.max(300, Math.min(this.plot.clientWidth || 900, 1100)),
      ratio = width < 500 ? 0.85 : this.ratio;
    const height = Math.round(width * ratio) + 15 * statuses.length;
    return layoutOf({width, height, statuses, domain});
  }

  title() {
    const {x, y, curves} = this.scene;
    return `${this.data.label}: ${titleOf(y, this.data.rows)} against ${titleOf(x, this.data.rows)}, ${
      curves.length
    } of ${this.data.methods.length} methods. ${help}`;
  }

  remarks() {
    const {curves, floor, y} = this.scene,
      {choice} = this;
    const count = (what) => curves.reduce((sum, curve) => sum + curve[what], 0),
      failed = count('failedUnplaced');
    const outside = this.place.domain.y[0];
    return [
      floor > 0 &&
        floor < outside &&
        `The error of the reference, ${floor.toExponential(1)}, is below the picture.`,
      floor >= outside && y.error && 'Grey signs are below the error of the reference: not known.',
      count('unplaced') && `${count('unplaced')} runs lack one of these quantities.`,
      failed && `${failed} runs that failed have no place on this axis; steps have one for them.`,
      choice.front &&
        'Rings: no run of all methods is both faster and more precise, in the energy norm.',
      choice.spread &&
        choice.x !== 'time' &&
        choice.y !== 'time' &&
        'Timing samples are drawn where time is an axis.',
    ].filter(Boolean);
  }

  /// The run shown in full: the one under the pointer, else the pinned one.
  get run() {
    if (this.pointed) return this.pointed;
    const row = this.data?.byId.get(this.choice.pin);
    if (!row) return null;
    for (const curve of this.scene.curves) {
      const one = [...curve.points, ...curve.failures].find((some) => some.row === row);
      if (one) return {curve, one};
    }
    return {curve: null, one: {row}};
  }

  /// Marks the run and its curve, and describes the run.
  mark() {
    const {run, place} = this,
      overlay = this.svg.querySelector('.overlay'),
      curves = this.svg.querySelector('.curves');
    curves.setAttribute('opacity', run?.curve ? 0.25 : 1);
    overlay.innerHTML = run?.curve ? this.highlight(run, place) : '';
    this.panel.innerHTML = run
      ? this.record(run)
      : `<p class="hint">${
          this.svg.matches(':focus-visible')
            ? help
            : 'Point at a run to see its record; click to pin it.'
        }</p>`;
  }

  highlight({curve, one}, place) {
    const [x, y] = place.at(one),
      words = curve.method,
      wide = widthOf(words, 12) * 1.1 + 8;
    const left = Math.min(Math.max(x + 10, place.left + 2), place.right - wide),
      top = Math.max(y - 26, place.top - place.strip + 2);
    return `<g font-family="${font}"><g clip-path="url(#${this.id}-inside)">${curvePart(curve, place, {width: 2.4, scale: 1.2})}</g>
<path d="${corners(x, y)}" fill="none" stroke="#ffffff" stroke-width="5"/>
<path class="mark" d="${corners(x, y)}" fill="none" stroke="#005a9c" stroke-width="2.2"/>
<rect x="${left}" y="${top}" width="${wide}" height="18" fill="#ffffff" stroke="#767676" rx="2"/>${text(
      words,
      left + 4,
      top + 13,
    )}</g>`;
  }

  record({curve, one: {row}}) {
    const isPinned = this.choice.pin === row.id,
      lines = describe(row, this.data.problem.units);
    return `<h3>${escapeHtml(row.method)}, ${stepOf(row)}${isPinned ? ' <span class="pinned">pinned</span>' : ''}</h3>${
      curve ? '' : '<p>Its method is hidden, or it has no place on these axes.</p>'
    }
<dl>${lines.map(([what, words]) => `<div><dt>${what}</dt><dd>${escapeHtml(words)}</dd></div>`).join('')}</dl>`;
  }

  point(run) {
    if (run?.one.row === this.pointed?.one.row) return;
    this.pointed = run;
    this.mark();
  }

  pin(run) {
    const id = run?.one.row.id ?? '';
    this.store.change({pin: this.store.choice.pin === id ? '' : id});
  }

  /// Zooms by this factor about a position of the plot (shares from the left and from below).
  zoom(factor, [sx, sy] = [0.5, 0.5]) {
    this.lookAt({
      x: zoomed(this.place.domain.x, factor, sx),
      y: zoomed(this.place.domain.y, factor, sy),
    });
  }

  pan(dx, dy, {x, y} = this.place.domain) {
    this.lookAt({x: panned(x, dx), y: panned(y, dy)});
  }

  /// Zooms to the range of the visible curves.
  fit() {
    this.lookAt(this.scene.fitted);
  }

  lookAt({x, y}) {
    if (isFair(x) && isFair(y)) this.store.change({zoom: [...x, ...y]});
  }

  /// Returns the position of an event in pixels of the drawing.
  pixels(event) {
    const box = this.svg.getBoundingClientRect(),
      scale = this.place.width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  shares([x, y]) {
    const {left, right, top, bottom} = this.place;
    return [(x - left) / (right - left), (bottom - y) / (bottom - top)];
  }

  listen() {
    const {svg} = this;
    let drag = null;
    const under = (event) =>
      nearest(this.scene.curves, this.pixels(event), (one) => this.place.at(one), reach);
    svg.addEventListener('pointermove', (event) => {
      if (!drag) return this.point(under(event));
      const [x, y] = this.shares(this.pixels(event)),
        [dx, dy] = [drag.from[0] - x, drag.from[1] - y];
      drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 4;
      if (drag.moved && !('x' in this.axes)) this.pan(dx, dy, drag.domain);
    });
    svg.addEventListener('pointerdown', (event) => {
      drag = {
        from: this.shares(this.pixels(event)),
        domain: this.place.domain,
        x: event.clientX,
        y: event.clientY,
        moved: false,
      };
    });
    svg.addEventListener('pointerup', (event) => {
      if (drag && !drag.moved) this.pin(under(event));
      drag = null;
    });
    for (const end of ['pointerleave', 'pointercancel'])
      svg.addEventListener(end, () => {
        drag = null;
        this.point(null);
      });
    svg.addEventListener('wheel', (event) => this.wheel(event), {passive: false});
    svg.addEventListener('keydown', (event) => this.key(event));
    svg.addEventListener('focus', () => this.data && this.mark());
    svg.addEventListener('blur', () => this.data && this.point(null));
    new ResizeObserver(() => this.draw()).observe(this.plot);
  }

  /// Zooms with the wheel if the diagram has the focus, or with Ctrl; otherwise the wheel scrolls the page.
  wheel(event) {
    if ('x' in this.axes || !(event.ctrlKey || document.activeElement === this.svg)) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.25 : 0.8, this.shares(this.pixels(event)));
  }

  key(event) {
    const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[
      event.key
    ];
    const keys = {
      '+': () => this.zoom(1.5),
      '=': () => this.zoom(1.5),
      '-': () => this.zoom(1 / 1.5),
      0: () => this.store.change({zoom: null}),
      Enter: () => this.pin(this.run),
      Escape: () => {
        this.pointed = null;
        this.store.change({pin: ''});
      },
    };
    if (arrows && event.shiftKey) this.pan(0.1 * arrows[0], -0.1 * arrows[1]);
    else if (arrows)
      this.point(neighbour(this.scene.curves, this.run?.curve ? this.run : null, ...arrows));
    else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
  }
}

/// Draws corners around the run shown in full; rings mark runs on the Pareto front.
const corners = (x, y, half = 11, arm = 5) =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
    .map(
      ([i, j]) =>
        `M${n(x + i * half)},${n(y + j * (half - arm))}v${j * arm}h${-i * arm}`,
    )
    .join('');

/// Returns the curves with all but the given methods in grey, behind those methods.
function emphasized(curves, methods) {
  const isChosen = ({method}) => methods.includes(method);
  const grey = curves
    .filter((curve) => !isChosen(curve))
    .map((curve) => ({...curve, color: '#c4c4c4', isBehind: true}));
  return [...grey, ...curves.filter(isChosen)];
}
