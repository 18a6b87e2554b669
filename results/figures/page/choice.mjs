// The reader's choice, as encoded in the address: #PLACE?x=time&hide=rk4. Omitted parts have their defaults.
// `show` lists the visible methods; if it is null, `hide` lists the hidden ones.
export const defaults = {problem: '', x: 'h', y: 'energy_norm', hide: [], show: null, front: false, spread: false, pin: '', zoom: null};

export const isShown = ({hide, show}, method) => (show ? show.includes(method) : !hide.includes(method));

/// Returns the choice of these methods among all, as the shorter of the two lists.
export function choiceOf(shown, methods) {
  const hidden = methods.filter((method) => !shown.includes(method));
  return shown.length < hidden.length ? {show: shown, hide: []} : {show: null, hide: hidden};
}

const numbers = (text) => {
  const all = text.split(',').map(Number);
  return all.length === 4 && all.every((one) => one > 0 && Number.isFinite(one)) ? all : null;
};

/// Parses place and choice from an address; `base` contains the defaults of the page.
export function readAddress(hash, base = defaults) {
  const [, place, query = ''] = /^#?([^?]*)(?:\?(.*))?$/s.exec(hash);
  const words = new URLSearchParams(query), choice = {...base};
  for (const name of ['problem', 'x', 'y', 'pin']) choice[name] = words.get(name) ?? base[name];
  for (const name of ['front', 'spread']) choice[name] = words.has(name) ? words.get(name) === 'yes' : base[name];
  const names = (word) => words.getAll(word).filter(Boolean);
  if (words.has('show')) Object.assign(choice, {show: names('show'), hide: []});
  else if (words.has('hide')) Object.assign(choice, {show: null, hide: names('hide')});
  choice.zoom = words.has('zoom') ? numbers(words.get('zoom')) : base.zoom;
  return {place: decodeURIComponent(place), choice};
}

const listOf = ({hide, show}) => (show ? ['show', show] : ['hide', hide]);

/// Returns the address of a place and a choice.
export function writeAddress(place, choice, base = defaults) {
  const words = new URLSearchParams();
  for (const name of ['problem', 'x', 'y', 'pin']) if (choice[name] !== base[name]) words.set(name, choice[name]);
  for (const name of ['front', 'spread']) if (choice[name] !== base[name]) words.set(name, choice[name] ? 'yes' : 'no');
  const [word, methods] = listOf(choice);
  if (listOf(choice).flat().join('\n') !== listOf(base).flat().join('\n'))
    for (const method of methods.length ? methods : ['']) words.append(word, method);
  if (choice.zoom) words.set('zoom', choice.zoom.map((one) => Number(one.toPrecision(5))).join(','));
  const query = words.toString();
  return `#${encodeURIComponent(place).replaceAll('%2F', '/')}${query ? `?${query}` : ''}`;
}

/// Lists the names in a choice that do not occur in these data, in words.
export function strangers(choice, {problems, methods, xs, ys, ids}) {
  const all = [];
  const check = (what, names, allowed) =>
    names.filter((name) => name && !allowed.includes(name)).forEach((name) => all.push(`${what} "${name}"`));
  check('the problem', [choice.problem], problems);
  check('the axis', [choice.x], xs);
  check('the axis', [choice.y], ys);
  check('the method', choice.show ?? choice.hide, methods);
  if (choice.pin && !ids.has(choice.pin)) all.push(`the run "${choice.pin}"`);
  return all;
}
