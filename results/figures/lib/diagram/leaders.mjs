// Families of many methods: a panel has room for the names of some. Named are those that lead the family at some
// error: they reach it in the least time or, where times are not measured, with the largest step.
import {keyHeight} from './key.mjs';

const levels = Array.from({length: 12}, (_, k) => 10 ** -(k + 1));

/// Returns what a line spends to reach a level; infinite if no run of it does.
const costTo = (level, {runs}) => Math.min(...runs.filter(({y}) => y <= level).map(({row, h}) => row.runtime?.total ?? 1 / h), Infinity);

/// Returns the keys of these lines of a family on several problems, leaders first: who is the first at some level, then
/// who is the second, and so on; at last those that reach no level.
function ranked(lines) {
  const orders = [...new Set(lines.map(({problem}) => problem))].flatMap((problem) => levels.map((level) =>
    lines.filter((one) => one.problem === problem).map(({key, line}) => ({key, cost: costTo(level, line)}))
      .filter(({cost}) => cost < Infinity).sort((a, b) => a.cost - b.cost).map(({key}) => key)));
  const places = Math.max(0, ...orders.map(({length}) => length));
  return new Set([...Array.from({length: places}, (_, k) => orders.flatMap((keys) => keys.slice(k, k + 1))).flat(), ...lines.map(({key}) => key)]);
}

/// Returns the lines of these blocks that have names, as a map of family to a set of keys: as many of each family as have
/// room in a key of this height (px).
export function leadersOf(families, blocks, height) {
  return new Map(families.map((family) => {
    const lines = blocks.flatMap(({label, series}) =>
      series.filter((one) => one.family.name === family).map((line) => ({problem: label, key: line.key, line})));
    const heights = new Map(lines.map(({key, line}) => [key, keyHeight(line)]));
    let used = 0;
    const fits = [...ranked(lines)].filter((key) => (used += heights.get(key)) <= height);
    return [family, new Set(fits)];
  }));
}
