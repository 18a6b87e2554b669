// The interactive diagram: draws the store's choice of one problem's runs into an element, and changes the
// choice by pointer and keys. Its controls are in controls.mjs.
import {captionOf} from '../lib/diagram/caption.mjs';
import {rowsOfStrip, stripHeight} from '../lib/diagram/failures.mjs';
import {gridOf} from '../lib/diagram/grid.mjs';
import {panelOf} from '../lib/diagram/panel.mjs';
import {edge, leftOfPlots, pictureOf, statusesOf} from '../lib/diagram/picture.mjs';
import {titleOf} from '../lib/diagram/quantities.mjs';
import {domainsOf, floorOf} from '../lib/diagram/scales.mjs';
import {font, svgOf} from '../lib/diagram/svg.mjs';
import {blockOf, nearest, neighbour} from './curves.mjs';
import {highlight, placeIn, rings, samples} from './marks.mjs';
import {describe, escapeHtml, stepOf} from './words.mjs';
import {isFair, panned, zoomed} from './zoom.mjs';

const reach = 17;                             // px around a sign
const most = 16;                              // maximum number of curves with names; pointing identifies further ones
const below = 30, narrow = 500, widest = 1100;  // px below the plot; px of the screen
const help = 'Arrow keys go along a curve and to other methods, Enter pins a run, Escape lets it go; ' +
  'plus, minus and 0 zoom; with Shift arrow keys move the picture.';

