// A table of coefficients on a page: Butcher's lines, heads of rows and columns, and nothing of its data in search.
import assert from 'node:assert/strict';
import test from 'node:test';
import {pageReader} from '../../results/report/markdown.mjs';

const trapezoidal = {
  title: '', heads: ['c_i', 'a_i1', 'a_i2'], left: 1,
  rows: [['0', '0', ''], ['1', '1/2', '1/2']], feet: [['b', '1/2', '1/2']],
};

const sectionOf = (table) => {
  const page = `# rk\n\n## Coefficients\n\n\`\`\`tableau\n${JSON.stringify(table)}\n\`\`\`\n\nc: times <of stages>.\n`;
  return pageReader({links: {}, pages: {}, regions: {}}, (place) => place)('method-rk', page).sections[0];
};

const cellsOf = (html, part) => {
  const [, body] = new RegExp(`<${part}>([^]*)</${part}>`).exec(html);
  return body.split('</tr>').slice(0, -1).map((row) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, words]) => words));
};

test('a table has its stages above the line and its weights below it', () => {
  const {html} = sectionOf(trapezoidal);
  assert.deepEqual(cellsOf(html, 'thead'), [['c<sub>i</sub>', 'a<sub>i1</sub>', 'a<sub>i2</sub>']]);
  assert.deepEqual(cellsOf(html, 'tbody'), trapezoidal.rows);
  assert.deepEqual(cellsOf(html, 'tfoot'), trapezoidal.feet);
});

test('the vertical line is behind the last column on the left, in every row', () => {
  for (const left of [1, 2]) {
    const {html} = sectionOf({...trapezoidal, left});
    for (const row of html.split('<tr>').slice(1))
      assert.deepEqual(row.match(/<t[hd][^>]*>/g).map((cell) => cell.includes('class="edge"')), [0, 1, 2].map((k) => k === left - 1));
  }
});

test('a table scrolls in a frame with its name, and has a caption where it has a title', () => {
  assert.match(sectionOf(trapezoidal).html, /<div class="wide" tabindex="0" role="region" aria-label="Coefficients"><table class="tableau">\n/);
  assert.match(sectionOf({...trapezoidal, title: 'Explicit <part>'}).html, /aria-label="Explicit &lt;part&gt;"[^]*<caption>Explicit &lt;part&gt;<\/caption>/);
});

test('a table without weights has no foot', () => {
  assert.doesNotMatch(sectionOf({...trapezoidal, feet: []}).html, /tfoot/);
});

test('search has the words beside a table, and not its numbers', () => {
  assert.deepEqual(sectionOf(trapezoidal).lines, ['c: times <of stages>.']);
});
