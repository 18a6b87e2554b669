// A table of coefficients in Butcher's layout. (Runs in Node.)
import {escapeHtml} from '../figures/page/words.mjs';
import {wide} from './frame.mjs';

/// Returns a symbol such as "a_i1" with its index below the line.
function symbolOf(text) {
  const [letter, index] = text.split('_');
  return escapeHtml(letter) + (index ? `<sub>${escapeHtml(index)}</sub>` : '');
}

/// Returns the table {title, heads, left, rows, feet}: `left` is the number of columns left of the vertical line, and
/// the feet are below the horizontal one.
export function tableauOf({title, heads, left, rows, feet}) {
  const cell = (tag, attributes, html, k) =>
    `<${tag}${attributes}${k === left - 1 ? ' class="edge"' : ''}>${html}</${tag}>`;
  const row = (write) => (texts) =>
    `<tr>${heads.map((_, k) => (k === 0 ? cell('th', ' scope="row"', write(texts[0]), k) : cell('td', '', escapeHtml(texts[k] ?? ''), k))).join('')}</tr>`;
  const head = heads.map((text, k) => cell('th', ' scope="col"', symbolOf(text), k)).join('');
  return wide(
    title || 'Coefficients',
    `<table class="tableau">${title && `<caption>${escapeHtml(title)}</caption>`}
<thead><tr>${head}</tr></thead>
<tbody>${rows.map(row(escapeHtml)).join('\n')}</tbody>
${feet.length ? `<tfoot>${feet.map(row(symbolOf)).join('\n')}</tfoot>` : ''}</table>`,
  );
}