/// A diagram in this element. `axes` overrides the axes of the choice; `emphasis` lists the methods in
/// colour, all by default.
export class Diagram {
  constructor(element, store, {axes = {}, emphasis, ratio = 0.62} = {}) {
    Object.assign(this, {store, axes, emphasis, ratio, pointed: null});
    element.innerHTML = `<p class="notes"></p><div class="plot"><svg tabindex="0" role="application" aria-roledescription="diagram"
xmlns="http://www.w3.org/2000/svg" font-family="${font}"></svg></div><div class="run" aria-live="polite"></div>`;
    [this.notes, this.plot, this.record] = element.children;
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

  get curves() {
    return [...this.block.context, ...this.block.series];
  }

  /// Returns a panel of the choice with this range, and `more` of it. Its size does not depend on the methods that are
  /// hidden.
  panelOn(domain, more) {
    const {block, choice, screen, statuses} = this, height = screen.width * screen.ratio - 45, left = leftOfPlots(statuses, height);
    const panel = panelOf(block, {width: screen.width - 2 * edge - left, height, strip: rowsOfStrip(statuses, height), domain},
                          {context: block.context, floor: floorOf({series: block.all}), left, ...more});
    return {...panel, over: [...(choice.front ? rings(panel) : []), ...(choice.spread ? samples(panel) : [])]};
  }

  /// Returns a panel as a part of a picture.
  partOf(panel) {
    return gridOf([panel], 1, {left: panel.left, above: stripHeight(panel.strip), below, spacing: {row: 0, column: 0}});
  }

  draw() {
    const {choice, data} = this;
    if (!data) return;
    const wide = Math.max(300, Math.min(this.plot.clientWidth || 900, widest)), isNarrow = wide < narrow;
    this.screen = {width: wide / (isNarrow ? 1.2 : 1.4), ratio: isNarrow ? 0.85 : this.ratio};
    this.block = blockOf(data, choice, this.emphasis);
    this.statuses = statusesOf([{series: this.block.all}]);
    const domain = choice.zoom ? {x: choice.zoom.slice(0, 2), y: choice.zoom.slice(2)} : this.rangeOf(this.block.all);
    this.panel = this.panelOn(domain, {key: this.curves.length > most ? null : 'below'});
    const part = this.partOf(this.panel), {shapes, width, height} = pictureOf([part], this.screen.width);
    this.origin = [edge + part.shapes[0].x, edge + part.shapes[0].y];
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.setAttribute('width', wide);
    this.svg.setAttribute('aria-label', `${this.title()} ${help}`);
    this.svg.innerHTML = `${svgOf(shapes)}<g class="overlay" transform="translate(${this.origin.join(' ')})"></g>`;
    this.notes.textContent = this.remarks(this.panel).join(' ');
    this.mark();
  }

  /// Returns the range of these curves; that of all methods does not change when some are hidden.
  rangeOf(series) {
    const {width, ratio} = this.screen;
    return domainsOf({series}, [{series}], width, width * ratio);
  }

  title() {
    const {x, y, rows, label, all} = this.block;
    return `${label}: ${titleOf(y, rows)} against ${titleOf(x, rows)}, ${this.curves.length} of ${all.length} methods.`;
  }

  /// Returns the caption of a panel, and what only pages show.
  remarks(panel) {
    const {choice, curves, block} = this, {x, y} = choice;
    const shown = new Set(curves.map(({key}) => key)), ok = block.rows.filter((row) => row.status === 'ok' && shown.has(row.method)).length;
    const lacking = ok - curves.reduce((sum, {runs}) => sum + runs.length, 0);
    return [
      ...captionOf({options: {}, blocks: [{...block, series: curves}], statuses: panel.strip.length ? statusesOf([{series: curves}]) : [], panels: [panel]}),
      lacking && `${lacking} runs lack one of these quantities.`,
      block.context.length && 'Grey lines: other methods.',
      choice.front && 'Rings: no run of all methods is both faster and more precise, in the energy norm.',
      choice.spread && x !== 'time' && y !== 'time' && 'Timing samples are drawn where time is an axis.'].filter(Boolean);
  }

  /// The run shown in full: the one under the pointer, else the pinned one.
  get found() {
    if (this.pointed) return this.pointed;
    const row = this.data?.byId.get(this.choice.pin);
    if (!row) return null;
    for (const curve of this.curves) {
      const run = [...curve.runs, ...curve.failures].find((one) => one.row === row);
      if (run) return {curve, run};
    }
    return {curve: null, run: {row}};
  }

  /// Marks the run and its curve, and describes the run.
  mark() {
    const {found} = this;
    this.svg.querySelector('.curves').setAttribute('opacity', found?.curve ? 0.25 : 1);
    this.svg.querySelector('.overlay').innerHTML = found?.curve ? svgOf(highlight(found, this.panel)) : '';
    this.record.innerHTML = found ? this.describe(found)
      : `<p class="hint">${this.svg.matches(':focus-visible') ? help : 'Point at a run to see its record; click to pin it.'}</p>`;
  }

  describe({curve, run: {row}}) {
    const pinned = this.choice.pin === row.id ? ' <span class="pinned">pinned</span>' : '';
    const lines = describe(row, this.data.problem.units).map(([what, words]) => `<div><dt>${what}</dt><dd>${escapeHtml(words)}</dd></div>`);
    return `<h3>${escapeHtml(row.method)}, ${stepOf(row)}${pinned}</h3>${
      curve ? '' : '<p>Its method is hidden, or it has no place on these axes.</p>'}<dl>${lines.join('')}</dl>`;
  }

  point(found) {
    if (found?.run.row === this.pointed?.run.row) return;
    this.pointed = found;
    this.mark();
  }

  pin(found) {
    const id = found?.run.row.id ?? '';
    this.store.change({pin: this.store.choice.pin === id ? '' : id});
  }

  get domain() {
    return {x: this.panel.x.domain, y: this.panel.y.domain};
  }

  /// Zooms by this factor about a position of the plot (shares from the left and from below).
  zoom(factor, [sx, sy] = [0.5, 0.5]) {
    const {x, y} = this.domain;
    this.lookAt({x: zoomed(x, factor, sx), y: zoomed(y, factor, sy)});
  }

  pan(dx, dy, {x, y} = this.domain) {
    this.lookAt({x: panned(x, dx), y: panned(y, dy)});
  }

  lookAt({x, y}) {
    if (isFair(x) && isFair(y)) this.store.change({zoom: [...x, ...y]});
  }

  /// Returns the position of an event in pixels of the panel.
  pixels(event) {
    const box = this.svg.getBoundingClientRect(), scale = this.screen.width / box.width, [left, top] = this.origin;
    return [(event.clientX - box.left) * scale - left, (event.clientY - box.top) * scale - top];
  }

  shares(event) {
    const [px, py] = this.pixels(event);
    return [px / this.panel.width, 1 - py / this.panel.height];
  }

  listen() {
    const {svg} = this;
    let drag = null;
    const under = (event) => nearest(this.curves, this.pixels(event), (run) => placeIn(run, this.panel), reach);
    svg.addEventListener('pointermove', (event) => {
      if (!drag) return this.point(under(event));
      const [x, y] = this.shares(event), [dx, dy] = [drag.from[0] - x, drag.from[1] - y];
      drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 4;
      if (drag.moved && !('x' in this.axes)) this.pan(dx, dy, drag.domain);
    });
    svg.addEventListener('pointerdown', (event) => {
      drag = {from: this.shares(event), domain: this.domain, x: event.clientX, y: event.clientY, moved: false};
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
    this.zoom(event.deltaY < 0 ? 1.25 : 0.8, this.shares(event));
  }

  key(event) {
    const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    const keys = {
      '+': () => this.zoom(1.5),
      '=': () => this.zoom(1.5),
      '-': () => this.zoom(1 / 1.5),
      0: () => this.store.change({zoom: null}),
      Enter: () => this.pin(this.found),
      Escape: () => {
        this.pointed = null;
        this.store.change({pin: ''});
      },
    };
    if (arrows && event.shiftKey) this.pan(0.1 * arrows[0], -0.1 * arrows[1]);
    else if (arrows) this.point(neighbour(this.curves, this.found?.curve ? this.found : null, ...arrows));
    else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
  }
}
