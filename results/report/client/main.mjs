// What the pages of a report do: diagrams, sorting, search; in one file, showing one page at a time.
import {mountDiagrams} from './diagrams.mjs';
import {search} from './search.mjs';
import {sortByHead} from './tables.mjs';
import {showPages} from './show.mjs';

const site = globalThis.stiffbenchSite;
document.documentElement.classList.add('live');
if (innerWidth <= 900) document.querySelector('.contents').open = false;
search(site.index);
for (const table of document.querySelectorAll('table.sortable')) sortByHead(table);
if (site.single) showPages(mountDiagrams(site));
else mountDiagrams(site)(document.querySelector('article'));
