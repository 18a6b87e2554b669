// Search through the text of pages: what is text, what is found, and which sentence says so.
import assert from 'node:assert/strict';
import test from 'node:test';
import {searcher, sentenceOf} from '../../results/report/client/search.mjs';
import {fold, legend, table} from '../../results/report/html.mjs';
import {linesOf, textsOf} from '../../results/report/texts.mjs';

const section = (id, title, html) => ({id, title, html});
const pages = [
  {
    id: 'problem-1', title: 'chain', group: 'Problems', words: 'fput', lead: '<p>A chain of springs.</p>',
    sections: [
      section('reference', 'Certificate', legend('Errors below the floor say nothing.', '1 < 2.')),
      section('times', 'Times', table('Times to an error', ['method', 'measured slope'], [['rk4', 4], ['bdf2', 2]])),
      section('more', 'More', fold('8 constants', '<svg><text>inside a picture</text></svg>')),
    ],
  },
  {
    id: 'method-rk4', title: 'rk4', group: 'Methods', sections: [
      section('errors', 'Errors', '<pre class="help">Errors are\nrelative.\n  ok   1\n  bad  2\n\nAn energy\nnorm.</pre>')],
  },
];
const texts = textsOf(pages, (target) => `${target}.html`), find = searcher(texts);
const titles = (query) => find(query).map(({page, title}) => `${page}: ${title}`);

test('the text of markup is a line for each paragraph, row and caption, without pictures', () => {
  assert.deepEqual(linesOf(pages[0].sections[0].html), ['Errors below the floor say nothing. 1 < 2.']);
  assert.deepEqual(linesOf(pages[0].sections[1].html), [
    'Times to an error', 'method · measured slope', 'rk4 · 4', 'bdf2 · 2']);
  assert.deepEqual(linesOf(pages[0].sections[2].html), ['8 constants']);
});

test('lines of a printed text are joined to paragraphs, its tables keep theirs', () => {
  const [{lines}] = texts.filter(({title}) => title === 'Errors');
  assert.deepEqual(lines, ['Errors are relative.', 'ok 1', 'bad 2', 'An energy norm.']);
});

test('words of sentences, captions, heads of tables, keywords and titles are found', () => {
  assert.deepEqual(titles('floor'), ['chain: Certificate']);
  assert.deepEqual(titles('measured slope'), ['chain: Times']);
  assert.deepEqual(titles('constants'), ['chain: More']);
  assert.deepEqual(titles('fput'), ['Problems: chain']);
  assert.equal(titles('rk4')[0], 'Methods: rk4');
  assert.deepEqual(titles('picture'), []);
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
