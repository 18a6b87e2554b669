import {escapeHtml} from '../../figures/page/words.mjs';

/// Entries of the index that have all words of a query, those whose title begins with it first.
export function hits(index, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const texts = index.map(({title, group, words: more}) =>
    `${title} ${group} ${more}`.toLowerCase(),
  );
  const rank = ({title}) => (title.toLowerCase().startsWith(words[0]) ? 0 : 1);
  return index
    .filter((_, k) => words.every((word) => texts[k].includes(word)))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, 12);
}

/// Lists what the field of search finds as it is typed.
export function search(index) {
  const field = document.getElementById('search'),
    list = document.getElementById('results');
  field.addEventListener('input', () => {
    const all = hits(index, field.value);
    list.innerHTML =
      field.value.trim() === ''
        ? ''
        : all.length
          ? all
              .map(
                ({title, group, href}) =>
                  `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a> <small>${escapeHtml(group)}</small></li>`,
              )
              .join('')
          : '<li>Nothing has these words.</li>';
  });
}
