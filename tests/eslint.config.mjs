// The rules of JavaScript: nothing that the oldest Node.js of package.json lacks, and no name that is
// undefined or unused. The test packaging/lint keeps them.
import {readFileSync} from 'node:fs';
import js from '@eslint/js';
import esX from 'eslint-plugin-es-x';
import n from 'eslint-plugin-n';
import globals from 'globals';

const {engines} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
// Types are not known here, so that a name alone makes a finding. These are names of others, too: of
// methods of arrays, and of a key of records.
const ambiguous = Object.fromEntries(Object.keys(esX.rules)
  .filter((rule) => /^no-iterator-prototype-|^no-set-prototype-difference$/.test(rule))
  .map((rule) => [`es-x/${rule}`, 'off']));
const pages = ['results/*/page/**', 'results/report/client/**'];

export default [
  js.configs.recommended,
  // Node.js 18 and every browser of its time have ES2022.
  esX.configs['flat/restrict-to-es2022'],
  esX.configs['flat/no-new-in-esnext'],
  {
    settings: {'es-x': {aggressive: true}, node: {version: engines.node}},
    linterOptions: {reportUnusedDisableDirectives: 'error'},
    rules: {'no-unused-vars': ['error', {ignoreRestSiblings: true}], ...ambiguous},
  },
  {files: pages, languageOptions: {globals: globals.browser}},
  {
    ignores: [...pages, '!results/figures/page/bundle.mjs'],
    plugins: {n},
    languageOptions: {globals: globals.node},
    rules: {
      'n/no-deprecated-api': 'error',
      'n/no-unsupported-features/es-builtins': 'error',
      'n/no-unsupported-features/es-syntax': 'error',
      'n/no-unsupported-features/node-builtins': ['error', {allowExperimental: true}],
    },
  },
  // A page runs in the browser all that tests hand to it.
  {files: ['tests/browser/**'], languageOptions: {globals: globals.browser}},
];
