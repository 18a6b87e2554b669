// usage: node history.mjs FOLDER [--rows FILE --commit HASH --date DATE] [--out FILE] [--report ADDRESS]
// Adds what history keeps of rows to FOLDER, as a file named by their commit, and writes the page of all commits
// (default: FOLDER/index.html). 'stiffbench history' passes the rows in FILE. The page links to a report.
import path from 'node:path';
import {parseArgs} from 'node:util';
import {Fault, run} from '../figures/lib/fault.mjs';
import {kindOf, readRows} from '../figures/lib/rows.mjs';
import {put, write} from '../figures/lib/write.mjs';
import {entryOf, fileOf, readEntries} from './entry.mjs';
import {pageOf} from './page.mjs';

const usage = 'usage: node history.mjs FOLDER [--rows FILE --commit HASH --date DATE] [--out FILE] [--report ADDRESS]';

function readArguments(args) {
  const text = {type: 'string'};
  try {
    const {values, positionals} = parseArgs({args, allowPositionals: true, options: {rows: text, commit: text, date: text, out: text, report: text}});
    if (positionals.length !== 1 || !['commit', 'date'].every((name) => Boolean(values.rows) === Boolean(values[name])))
      throw new Error(`${positionals.length} folders, with ${Object.keys(values).join(', ') || 'no options'}`);
    return {folder: positionals[0], ...values};
  } catch (error) {
    throw new Fault('history.mjs takes a folder, and rows with their commit', error.message.split('. ')[0], usage);
  }
}

await run((args) => {
  const {folder, rows, commit, date, out = path.join(folder, 'index.html'), report} = readArguments(args);
  if (rows) {
    const entry = entryOf(readRows(folder, kindOf({}), rows), commit, date);
    put(fileOf(folder, entry), `${JSON.stringify(entry)}\n`);
  }
  write(out, pageOf(readEntries(folder), report));
});
