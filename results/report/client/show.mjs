import {readAddress} from '../../figures/page/choice.mjs';

/// In a file with all pages shows the one that the address names, and calls `mount` with its article
/// when it is first seen.
export function showPages(mount) {
  const pages = [...document.querySelectorAll('article')],
    seen = new Set();
  const show = () => {
    const {place} = readAddress(location.hash),
      [id] = place.split('/');
    const page = pages.find((one) => one.id === id) ?? pages[0];
    for (const one of pages) one.hidden = one !== page;
    for (const link of document.querySelectorAll('.contents nav a'))
      link.getAttribute('href') === `#${page.id}`
        ? link.setAttribute('aria-current', 'page')
        : link.removeAttribute('aria-current');
    if (!seen.has(page)) mount(page);
    const target = place.includes('/') ? document.getElementById(place) : null;
    if (target) target.scrollIntoView();
    else if (seen.size) {
      scrollTo(0, 0);
      page.querySelector('h1').focus();
    }
    seen.add(page);
  };
  addEventListener('hashchange', show);
  show();
}
