// Search through the text of all pages, as it is typed.
import MiniSearch from 'minisearch';
import {escapeHtml} from '../../figures/page/words.mjs';

const most = 12, // results
  room = 150; // letters of a sentence

/// A function of a query that gives those texts (texts.mjs) that have all its words, the best first, each
/// with the `terms` that were found.
export function searcher(texts) {
  const engine = new MiniSearch({fields: ['title', 'page', 'keywords', 'text']});
  engine.addAll(texts.map((one, id) => ({...one, id, text: one.lines.join('\n')})));
  const options = {prefix: true, combineWith: 'AND', boost: {title: 4, page: 1.5}};
  return (query) =>
    engine
      .search(query, options)
      .slice(0, most)
      .map(({id, terms}) => ({...texts[id], terms}));
}

/// The terms as a pattern, the longest first, so that the whole of a word is found.
const patternOf = (terms) =>
  new RegExp(
    `(${[...terms]
      .sort((a, b) => b.length - a.length)
      .map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('|')})`,
    'i',
  );

/// The line with most of the terms, cut about the first of them; empty where they are in the title alone.
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

/// Lists what the field of search finds. `load` gives the texts once somebody searches.
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
