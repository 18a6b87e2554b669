// The page of one figure, which contains its data.
import {Explorer} from './explorer.mjs';
import {open} from './open.mjs';

const {problems, base} = JSON.parse(document.getElementById('data').textContent);
new Explorer(document.getElementById('figure'), {
  base,
  labels: problems.map(({label}) => label),
  load: (label) => open(problems.find((problem) => problem.label === label)),
});
