// engines.mjs ROOT: what npm installs runs on the Node.js that package.json asks for. Prints
//  - a README.md with other versions than package.json;
//  - packages of the lock files that refuse the oldest Node.js that is allowed, or the newest of tests;
//  - addresses in lock files: npm takes them for this machine's registry;
//  - an oldest Node.js of tests/package.json that is not the oldest of package.json.
// Exits with 77 where the package semver is not installed.
import {readFileSync} from 'node:fs';
import path from 'node:path';

const skipped = 77;
const {default: semver} = await import('semver').catch(() => {
  console.log('skipped: semver is not installed; ./bootstrap test installs it');
  process.exit(skipped);
});
const root = process.argv[2];
const text = (file) => readFileSync(path.join(root, file), 'utf8');
const read = (file) => JSON.parse(text(file));

const {engines: {node: range, npm}} = read('package.json');
const oldest = semver.minVersion(range).version;
const locks = ['package-lock.json', 'tests/package-lock.json'].map((file) => [file, read(file).packages]);
const binaries = Object.entries(locks[1][1]).filter(([, {name}]) => /^node-linux-/.test(name));
const complaints = [];

for (const version of [`Node.js ${range.slice(2)}`, `npm ${npm.slice(2)}`])
  if (!text('README.md').replace(/\s+/g, ' ').includes(version))
    complaints.push(`README.md: no '${version}', which package.json asks for`);

for (const [folder, {version}] of binaries.filter(([folder]) => folder.includes('/node-oldest-')))
  if (version !== oldest)
    complaints.push(`tests/package.json: ${folder} is ${version}, and package.json allows ${oldest}`);
const versions = new Set([oldest, ...binaries.map(([, {version}]) => version)]);
if (versions.size < 2) complaints.push('tests/package.json has no newest Node.js');
for (const [file, packages] of locks) {
  for (const [folder, {version, engines, resolved}] of Object.entries(packages)) {
    if (resolved) complaints.push(`${file}: ${folder} has an address, ${resolved}`);
    for (const node of versions)
      if (engines?.node && !semver.satisfies(node, engines.node))
        complaints.push(`${file}: ${folder} ${version} asks for Node.js ${engines.node}, not ${node}`);
  }
}
console.log(complaints.join('\n') || `every package takes Node.js ${[...versions].join(' and ')}`);
process.exitCode = complaints.length > 0 ? 1 : 0;
