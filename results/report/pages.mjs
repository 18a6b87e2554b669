// Pages about what the report's script itself adds: figures, motions, files. (Runs in Node.)
import {escapeHtml} from '../figures/page/words.mjs';
import {wide} from './frame.mjs';

/// Returns the width (px) at which the smallest text of a picture is nine pixels high.
function readableWidth(svg) {
  const [, width] = /<svg[^>]*?\bviewBox="[-\d.]+ [-\d.]+ ([\d.]+)/.exec(svg);
  const sizes = [...svg.matchAll(/font-size[=:]"?([\d.]+)/g)].map(([, size]) => Number(size));
  return Math.ceil(Number(width) * Math.max(1, 9 / Math.min(...sizes)));
}

const page = (id, title, sections) => ({id, title, lead: '', lines: [], sections});

/// Returns the page of figures; `figures` are [{name, title, image, svg}] of the experiment. They keep a
/// readable width, and scroll on narrower screens.
export const figuresPage = (figures) =>
  page(
    'figures',
    'Figures',
    figures.map(({name, title, image, svg}) => ({
      id: name,
      title,
      html: `<figure><figcaption><code>stiffbench figure ${escapeHtml(name)} DIR</code> draws it as SVG, PDF and PNG.</figcaption>${wide(
        title,
        `<img src="${image}" alt="${escapeHtml(title)}" width="${readableWidth(svg)}">`,
      )}</figure>`,
      lines: [`stiffbench figure ${name} DIR`],
    })),
  );

/// Returns the page of motions that 'stiffbench frames' wrote into the folder; `attribute` is src or srcdoc.
export const motionPage = (attribute, value) =>
  page('motion', 'Motion', [
    {
      id: 'views',
      title: 'Motions beside the reference',
      html: `<iframe ${attribute}="${escapeHtml(value)}" title="Motion" loading="lazy"></iframe>`,
      lines: ['Motions in three dimensions: stiffbench frames'],
    },
  ]);

/// Returns the Markdown of the page of downloads; `files` are [{name, size, what}] beside the pages.
export function downloadsText(files) {
  const rows = files.map(
    ({name, size, what}) => `| [${name}](${name}) | ${Math.round(size / 1000)} | ${what} |\n`,
  );
  return `# Downloads

## Files

${
  files.length
    ? `| file | size (kB) | contents |\n|---|--:|---|\n${rows.join('')}`
    : 'This one file holds the pages. The records are in the folder of the sweep.'
}

## Pictures and their data

Buttons above every diagram save it as SVG and PNG, and its runs as comma-separated values (CSV).
`;
}
