// Pages common to all reports: the diagram, figures, how to read them, environment, files.
import {readFileSync} from 'node:fs';
import {escapeHtml, explorer, nested, paragraph, raw, table, wide} from '../html.mjs';

export function diagramPage() {
  return {
    id: 'diagram',
    title: 'Diagram',
    group: '',
    words: 'precision work error time energy',
    sections: [
      {
        id: 'explore',
        title: 'All problems and methods',
        html: explorer(),
      },
    ],
  };
}

/// Returns the width (px) at which the smallest text of a picture is nine pixels high.
export function readableWidth(svg) {
  const [, width] = /<svg[^>]*?\bviewBox="[-\d.]+ [-\d.]+ ([\d.]+)/.exec(svg);
  const sizes = [...svg.matchAll(/font-size[=:]"?([\d.]+)/g)].map(([, size]) => Number(size));
  return Math.ceil(Number(width) * Math.max(1, 9 / Math.min(...sizes)));
}

/// Returns the page of figures; `figures` are [{name, title, image, svg}] of the experiment. They keep a
/// readable width, and scroll on narrower screens.
export function figuresPage(figures) {
  return {
    id: 'figures',
    title: 'Figures',
    group: '',
    sections: figures.map(({name, title, image, svg}) => ({
      id: name,
      title,
      html: `<figure><figcaption><code>stiffbench figure ${escapeHtml(name)} DIR</code> draws it as SVG, PDF and PNG.</figcaption>${wide(
        escapeHtml(title),
        `<img src="${image}" alt="${escapeHtml(title)}" width="${readableWidth(svg)}">`,
      )}</figure>`,
    })),
  };
}

/// Returns the page of motions that 'stiffbench frames' wrote into the folder; `attribute` is src or srcdoc.
export function motionPage(attribute, value) {
  const frame = `<iframe ${attribute}="${escapeHtml(value)}" title="Motion" loading="lazy"></iframe>`;
  return {
    id: 'motion',
    title: 'Motion',
    group: '',
    words: 'three dimensions frames',
    sections: [{id: 'views', title: 'Motions beside the reference', html: frame}],
  };
}

const topics = {
  figures: 'Diagrams',
  errors: 'Errors',
  orders: 'Orders',
  statuses: 'Statuses',
  references: 'References',
};

/// Returns the texts of 'stiffbench help' on the contents of these pages.
export function readingPage() {
  const text = (topic) =>
    readFileSync(new URL(`../../../docs/help/${topic}.txt`, import.meta.url), 'utf8');
  return {
    id: 'reading',
    title: 'How to read it',
    group: '',
    sections: Object.entries(topics).map(([topic, title]) => ({
      id: topic,
      title,
      html: `<pre class="help">${escapeHtml(text(topic))}</pre>`,
    })),
  };
}

export function environmentPage(rows) {
  const count = new Map(rows.map(({environment}) => [environment.hash, {environment, runs: 0}]));
  for (const {environment} of rows) count.get(environment.hash).runs += 1;
  const codes = new Map();
  for (const {method, code} of rows) {
    const key = `${method} ${code?.id ?? ''}`;
    codes.set(key, {method, code: code?.id ?? 'unknown', runs: (codes.get(key)?.runs ?? 0) + 1});
  }
  return {
    id: 'environment',
    title: 'Environment',
    group: '',
    words: 'cpu compiler flags versions commit code',
    sections: [
      {
        id: 'machines',
        title: 'Machines and builds',
        html: [...count.values()]
          .map(({environment, runs}) => `${paragraph(`${runs} runs:`)}${nested(environment)}`)
          .join(''),
      },
      {
        id: 'code',
        title: 'Code',
        html:
          paragraph(
            'The machine code that the runs could reach, as a hash; unknown in records of older versions.',
          ) +
          table(
            'Code of the methods',
            ['method', 'code', 'runs'],
            [...codes.values()].map(({method, code, runs}) => [method, code, runs]),
          ),
      },
    ],
  };
}

/// Returns the page of downloads; `files` are [{name, size, what}] beside the pages.
export function downloadsPage(files) {
  const list = files.length
    ? table(
        'Files',
        ['file', 'size (kB)', 'what it is'],
        files.map(({name, size, what}) => [
          raw(`<a href="${escapeHtml(name)}" download>${escapeHtml(name)}</a>`),
          Math.round(size / 1000),
          what,
        ]),
      )
    : paragraph(
        'This one file holds the pages. The records stand beside it in the folder of the sweep.',
      );
  return {
    id: 'downloads',
    title: 'Downloads',
    group: '',
    words: 'csv json bibtex records',
    sections: [
      {id: 'files', title: 'Files', html: list},
      {
        id: 'pictures',
        title: 'Pictures and their data',
        html: paragraph(
          'Above every diagram are buttons that save it as SVG and PNG,',
          'and its runs as comma-separated values.',
        ),
      },
    ],
  };
}
