// Entry point of a report's pages: diagrams, sorting, search; a single-file report shows one page at a time.
import {mountDiagrams} from './diagrams.mjs';
import {filterLines} from './filter.mjs';
import {showPlace, unfoldInPrint} from './places.mjs';
import {search} from './search.mjs';
import {sortByHead} from './tables.mjs';
import {showPages} from './show.mjs';
import {textsOf} from './texts.mjs';
import {watchWide} from './wide.mjs';

const site = globalThis.stiffbenchSite;
document.documentElement.classList.add('live');
if (innerWidth <= 900) document.querySelector('.contents').open = false;
search(() => textsOf(site));
watchWide(document);
unfoldInPrint();
for (const table of document.querySelectorAll('table.sortable')) {
  sortByHead(table);
  filterLines(table);
}
if (site.single) {
  showPages(mountDiagrams(site));
} else {
  addEventListener('hashchange', showPlace);
  mountDiagrams(site)(document.querySelector('article'));
  showPlace();
}
