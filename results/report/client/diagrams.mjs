// The diagrams of a page, which share the choice of methods, and the tables of all runs.
import {Diagram} from '../../figures/page/diagram.mjs';
import {Explorer} from '../../figures/page/explorer.mjs';
import {open} from '../../figures/page/open.mjs';
import {showPlace} from './places.mjs';
import {runsTable} from './runs.mjs';

/// Returns a loader for the data of a problem, which are in the page or in a separate script beside it.
function loader({labels, single}) {
  const opened = new Map(),
    waiting = new Map();
  globalThis.stiffbenchData = (k, data) => waiting.get(k)?.(data);
  const read = (k) =>
    single
      ? Promise.resolve(JSON.parse(document.getElementById(`data-${k}`).textContent))
      : new Promise((resolve) => {
          waiting.set(k, resolve);
          document.head.append(Object.assign(document.createElement('script'), {src: `data/${k + 1}.js`}));
        });
  return (label) => {
    if (!opened.has(label)) opened.set(label, read(labels.indexOf(label)).then(open));
    return opened.get(label);
  };
}

/// Returns a function that activates the diagrams and tables of an article.
export function mountDiagrams(site) {
  const load = loader(site);
  return (article) => {
    const main = article.querySelector('.explorer');
    if (!main) return;
    const {problem, emphasis, base = '{}'} = main.dataset;
    const explorer = new Explorer(main, {
      load,
      labels: problem ? [problem] : site.labels,
      place: site.single ? article.id : '',
      base: JSON.parse(base),
      emphasis: emphasis && JSON.parse(emphasis),
      isShown: () => !article.hidden,
    });
    const others = [...article.querySelectorAll('.further')].map(
      (element) => new Diagram(element, explorer.store, {axes: {x: element.dataset.x, y: element.dataset.y}}),
    );
    main.addEventListener('drawn', () => {
      for (const other of others) other.data === explorer.data ? other.draw() : other.show(explorer.data);
    });
    const runs = article.querySelector('.runs');
    if (runs) main.addEventListener('drawn', () => runsTable(runs, explorer.data), {once: true});
    main.addEventListener('drawn', () => requestAnimationFrame(showPlace), {once: true}); // the page has grown above it
  };
}
