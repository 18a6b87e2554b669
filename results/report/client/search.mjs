// Search through the text of all pages while the reader types.
import MiniSearch from 'minisearch';
import {escapeHtml} from '../../figures/page/words.mjs';

const most = 12, // maximum number of results
  room = 150; // letters of an excerpt

/// Returns a function that maps a query to the texts (textsOf() of site.mjs) with all its words, best first, each with
/// the `terms` found. A page comes before sections of other pages that have its title.
export function searcher(texts) {
  const engine = new MiniSearch({fields: ['title', 'page', 'text']});
  engine.addAll(texts.map((one, id) => ({...one, id, text: one.lines.join('\n')})));
  const options = {prefix: true, combineWith: 'AND', boost: {title: 4, page: 1.5}, boostDocument: (id) => (texts[id].whole ? 3 : 1)};
  return (query) =>
    engine
      .search(query, options)
      .slice(0, most)
      .map(({id, terms}) => ({...texts[id], terms}));
}

/// Returns a pattern of the terms, longest first, so that it matches whole words.
const patternOf = (terms) =>
  new RegExp(
    `(${[...terms]
      .sort((a, b) => b.length - a.length)
      .map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('|')})`,
    'i',
  );

/// Returns the line with most of the terms, cut around the first of them; empty if they occur only in the
/// title.
export function sentenceOf(lines, terms) {
  const count = (line) => terms.filter((term) => line.toLowerCase().includes(term)).length;
  const line = lines.reduce((best, one) => (count(one) > count(best) ? one : best), '');
  const at = line.search(patternOf(terms));
  if (line.length <= room || at < 0) return line;
  const from = at < room / 2 ? 0 : line.lastIndexOf(' ', at - room / 3) + 1,
    rest = line.slice(from),
    end = rest.length <= room ? rest.length : rest.lastIndexOf(' ', room);
  return `${from ? '… ' : ''}${rest.slice(0, end > 0 ? end : room)}${end < rest.length ? ' …' : ''}`;
}

const marked = (words, terms) =>
  words
    .split(patternOf(terms))
    .map((part, k) => (k % 2 ? `<mark>${escapeHtml(part)}</mark>` : escapeHtml(part)))
    .join('');

const entry = ({title, page, href, lines, terms}) =>
  `<li><a href="${escapeHtml(href)}">${marked(title, terms)}</a> <small>${escapeHtml(page)}</small><p>${marked(
    sentenceOf(lines, terms),
    terms,
  )}</p></li>`;

/// Lists the results of the search field. `load` returns the texts at the first search.
export function search(load) {
  const field = document.getElementById('search'),
    list = document.getElementById('results');
  let find = null;
  const clear = () => {
    field.value = '';
    list.innerHTML = '';
  };
  field.addEventListener('input', async () => {
    find ??= load().then(searcher);
    const hits = await find,
      query = field.value.trim();
    if (!query) return clear();
    const all = hits(query);
    list.innerHTML = all.length ? all.map(entry).join('') : '<li>Nothing has these words.</li>';
  });
  list.addEventListener('click', ({target}) => target.closest('a') && clear());
  addEventListener('keydown', ({key}) => key === 'Escape' && clear());
}
