// How methods are drawn. A method has one style in all figures and pages of an experiment: styles are given
// to the whole list of its methods, of which a figure may show some.
import {readFileSync} from 'node:fs';
import {groups} from './diagram/groups.mjs';
import {naturally} from './rows.mjs';

const table = JSON.parse(readFileSync(new URL('../methods.json', import.meta.url), 'utf8'));

/// The number of methods that share a panel; of more, each family has a panel of its own.
export const many = 10;

/// The distinct methods of these rows, {method, integrator, family}, in the order of legends. Rows that are
/// no runs have no family.
export function methodsOf(rows) {
  const methods = [...new Map(rows.map(({method, integrator, family}) =>
    [method, {method, integrator: integrator.name, family: family ?? {name: 'others', rank: 0}}])).values()];
  return methods.sort((a, b) => a.family.rank - b.family.rank || naturally(a.method, b.method));
}

/// The styles of these methods, {color, shape, dash} by method. No two have both colour and shape in common
/// as long as there are pairs. Where methods share a panel, colours, shapes and dashes differ as long as
/// there are free ones.
export function stylesOf(methods) {
  const styles = new Map(), given = [];
  const panels = methods.length > many ? groups(methods, 'family.name') : new Map([['all', methods]]);
  for (const own of panels.values())
    for (const [k, style] of stylesIn(own, given).entries()) styles.set(own[k].method, style);
  return styles;
}

/// The styles of methods that share a panel, in their order, and adds them to those that are `given`.
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

  /// Gives a property to each style: what is wished if nothing speaks against it, else what has the least
  /// `faults`, of which the first counts most.
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

/// Compares lists of numbers by the first that differs.
function compare(a, b) {
  const k = a.findIndex((one, n) => one !== b[n]);
  return k < 0 ? 0 : a[k] - b[k];
}

/// Colours, shapes and dashes of what a figure tells apart beside methods.
export const palette = {colors: Object.values(table.colors), shapes: Object.values(table.shapes), dashes: table.dashes};
