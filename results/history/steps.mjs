// Curves over commits, and the rule by which a change counts as a step (docs/ci/history.md).
//
// A plateau begins at the first commit that has a value. A later value leaves the plateau if it differs from the plateau's
// first value by more than the tolerance of its quantity; that is a step, and a new plateau begins there. All values are
// compared with the first one of their plateau, so that many small changes add up to a step. The tolerances are those of
// 'stiffbench compare' for different builds (docs/comparing.md): results of one build are equal to the last bit, but
// the machines of a history may differ.

/// Factor of the tolerance of errors for methods that choose their steps.
const chosenSteps = 100;

const quantities = {
  error: {sign: 1, differ: (a, b, factor) => Math.abs(a - b) > factor * (1e-5 * a + 1e-12)},
  order: {sign: -1, differ: (a, b) => Math.abs(a - b) > 0.1},
  work: {sign: 1, differ: (a, b) => Math.abs(a - b) > 0.05 * a + 1},
};

/// Returns 'error' or 'order', or 'work' for a counter.
export const kindOf = (quantity) => (quantity in quantities ? quantity : 'work');

const keyOf = ({problem, method, step}) => JSON.stringify([problem, method, step]);

const namesOf = (entries) =>
  ['error', 'order', ...new Set(entries.flatMap(({runs}) => runs.flatMap(({work}) => Object.keys(work))))];

/// Returns {value, status} of a run at a commit. A counter that a run lacks is zero, a run that an entry lacks null.
function pointOf(run, quantity) {
  if (!run) return {value: null, status: null};
  const isSound = run.status === 'ok';
  const value = kindOf(quantity) === 'work' ? (isSound ? run.work[quantity] ?? 0 : null) : run[quantity];
  return {value, status: run.status};
}

/// Returns one curve for each quantity of each run: {problem, method, step, quantity, points}, a point for each entry.
export function curvesOf(entries) {
  const runs = entries.map((entry) => new Map(entry.runs.map((run) => [keyOf(run), run])));
  const keys = [...new Set(runs.flatMap((one) => [...one.keys()]))];
  const curves = keys.flatMap((key) => {
    const [problem, method, step] = JSON.parse(key);
    return namesOf(entries).map((quantity) =>
      ({problem, method, step, quantity, points: runs.map((one) => pointOf(one.get(key), quantity))}));
  });
  return curves.filter(({points}) => points.some(({value}) => value !== null && value !== 0));
}

/// Returns the steps of a curve: {at, before, after, isWorse}, `at` the number of the entry.
export function stepsOf({quantity, step, points}) {
  const {sign, differ} = quantities[kindOf(quantity)];
  const factor = step.startsWith('tolerance') ? chosenSteps : 1, steps = [];
  let plateau = null;
  points.forEach(({value}, at) => {
    if (value === null) return;
    if (plateau !== null && differ(plateau, value, factor))
      steps.push({at, before: plateau, after: value, isWorse: sign * (value - plateau) > 0});
    else if (plateau !== null) return;
    plateau = value;
  });
  return steps;
}

/// Returns changes of the status of runs: {problem, method, step, at, before, after, isWorse}.
export function statusChanges(curves) {
  return curves.filter(({quantity}) => quantity === 'error').flatMap(({problem, method, step, points}) => {
    const changes = [];
    let before = null;
    points.forEach(({status}, at) => {
      if (status === null) return;
      if (before !== null && status !== before)
        changes.push({problem, method, step, at, before, after: status, isWorse: before === 'ok'});
      before = status;
    });
    return changes;
  });
}
