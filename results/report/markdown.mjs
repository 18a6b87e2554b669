// Pages from Markdown: their sections as HTML, and the lines of their text for search. (Runs in Node.)
import {load} from '../figures/lib/packages.mjs';
import {escapeHtml} from '../figures/page/words.mjs';
import {frame} from './frame.mjs';
import {regionSvg} from './region.mjs';
import {tableauOf} from './tableau.mjs';

/// Reads <details><summary>WORDS</summary> and </details>, each on a line of its own, as a fold. All other HTML
/// is text.
function readFolds(md) {
  const fold = (state, line, last, silent) => {
    const words = state.getLines(line, line + 1, state.blkIndent, false).trim();
    const [, summary] = /^<details><summary>(.*)<\/summary>$/.exec(words) ?? [];
    if (summary === undefined && words !== '</details>') return false;
    if (silent) return true;
    state.line = line + 1;
    if (summary === undefined) {
      state.push('fold_close', 'details', -1);
      return true;
    }
    state.push('fold_open', 'details', 1).attrSet('class', 'fold');
    state.push('summary_open', 'summary', 1);
    Object.assign(state.push('inline', '', 0), {content: summary, children: []});
    state.push('summary_close', 'summary', -1);
    return true;
  };
  md.block.ruler.before('paragraph', 'fold', fold, {alt: ['paragraph', 'list']});
}

const data = (attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` data-${name}="${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}"`)
    .join('');

/// Turns fenced blocks of these languages into HTML; all other blocks are code.
const fences = {
  /// A diagram with controls, of one problem or of all, or a further diagram, {x, y}, that follows its choice.
  diagram: (text) => {
    const settings = JSON.parse(text);
    return settings.x
      ? `<div class="further"${data(settings)}></div>`
      : `<div class="explorer"${data(settings)}><noscript>Diagrams need JavaScript; the tables do not.</noscript></div>`;
  },
  runs: () => '<div class="runs"></div>',
  tableau: (text) => tableauOf(JSON.parse(text)),
  text: (text) => `<pre class="help">${escapeHtml(text)}</pre>`,
  equation: (text) => `<p class="equation">${escapeHtml(text.trim())}</p>`,
};

const textOf = (tokens) =>
  tokens
    .map(({type, content, children}) => (children ? textOf(children) : /break$/.test(type) ? ' ' : content))
    .join('');

/// Returns the class of a cell with this text: "8/8" and "5/8 ×" say how many runs ended well.
function kindOf(cell, words) {
  const [, ok, all, sign] = /^(\d+)\/(\d+)( \S)?/.exec(words) ?? [];
  if (ok && ok === all) return 'all';
  if (sign) return ok === '0' ? 'no' : 'some';
  if (cell.attrGet('style') === 'text-align:right') return 'number';
  return words.length > 40 ? 'long' : '';
}

/// The first cell of a row is its head; a cell that is bold as a whole says a word, which has a colour.
function drawTables(md) {
  const isHead = (tokens, cell) => tokens[cell - 1].type === 'tr_open';
  Object.assign(md.renderer.rules, {
    table_open: (tokens, k, options, {section}) => `${frame.begin(section)}<table class="sortable">`,
    th_open: (tokens, k) => `<th scope="col"${/\s/.test(tokens[k + 1].content) ? '' : ' class="word"'}>`,
    table_close: () => `</table>${frame.end}`,
    td_open: (tokens, k) => {
      const words = textOf([tokens[k + 1]]),
        kind = kindOf(tokens[k], words),
        isBold = tokens[k + 1].content === `**${words}**`;
      return `<${isHead(tokens, k) ? 'th scope="row"' : 'td'}${kind && ` class="${kind}"`}${isBold ? data({word: words}) : ''}>`;
    },
    td_close: (tokens, k) => (isHead(tokens, k - 2) ? '</th>' : '</td>'),
  });
}

