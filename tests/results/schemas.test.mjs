// The schemas say what everything is, in which unit, and let nothing else in.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {figureNames} from '../../results/figures/lib/figure.mjs';

const results = new URL('../../results/', import.meta.url);
const json = (place) => JSON.parse(readFileSync(new URL(place, results), 'utf8'));
const open = ['reported', 'work', 'environment', 'parameters', 'vary', 'methods', 'runs', 'outputs', 'values', 'where', 'with'];
// What a row has from its record is described in the record's schema.
const openInRows = ['problem', 'integrator', 'step', 'error', 'energy', 'memory', 'runtime', 'code', 'tuning'];
// Names of pages, labels, methods and DOIs are keys there; experiments are described elsewhere.
const openInReport = ['experiment', 'pages', 'links', 'regions', 'citations'];
// Names of what was measured are keys there.
const openInCosts = ['families', 'experiments'];

function visit(schema, name, see) {
  see(schema, name);
  for (const group of ['properties', 'definitions'])
    for (const [key, part] of Object.entries(schema[group] ?? {})) visit(part, key, see);
  if (schema.items && !schema.items.$ref) visit(schema.items, name, see);
}

const schemas = readdirSync(new URL('schema/', results), {recursive: true}).filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.schema.json', ''));

for (const place of schemas) {
  const file = path.basename(place);
  test(`${file}: every field has a description, numbers have a unit, objects are closed`, () => {
    visit(json(`schema/${place}.schema.json`), file, (part, name) => {
      const types = [part.type ?? []].flat();
      if (part.$ref) return;
      const isOpen = open.includes(name) || (file === 'row' && openInRows.includes(name)) ||
        (file === 'report' && openInReport.includes(name)) || (file === 'costs' && openInCosts.includes(name));
      if (types.includes('object') && !isOpen) assert.equal(part.additionalProperties, false, name);
      if (part.description === undefined) assert.ok(name === 'problems' || name === 'integrators' || types.length === 1, name);
      const numeric = types.includes('number') || types.includes('integer');
      if (numeric && part.description && !types.includes('string'))
        assert.match(part.description, /\((m|m\/s|m and m\/s|s|J|J\/s|count|bytes|dimensionless)\b|in the unit of the quantity/, name);
    });
  });
}

test('experiments name figures that exist, and are named like their files', () => {
  const files = readdirSync(new URL('experiments/', results), {recursive: true}).filter((file) => file.endsWith('.json'));
  for (const file of files) {
    const experiment = json(`experiments/${file}`);
    assert.equal(`${experiment.name}.json`, path.basename(file));
    for (const figure of experiment.figures) assert.ok(figureNames().includes(figure), figure);
  }
});
