// Vega and Vega-Lite, with our functions and our error messages.
import {Fault} from './fault.mjs';
import {load} from './packages.mjs';
import {equip} from './plot/equip.mjs';

const oneLine = (text) => String(text).replace(/\s+/g, ' ').slice(0, 200);

/// Compiles a Vega-Lite specification to Vega. `warn` receives the warnings.
export function compile(name, spec, warn) {
  try {
    return load('vega-lite').compile(spec, {logger: logger(warn)}).spec;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw why_not_applicable(name, error.message);
  }
}

/// Returns a Vega view without a screen, with its data and marks computed.
export async function viewOf(name, spec, warn) {
  const vega = load('vega');
  equip(vega);
  const view = new vega.View(vega.parse(spec), {renderer: 'none'});
  view.logger(logger(warn, (text) => { throw why_not_applicable(name, text); }));
  return view.runAsync();
}

function why_not_applicable(name, text) {
  return new Fault(`figure ${name} is valid Vega-Lite and follows paths that records have`,
                   oneLine(text), 'mend the spec');
}

/// Returns a logger for Vega. Warnings concern style and must not go to stdout, which is for paths.
function logger(warn, error = () => {}) {
  const self = {level: () => self, info: () => self, debug: () => self,
                warn: (...text) => (warn(text.join(' ')), self), error: (...text) => (error(...text), self)};
  return self;
}
