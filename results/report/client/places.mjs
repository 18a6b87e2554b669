// Places in a page that an address names, and folded sections.
import {readAddress} from '../../figures/page/choice.mjs';

/// Shows the section that the address names, unfolded. Returns true if there is one.
export function showPlace() {
  const section = document.getElementById(readAddress(location.hash).place);
  if (section?.tagName !== 'SECTION') return false;
  const fold = section.querySelector(':scope > h2 + details');
  if (fold) fold.open = true;
  section.scrollIntoView();
  return true;
}

/// Unfolds everything for print.
export function unfoldInPrint() {
  let opened = [];
  matchMedia('print').addEventListener('change', ({matches}) => {
    if (matches) opened = [...document.querySelectorAll('main details:not([open])')];
    for (const one of opened) one.open = matches;
  });
}
