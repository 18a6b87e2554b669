import {widthOf} from '../diagram/text.mjs';
import {functions} from './ticks.mjs';

/// Registers our expression functions with Vega, and replaces its measure of text widths: without a canvas
/// Vega overestimates them, and with one in a browser names would be displaced from their lines.
export function equip(vega) {
  for (const [name, of] of Object.entries(functions)) vega.expressionFunction(name, of);
  vega.textMetrics.width = (item, text) => widthOf(text ?? item.text ?? '', item.fontSize, item.fontWeight === 'bold');
}
