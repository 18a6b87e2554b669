import {source} from './packages.mjs';
import {complete} from './figure.mjs';

const packages = [['vega', 'build/vega.min.js'], ['vega-lite', 'build/vega-lite.min.js'],
                  ['vega-embed', 'build/vega-embed.min.js']];

export function escapeHtml(text) {
  return String(text).replace(/[&<>"]/g, (c) => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);
}

/// The figure as an HTML page, which shows values under the pointer and needs no network.
export function toPage(name, spec, records, chosen = {}) {
  const scripts = packages.map(([pack, file]) => `<script>${inline(source(pack, file))}</script>`);
  const data = JSON.stringify(complete(spec, records, chosen)).replace(/</g, '\\u003c');
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(name)}</title></head>
<body>
<div id="figure"></div>
${scripts.join('\n')}
<script>
vegaEmbed('#figure', ${data}, {mode: 'vega-lite', renderer: 'svg', actions: {export: true, source: false, compiled: false, editor: false}});
</script>
</body>
</html>
`;
}

/// The text of a script as a page may contain it: without end tags of scripts and without the address of
/// a source map.
export function inline(script) {
  return script.replace(/<\/script/g, '<\\/script').replace(/^\/\/# sourceMappingURL=.*$/gm, '');
}
