// The schemas say what everything is, in which unit, and let nothing else in.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import test from 'node:test';
import {figureNames} from '../../results/figures/lib/figure.mjs';

const results = new URL('../../results/', import.meta.url);
const json = (place) => JSON.parse(readFileSync(new URL(place, results), 'utf8'));
const open = ['reported', 'work', 'environment', 'parameters', 'vary', 'methods', 'runs', 'outputs', 'values'];

function visit(schema, name, see) {
  see(schema, name);
  for (const group of ['properties', 'definitions'])
    for (const [key, part] of Object.entries(schema[group] ?? {})) visit(part, key, see);
  if (schema.items && !schema.items.$ref) visit(schema.items, name, see);
}

for (const file of ['record', 'experiment', 'paper_table', 'paper_outputs'])
  test(`${file}: every field has a description, numbers have a unit, objects are closed`, () => {
    visit(json(`schema/${file}.schema.json`), file, (part, name) => {
      const types = [part.type ?? []].flat();
      if (part.$ref) return;
      if (types.includes('object') && !open.includes(name)) assert.equal(part.additionalProperties, false, name);
      if (part.description === undefined) assert.ok(name === 'problems' || name === 'integrators' || types.length === 1, name);
      const numeric = types.includes('number') || types.includes('integer');
      if (numeric && part.description && !types.includes('string'))
        assert.match(part.description, /\((m|m\/s|m and m\/s|s|J|J\/s|count|bytes|dimensionless)\)/, name);
    });
  });

test('experiments name figures that exist, and are named like their files', () => {
  for (const file of readdirSync(new URL('experiments/', results))) {
    const experiment = json(`experiments/${file}`);
    assert.equal(`${experiment.name}.json`, file);
    for (const figure of experiment.figures) assert.ok(figureNames().includes(figure), figure);
  }
});
