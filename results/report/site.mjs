// The pages of a report as a folder of files, or as one file.
import {readFileSync} from 'node:fs';
import {bundle, inlineJson} from '../figures/page/bundle.mjs';
import {escapeHtml} from '../figures/page/words.mjs';
import {sign} from './place.mjs';

const text = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');

/// Addresses of pages. A replication is "PAGE" or "PAGE/SECTION".
export const addresses = {
  folder: (replication) => {
    const [page, section] = replication.split('/');
    return `${page === 'overview' ? 'index' : page}.html${section ? `#${replication}` : ''}`;
  },
  single: (replication) => `#${replication}`,
};

const groups = {paper: 'Papers', problem: 'Problems', method: 'Methods'};
const groupOf = ({id}) => groups[id.split('-')[0]] ?? '';

/// Returns the texts that search reads, [{title, page, href, lines, whole}]: each page with the text before its
/// sections, which is `whole`, and each section.
export const textsOf = (pages, href) =>
  pages.flatMap((page) => [
    {title: page.title, page: groupOf(page), href: href(page.id), lines: page.lines, whole: true},
    ...page.sections.map(({id, title, lines}) => ({
      title,
      page: page.title,
      href: href(`${page.id}/${id}`),
      lines,
      whole: false,
    })),
  ]);

/// Returns links to all pages, by groups.
function navigation(pages, href, current) {
  const entry = ({id, title}) =>
    `<li><a href="${escapeHtml(href(id))}"${id === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  const lists = ['', ...Object.values(groups)].map((group) => {
    const own = pages.filter((page) => groupOf(page) === group);
    return own.length ? `${group && `<h2>${group}</h2>`}<ul>${own.map(entry).join('')}</ul>` : '';
  });
  return `<details class="contents" open><summary>Contents</summary>
<nav aria-label="Pages">${lists.join('')}</nav></details>`;
}

const sectionPart = (page, {id, title, html}) =>
  `<section id="${page}/${id}"><h2>${escapeHtml(title)}</h2>\n${html}</section>`;

function article({id, title, sections, lead}, href) {
  const list =
    sections.length > 2
      ? `<nav class="sections" aria-label="On this page"><ul>${sections
          .map(
            (section) =>
              `<li><a href="${escapeHtml(href(`${id}/${section.id}`))}">${escapeHtml(section.title)}</a></li>`,
          )
          .join('')}</ul></nav>`
      : '';
  return `<article id="${id}"><h1 tabindex="-1">${escapeHtml(title)}</h1>${lead}${list}
${sections.map((section) => sectionPart(id, section)).join('\n')}</article>`;
}

const style = () => `${text('../figures/page/diagram.css')}\n${text('report.css')}`;
const script = () => bundle('report');

const header = (title, home) => `<header><a href="${escapeHtml(home)}">${escapeHtml(title)}</a>
<search><label>Search <input type="search" id="search" autocomplete="off"></label>
<ul id="results" aria-live="polite"></ul></search></header>`;

function whole({title, page, home, head, nav, body, tail}) {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${sign}
<title>${escapeHtml(page && page !== title ? `${page} – ${title}` : title)}</title>${head}</head>
<body><a class="skip" href="#main">To the content</a>
${header(title, home)}
<div class="frame">${nav}
<main id="main" tabindex="-1">
${body}
</main></div>
${tail}
</body>
</html>
`;
}

/// Returns the files of a folder: {name: content}. `data` are problems as returned by problemsOf().
export function folderOf(report) {
  const {pages, data, title, files} = report,
    href = addresses.folder;
  const site = {labels: data.map(({label}) => label)};
  const all = {
    ...files,
    'style.css': style(),
    'script.js': script(),
    'site.js': `var stiffbenchSite = ${JSON.stringify(site)};\n`,
    'texts.js': `stiffbenchTexts(${JSON.stringify(textsOf(pages, href))});\n`,
  };
  data.forEach((problem, k) => {
    all[`data/${k + 1}.js`] = `stiffbenchData(${k}, ${JSON.stringify(problem)});\n`;
  });
  for (const page of pages)
    all[href(page.id)] = whole({
      title,
      page: page.title,
      home: href('overview'),
      head: '<link rel="stylesheet" href="style.css">',
      nav: navigation(pages, href, page.id),
      body: article(page, href),
      tail: '<script src="site.js"></script><script src="script.js"></script>',
    });
  return all;
}

/// Returns the single file with all pages, of which one is shown at a time.
export function singleOf({pages, data, title}) {
  const href = addresses.single;
  const parts = data.map(
    (problem, k) =>
      `<script type="application/json" id="data-${k}">${inlineJson(problem)}</script>`,
  );
  const site = inlineJson({
    labels: data.map(({label}) => label),
    single: true,
  });
  const texts = `<script type="application/json" id="texts">${inlineJson(textsOf(pages, href))}</script>`;
  return whole({
    title,
    home: href('overview'),
    head: `<style>${style()}</style>`,
    nav: navigation(pages, href),
    body: pages.map((page) => article(page, href)).join('\n'),
    tail: `<script>var stiffbenchSite = ${site};</script>\n${parts.join('\n')}\n${texts}\n<script>${script()}</script>`,
  });
}
