// Styles of methods. A method has one style in all figures and pages of an experiment: styles are assigned to
// the complete list of its methods, of which a figure may show a part.
import {readFileSync} from 'node:fs';
import {groups, naturally} from './diagram/groups.mjs';

const table = JSON.parse(readFileSync(new URL('../methods.json', import.meta.url), 'utf8'));

/// Maximum number of methods in one panel; more methods get one panel per family.
export const many = 10;

/// Returns the distinct methods of these rows, {method, integrator, family}, in the order of legends. Rows
/// that are not runs have no family.
export function methodsOf(rows) {
  const methods = [...new Map(rows.map(({method, integrator, family}) =>
    [method, {method, integrator: integrator.name, family: family ?? {name: 'others', rank: 0}}])).values()];
  return methods.sort((a, b) => a.family.rank - b.family.rank || naturally(a.method, b.method));
}

/// Returns the styles of these methods, {color, shape, dash} by method. No two methods have the same pair of
/// colour and shape while free pairs remain. Within a panel, colours, shapes and dashes differ while free
/// ones remain.
export function stylesOf(methods) {
  const styles = new Map(), given = [];
  const panels = methods.length > many ? groups(methods, 'family.name') : new Map([['all', methods]]);
  for (const own of panels.values())
    for (const [k, style] of stylesIn(own, given).entries()) styles.set(own[k].method, style);
  return styles;
}

/// Returns the styles of methods that share a panel, in order, and appends them to `given`.
function stylesIn(methods, given) {
  const wishes = methods.map(({integrator}) => table.methods[integrator] ?? []);
  const uses = (list, part) => list.filter((one) => Object.keys(part).every((name) => one[name] === part[name])).length;
  const own = methods.map(() => ({}));
  assign('color', Object.keys(table.colors), wishes.map(([color]) => color), (color) => [uses(own, {color}), uses(given, {color})]);
  assign('shape', Object.keys(table.shapes), wishes.map(([, shape]) => shape), (shape, {color}) =>
    [uses(given, {color, shape}) + uses(own, {color, shape}), uses(own, {shape}), uses(given, {shape})]);
  assign('dash', table.dashes, [], (dash, {color}) =>
    [uses(given, {color, dash}) + uses(own, {color, dash}), uses(own, {dash})]);
  given.push(...own);
  return own.map(({color, shape, dash}) => ({color: table.colors[color], shape: table.shapes[shape], dash}));

  /// Sets a property of each style: the wished value if nothing prevents it, else the value with the smallest
  /// `faults`, compared in order.
  function assign(name, values, wished, faults) {
    const waiting = own.filter((style, k) => {
      if (wished[k] === undefined || faults(wished[k], style)[0] > 0 || uses(own, {[name]: wished[k]}) > 0) return true;
      style[name] = wished[k];
      return false;
    });
    for (const style of waiting) {
      const all = values.map((value) => ({value, faults: faults(value, style)}));
      style[name] = all.reduce((a, b) => (compare(b.faults, a.faults) < 0 ? b : a)).value;
    }
  }
}

/// Compares lists of numbers lexicographically.
function compare(a, b) {
  const k = a.findIndex((one, n) => one !== b[n]);
  return k < 0 ? 0 : a[k] - b[k];
}

/// Colours, shapes and dashes of objects other than methods.
export const palette = {colors: Object.values(table.colors), shapes: Object.values(table.shapes), dashes: table.dashes};
