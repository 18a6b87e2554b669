// Pages from Markdown and the search through their text: what is text, what is found, and which sentence says so.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import test from 'node:test';
import {searcher, sentenceOf} from '../../results/report/client/search.mjs';
import {pageReader} from '../../results/report/markdown.mjs';
import {textsOf} from '../../results/report/site.mjs';

const pages = {
  'problem-1': `# chain

A chain of springs, \`fput\`.

## Certificate

Errors below the floor
say nothing. 1 < 2.

## Times to an error

| method | measured slope | verdict |
|---|--:|---|
| rk4 | 4 | **holds** |
| bdf2† | 2/3 × | 3/4 |

[Terms](#certificate), [rk4](method-rk4.md#errors), [kernels](../kernels.md), [web](https://doi.org/10).

## More

<details><summary>8 constants, <b>hostile</b></summary>

![inside a picture](regions/rk4.svg)

\`\`\`diagram
{"problem": "chain <1>", "base": {"x": "time"}}
\`\`\`

</details>
`,
  'method-rk4': '# rk4\n\n## Errors\n\n```text\nErrors are\nrelative.\n  ok   1\n  bad  2\n\nAn energy\nnorm.\n```\n',
};
const region = {edge: 1, re: [-1, 1], im: [1, 1], growth: [0.5, 2]};
const href = (target) => `${target}.html`,
  read = pageReader({pages, links: {rk4: 'method-rk4', bdf2: 'problem-1'}, regions: {rk4: region}}, href);
const all = Object.entries(pages).map(([id, markdown]) => read(id, markdown)),
  [certificate, times, more] = all[0].sections;
const texts = textsOf(all, href), find = searcher(texts);
const titles = (query) => find(query).map(({page, title}) => `${page}: ${title}`);

test('a page has its title, what comes before its sections, and sections with places', () => {
  assert.equal(all[0].title, 'chain');
  assert.match(all[0].lead, /^<p>A chain of springs, <code>fput<\/code>/);
  assert.deepEqual(all[0].sections.map(({id}) => id), ['certificate', 'times-to-an-error', 'more']);
});

test('the text is a line for each paragraph, row and fold, without pictures and diagrams', () => {
  assert.deepEqual(certificate.lines, ['Errors below the floor say nothing. 1 < 2.']);
  assert.deepEqual(times.lines, [
    'method · measured slope · verdict', 'rk4 · 4 · holds', 'bdf2† · 2/3 × · 3/4', 'Terms, rk4, kernels, web.']);
  assert.deepEqual(more.lines, ['8 constants, <b>hostile</b>', 'inside a picture']);
});

test('tables scroll in a frame with a name, rows have heads, and cells say what they are', () => {
  assert.match(times.html, /class="wide"[^>]* aria-label="Times to an error"><table class="sortable">/);
  assert.match(times.html, /<th scope="row"><a href="method-rk4\.html">rk4<\/a><\/th>/);
  assert.match(times.html, /<td class="number">4<\/td><td data-word="holds"><strong>holds/);
  assert.match(times.html, /<th scope="row"><a href="problem-1\.html">bdf2†<\/a><\/th><td class="some">2\/3 ×<\/td><td>3\/4/);
});

test('links lead to places of the report and to the web, others are words', () => {
  assert.match(times.html, /<a href="problem-1\/certificate\.html">Terms<\/a>/);
  assert.match(times.html, /<a href="method-rk4\/errors\.html">rk4<\/a>/);
  assert.match(times.html, /<span title="\.\.\/kernels\.md">kernels<\/span>/);
  assert.match(times.html, /<a href="https:\/\/doi\.org\/10">web<\/a>/);
});

test('folds are the only HTML; diagrams and regions are drawn', () => {
  assert.match(more.html, /<details class="fold">\n<summary>8 constants, &lt;b&gt;hostile&lt;\/b&gt;<\/summary>/);
  assert.match(more.html, /<div class="explorer" data-problem="chain &lt;1&gt;" data-base="{&quot;x&quot;:&quot;time&quot;}">/);
  assert.match(more.html, /<svg class="region"[^>]* aria-label="inside a picture">/);
  assert.equal(more.html.match(/<\/details>/g).length, 1);
});

test('the pages of results in the repository are read as those of a report', () => {
  const folder = new URL('../../docs/results/', import.meta.url);
  for (const file of readdirSync(folder, {recursive: true}).filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(new URL(file, folder), 'utf8'),
      {title, lead, sections} = read('problem-1', text);
    const html = [lead, ...sections.map((one) => one.html)].join('');
    assert.ok(text.startsWith(`# ${title}\n`) && html.length > text.length, file);
    assert.equal(html.match(/<details/g)?.length, text.match(/<details>/g)?.length, file);
    assert.equal(html.match(/<table/g)?.length, text.match(/^\|[-:|]+$/gm)?.length, file);
    assert.doesNotMatch(html, /&lt;\/?(details|summary)/, file);
  }
});

test('lines of a printed text are joined to paragraphs, its tables keep theirs', () => {
  const [{lines}] = texts.filter(({title}) => title === 'Errors');
  assert.deepEqual(lines, ['Errors are relative.', 'ok 1', 'bad 2', 'An energy norm.']);
});

test('words of sentences, folds, heads of tables and titles are found', () => {
  assert.deepEqual(titles('floor'), ['chain: Certificate']);
  assert.deepEqual(titles('measured slope'), ['chain: Times to an error']);
  assert.deepEqual(titles('constants'), ['chain: More']);
  assert.deepEqual(titles('fput'), ['Problems: chain']);
  assert.equal(titles('rk4')[0], 'Methods: rk4');
  assert.deepEqual(titles('explorer'), []);
});

test('all words count, beginnings of words suffice, and no words find nothing', () => {
  assert.deepEqual(titles('floor nothing'), ['chain: Certificate']);
  assert.deepEqual(titles('floor slope'), []);
  assert.deepEqual(titles('certif'), ['chain: Certificate']);
  assert.deepEqual(titles('  '), []);
});

test('the sentence is the line that has the terms, cut about them where it is long', () => {
  assert.equal(sentenceOf(['One thing.', 'The floor of the floor.'], ['floor']), 'The floor of the floor.');
  const long = `${'before '.repeat(40)}floor ${'after '.repeat(40)}`.trim();
  const sentence = sentenceOf([long], ['floor']);
  assert.match(sentence, /^… before.* floor after.* …$/);
  assert.ok(sentence.length < 160, `${sentence.length}`);
  assert.equal(sentenceOf(['One thing.'], ['rk4']), '');
});

test('a page comes before a section of another page with the same title', () => {
  const found = searcher([
    {title: 'rk4', page: 'Coefficients of all methods', href: 'all', lines: ['rk4'], whole: false},
    {title: 'rk4', page: 'Methods', href: 'own', lines: ['A method of order four, with many words.'], whole: true},
  ]);
  assert.deepEqual(found('rk4').map(({href}) => href), ['own', 'all']);
});
