// usage: node motion.mjs DIR [--out FILE.html]
// Writes one HTML page that shows the motions in DIR/motion.jsonl, written by 'stiffbench frames', side by
// side, and prints its size. The page needs no network and opens from disk: it contains three.js, the page's
// own scripts and the motions.
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {gzipSync} from 'node:zlib';
import {Fault, run} from '../figures/lib/fault.mjs';
import {escapeHtml} from '../figures/page/words.mjs';
import {readRows} from '../figures/lib/rows.mjs';
import {write} from '../figures/lib/write.mjs';
import {bundle} from '../figures/page/bundle.mjs';
import {pack} from './pack.mjs';

const usage = 'usage: node motion.mjs DIR [--out FILE.html]';

/// The kind of lines in a motion file.
export const motions = {file: 'motion.jsonl', schema: 'stiffbench.motion/1', make: 'stiffbench frames --out DIR'};

const page = (file) => new URL(`page/${file}`, import.meta.url);

/// Returns the page of these lines of motion.jsonl.
export function motionPage(lines) {
  const motion = gzipSync(JSON.stringify(pack(lines)), {level: 9}).toString('base64');
  const parts = {title: escapeHtml(lines[0].problem.title), style: readFileSync(page('style.css'), 'utf8'),
                 motion, script: bundle('motion')};
  return readFileSync(page('page.html'), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

function readArguments(args) {
  try {
    const {values, positionals} = parseArgs({args, allowPositionals: true, options: {out: {type: 'string'}}});
    if (positionals.length === 1)
      return {directory: positionals[0], file: values.out ?? path.join(positionals[0], 'motion.html')};
    throw new Error(`${positionals.length} arguments`);
  } catch (error) {
    throw new Fault('motion.mjs takes a directory', error.message.split('. ')[0], usage);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await run(async (args) => {
    const {directory, file} = readArguments(args);
    const html = motionPage(readRows(directory, motions));
    write(file, html, `${Buffer.byteLength(html)} bytes`);
  });
