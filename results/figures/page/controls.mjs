// Controls of a diagram: problem, axes, methods and families, zoom, downloads.
import {titleOf} from '../lib/diagram/quantities.mjs';
import {groups} from '../lib/diagram/groups.mjs';
import {signs, stroke} from '../lib/diagram/shapes.mjs';
import {svgOf} from '../lib/diagram/svg.mjs';
import {choiceOf, isShown} from './choice.mjs';
import {escapeHtml} from './words.mjs';

const option = ([value, words], chosen) =>
  `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(words)}</option>`;
const choose = (name, words, options, chosen) =>
  `<label>${words} <select name="${name}">${options.map((one) => option(one, chosen)).join('')}</select></label>`;
const tick = (name, words, on, more = '') =>
  `<label class="tick"><input type="checkbox" name="${name}"${more}${on ? ' checked' : ''}> ${words}</label>`;
const button = (name, words, title) =>
  `<button type="button" name="${name}" title="${title}" aria-label="${title}">${words}</button>`;
const group = (...buttons) => `<span class="group">${buttons.map((one) => button(...one)).join('')}</span>`;

const symbol = (style) => `<svg width="30" height="14" aria-hidden="true">${
  svgOf([stroke(1, 7, 29, 7, {...style, width: 1.6}), signs([[15, 7]], style)])}</svg>`;

/// Returns the first row of controls.
export function barPart(problems, {axes, rows}, choice) {
  const titles = (list) => list.map(([name, quantity]) => [name, titleOf(quantity, rows)]);
  return [
    problems.length > 1 ? choose('problem', 'Problem', problems.map((label) => [label, label]), choice.problem) : '',
    choose('y', 'Vertical', titles(axes.y), choice.y), choose('x', 'Horizontal', titles(axes.x), choice.x),
    tick('front', 'Pareto front', choice.front), tick('spread', 'Timing samples', choice.spread),
    group(['in', '+', 'Zoom in'], ['out', '−', 'Zoom out'], ['whole', 'Whole', 'Show the range of all methods'],
          ['fit', 'Fit', 'Fit the range to the methods that are shown']),
    group(['svg', 'SVG', 'Save the diagram as SVG'], ['png', 'PNG', 'Save the diagram as PNG'],
          ['csv', 'Data', 'Save the runs as comma-separated values'], ['link', 'Link', 'Copy the address of this view'])].join('');
}

/// Returns the methods by family, each with a switch.
export function methodsPart({methods}, choice) {
  const isOn = ({method}) => isShown(choice, method), value = (words) => ` value="${escapeHtml(words)}"`;
  const families = [...groups(methods, 'family.name')].map(([family, own]) => {
    const on = own.filter(isOn).length, some = on > 0 && on < own.length ? ' class="some"' : '';
    const switches = own.map((one) => tick('method', `${symbol(one.style)} ${escapeHtml(one.method)}`, isOn(one), value(one.method)));
    return `<fieldset><legend>${tick('family', escapeHtml(family), on > 0, value(family) + some)}</legend>${switches.join('')}</fieldset>`;
  });
  return `<summary>Methods: ${methods.filter(isOn).length} of ${methods.length}</summary>
${group(['all', 'All', 'Show all methods'], ['none', 'None', 'Hide all methods'])}<div class="families">${families.join('')}</div>`;
}

/// Returns the choice of methods after a change of the input: of one method, of a family, or by a button for
/// all.
export function chosenAfter({name, value, checked}, methods, choice) {
  const isMeant = ({method, family}) =>
    name === 'method' ? method === value : name === 'family' ? family.name === value : true;
  const isOn = (one) => (isMeant(one) ? name === 'all' || (name !== 'none' && checked) : isShown(choice, one.method));
  const names = (list) => list.map(({method}) => method);
  return choiceOf(names(methods.filter(isOn)), names(methods));
}
