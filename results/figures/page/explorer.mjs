// A diagram with its controls, whose choice is encoded in the address.
import {defaults, readAddress, strangers, writeAddress} from './choice.mjs';
import {barPart, chosenAfter, methodsPart} from './controls.mjs';
import {Diagram} from './diagram.mjs';
import {saveCsv, savePng, saveSvg} from './save.mjs';
import {makeStore} from './store.mjs';

/// Returns a name for files, of letters, digits and underscores.
const fileName = (label) =>
  label
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 60) || 'diagram';

export class Explorer {
  /// `labels` are the problems to choose from; `load` returns the data of one (open.mjs). The choice is kept
  /// in the address while `isShown`; `place` precedes it there.
  constructor(element, {labels, load, base = {}, place = '', emphasis, isShown = () => true}) {
    Object.assign(this, {labels, load, place, isShown});
    this.base = {...defaults, problem: labels[0], ...base};
    this.store = makeStore(this.address() ?? this.base);
    element.innerHTML = `<form class="bar" aria-label="Axes and view"></form>
<div class="stage"><div class="diagram"></div><details class="methods"${innerWidth > 900 ? ' open' : ''}></details></div>
<p class="message" role="status"></p>`;
    this.element = element;
    [this.bar, this.methods, this.message] = ['.bar', '.methods', '.message'].map((one) => element.querySelector(one));
    this.diagram = new Diagram(element.querySelector('.diagram'), this.store, {emphasis});
    this.bar.addEventListener('submit', (event) => event.preventDefault());
    this.bar.addEventListener('change', ({target}) => this.set(target));
    element.addEventListener('click', (event) => this.press(event));
    this.methods.addEventListener('change', ({target}) => this.choose(target));
    this.store.listen((choice) => this.update(choice));
    addEventListener('hashchange', () => this.follow());
    this.update(this.store.choice);
  }

  /// Returns the choice in the address, if it concerns this place.
  address() {
    const {place, choice} = readAddress(location.hash, this.base);
    return place === this.place ? choice : null;
  }

  follow() {
    const choice = this.address();
    if (choice) this.store.change(choice);
  }

  async update(choice) {
    if (this.isShown()) this.write(choice);
    if (this.data?.label !== choice.problem && this.labels.includes(choice.problem)) {
      const data = await this.load(choice.problem);
      if (this.store.choice.problem !== choice.problem) return;
      this.data = data;
    } else if (!this.data) {
      this.data = await this.load(this.labels[0]);
    }
    this.say(choice);
    this.bar.innerHTML = barPart(this.labels, this.data, choice);
    this.list(choice);
    this.diagram.data === this.data ? this.diagram.draw() : this.diagram.show(this.data);
    this.element.dispatchEvent(new CustomEvent('drawn'));
  }

  /// Reports the parts of the address that do not exist; the rest is drawn.
  say(choice) {
    const {axes, methods, byId} = this.data, [xs, ys] = [axes.x, axes.y].map((list) => list.map(([name]) => name));
    const odd = strangers(choice, {problems: this.labels, methods: methods.map(({method}) => method), xs, ys, ids: byId});
    this.message.textContent = odd.length ? `These records do not have ${odd.join(', ')}, which the address names.` : '';
    if (!xs.includes(choice.x)) choice.x = xs[0];
    if (!ys.includes(choice.y)) choice.y = ys[0];
  }

  list(choice) {
    const focus = document.activeElement?.value, inside = this.methods.contains(document.activeElement);
    this.methods.innerHTML = methodsPart(this.data, choice);
    for (const input of this.methods.querySelectorAll('.some')) input.indeterminate = true;
    if (inside) [...this.methods.querySelectorAll('input')].find(({value}) => value === focus)?.focus();
  }

  write(choice) {
    const hash = writeAddress(this.place, choice, this.base), isDefault = hash === writeAddress(this.place, this.base, this.base);
    if (isDefault && (!location.hash || !this.address())) return; // it names nothing, or another place
    if (hash !== location.hash) history.replaceState(null, '', hash);
  }

  set({name, value, checked, type}) {
    const focus = () => this.bar.elements[name]?.focus();
    this.element.addEventListener('drawn', focus, {once: true});
    const part = {[name]: type === 'checkbox' ? checked : value};
    if (name !== 'front' && name !== 'spread') part.zoom = null;
    this.store.change(part);
  }

  choose(input) {
    this.store.change(chosenAfter(input, this.data.methods, this.store.choice));
  }

  press({target}) {
    const {name} = target, {diagram} = this, file = fileName(this.data?.label ?? '');
    const jobs = {
      in: () => diagram.zoom(1.5),
      out: () => diagram.zoom(1 / 1.5),
      whole: () => this.store.change({zoom: null}),
      fit: () => diagram.lookAt(diagram.rangeOf(diagram.curves)),
      svg: () => saveSvg(diagram, file),
      png: () => savePng(diagram, file),
      csv: () => saveCsv(diagram, file),
      all: () => this.choose(target),
      none: () => this.choose(target),
      link: () => this.copy(),
    };
    if (target.tagName === 'BUTTON' && jobs[name]) jobs[name]();
  }

  async copy() {
    this.write(this.store.choice);
    try {
      await navigator.clipboard.writeText(location.href);
      this.message.textContent = 'The address of this view is copied.';
    } catch {
      this.message.textContent = `The address of this view: ${location.href}`;
    }
  }
}
