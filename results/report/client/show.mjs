import {readAddress} from '../../figures/page/choice.mjs';
import {showPlace} from './places.mjs';

/// In a single-file report, shows the page that the address names, and calls `mount` with its article when it
/// is first shown.
export function showPages(mount) {
  const pages = [...document.querySelectorAll('article')],
    seen = new Set(),
    {title} = document;
  const show = () => {
    const {place} = readAddress(location.hash),
      [id] = place.split('/');
    const page = pages.find((one) => one.id === id) ?? pages[0];
    for (const one of pages) one.hidden = one !== page;
    document.title = page === pages[0] ? title : `${page.querySelector('h1').textContent} – ${title}`;
    for (const link of document.querySelectorAll('.contents nav a'))
      link.getAttribute('href') === `#${page.id}`
        ? link.setAttribute('aria-current', 'page')
        : link.removeAttribute('aria-current');
    if (!seen.has(page)) mount(page);
    if (!showPlace() && seen.size) {
      scrollTo(0, 0);
      page.querySelector('h1').focus();
    }
    seen.add(page);
  };
  addEventListener('hashchange', show);
  show();
}
