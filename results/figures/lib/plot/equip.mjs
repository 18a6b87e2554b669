import {widthOf} from '../diagram/text.mjs';
import {functions} from './ticks.mjs';

/// Gives Vega the functions of our figures, and our measure of texts: where it has no canvas it takes them
/// for much too wide, and with one in a browser names would not be where their lines are.
export function equip(vega) {
  for (const [name, of] of Object.entries(functions)) vega.expressionFunction(name, of);
  vega.textMetrics.width = (item, text) => widthOf(text ?? item.text ?? '', item.fontSize, item.fontWeight === 'bold');
}