/// Links lead to pages of the report, to files beside them, or to the web. A link to another file of the project
/// becomes plain words, with the file as their title. A cell that is the name of a problem or method is a link.
function resolveLinks(md, {links, pages}, href) {
  const named = new Map(Object.entries(links));
  const placeOf = (link, page) => {
    const [file, place] = link.split('#'),
      name = file ? file.replace(/\.md$/, '') : page;
    if (/^https:/.test(link) || file.startsWith('files/')) return link;
    return Object.hasOwn(pages, name) ? href(place ? `${name}/${place}` : name) : null;
  };
  const resolve = (children, page) => {
    let isWord = false;
    for (const token of children) {
      if (token.type === 'link_open') {
        const link = token.attrGet('href'),
          place = placeOf(decodeURI(link), page);
        isWord = place === null;
        token.attrs = isWord ? [['title', link]] : [['href', place]];
      }
      if (isWord && /^link/.test(token.type)) token.tag = 'span';
    }
  };
  const linkName = (state, inline) => {
    const place = named.get(textOf([inline]).replace(/†$/, ''));
    if (!place || inline.children.some(({type}) => type === 'link_open')) return;
    const open = new state.Token('link_open', 'a', 1);
    open.attrSet('href', href(place));
    inline.children = [open, ...inline.children, new state.Token('link_close', 'a', -1)];
  };
  md.core.ruler.push('links', (state) =>
    state.tokens.forEach((token, k) => {
      if (token.type !== 'inline') return;
      resolve(token.children, state.env.page);
      if (state.tokens[k - 1].type === 'td_open') linkName(state, token);
    }),
  );
}

/// Joins the lines of paragraphs of a printed text; lines that begin with a space are kept.
const paragraphs = (text) => text.replace(/\n(?![ \n])/g, ' ').split('\n');

/// Returns the lines of text in these tokens: a paragraph, a row of a table, a line of code.
function linesOf(tokens) {
  const lines = [];
  let row = null;
  for (const token of tokens) {
    if (token.type === 'tr_open') row = [];
    if (token.type === 'inline') (row ?? lines).push(textOf([token]));
    if (token.type === 'fence' && !/^(diagram|runs|tableau)$/.test(token.info)) lines.push(...paragraphs(token.content));
    if (token.type === 'tr_close') lines.push(row.filter(Boolean).join(' · ')), (row = null);
  }
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean);
}

const slugOf = (title) =>
  title.toLowerCase().replace(/[^\p{L}\p{N} -]/gu, '').replaceAll(' ', '-');

/// Returns a function that reads a page, (id, markdown) => {id, title, lead, lines, sections}, with the sections
/// [{id, title, html, lines}]. `facts` are those of the report, `href` returns the address of a place.
export function pageReader(facts, href) {
  const md = load('markdown-it')();
  readFolds(md);
  drawTables(md);
  resolveLinks(md, facts, href);
  const {rules} = md.renderer,
    code = rules.fence;
  rules.fence = (tokens, k, ...more) =>
    fences[tokens[k].info]?.(tokens[k].content) ?? code(tokens, k, ...more);
  rules.image = (tokens, k) => {
    const [, name] = /^regions\/(.*)\.svg$/.exec(tokens[k].attrGet('src')) ?? [],
      words = escapeHtml(tokens[k].content);
    return facts.regions[name] ? regionSvg(facts.regions[name], words) : words;
  };
  return (id, markdown) => {
    const tokens = md.parse(markdown, {page: id});
    const heads = tokens.flatMap(({type, tag}, k) => (type === 'heading_open' && tag === 'h2' ? [k] : []));
    const part = (title, own) => ({title, html: md.renderer.render(own, md.options, {section: title}), lines: linesOf(own)});
    const title = textOf([tokens[1]]),
      {html: lead, lines} = part(title, tokens.slice(3, heads[0]));
    const sections = heads.map((head, k) => {
      const words = textOf([tokens[head + 1]]);
      return {id: slugOf(words), ...part(words, tokens.slice(head + 3, heads[k + 1]))};
    });
    return {id, title, lead, lines, sections};
  };
}
