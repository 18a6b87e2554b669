// Opens pages from disk as a reader does, in Debian's chromium, without a network.
import assert from 'node:assert/strict';
import {accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after} from 'node:test';
import {pathToFileURL} from 'node:url';

/// Widths that every page has to serve (px): a desk's and a telephone's.
export const widths = [1400, 400];

function skipWithout(what) {
  console.log(`skipped: ${what} is not installed; ./bootstrap test installs it`);
  process.exit(77);  // which ctest takes for skipped
}
const {chromium} = await import('playwright-core').catch(() => skipWithout('playwright-core'));

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const executablePath = process.env.PATH.split(path.delimiter)
  .map((folder) => path.join(folder, 'chromium')).find(isExecutable);
if (!executablePath) skipWithout('chromium');

// WebGL is drawn by the processor, so that pictures are the same on every machine.
const browser = await chromium.launch({
  executablePath,
  chromiumSandbox: process.getuid() !== 0,  // which root cannot have
  args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const scratch = mkdtempSync(path.join(os.tmpdir(), 'stiffbench-pages-'));
after(async () => {
  await browser.close();
  rmSync(scratch, {recursive: true});
});

/// A file with this text, which goes when the tests end.
export function pageFile(name, text) {
  const file = path.join(scratch, name);
  mkdirSync(path.dirname(file), {recursive: true});
  writeFileSync(file, text);
  return file;
}

const isLocal = (url) => ['file:', 'data:', 'blob:'].includes(new URL(url).protocol);

/// Everything that a reader would not see and that is wrong all the same, as it comes.
function listenTo(page) {
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('crash', () => complaints.push('the page crashed'));
  page.on('requestfailed', (request) => complaints.push(`missing: ${request.url()}`));
  page.on('request', (request) => {
    if (!isLocal(request.url())) complaints.push(`request: ${request.url()}`);
  });
  return complaints;
}

/// Opens a file, optionally at an #address in it, lets `use` act on the page (of playwright), and
/// closes it. Fails where the page warned, threw, crashed, missed a file or asked a network.
/// `options` are those of a context of playwright, as hasTouch and reducedMotion.
export async function onPage(file, {width = widths[0], height = 900, hash = '', ...options}, use) {
  const context = await browser.newContext({viewport: {width, height}, ...options});
  const page = await context.newPage();
  const complaints = listenTo(page);
  try {
    await page.goto(pathToFileURL(file).href + hash, {waitUntil: 'load'});
    await use(page);
  } finally {
    await context.close();
  }
  assert.deepEqual(complaints, []);
}
