import {bundle, inline, inlineJson, style} from '../page/bundle.mjs';
import {problemsOf} from '../page/data.mjs';
import {escapeHtml} from '../page/words.mjs';
import {drawnRows} from './diagram/diagram.mjs';
import {complete} from './figure.mjs';
import {methodsOf} from './methods.mjs';
import {source} from './packages.mjs';

const packages = [['vega', 'build/vega.min.js'], ['vega-embed', 'build/vega-embed.min.js']];

/// Returns the figure as an HTML page that needs no network. A diagram lets its reader choose its contents;
/// any other figure, whose Vega specification may be given, shows values under the pointer.
export async function toPage(name, spec, records, chosen = {}, vega = undefined) {
  return spec.usermeta?.diagram ? diagramPage(spec, records, chosen)
    : vegaPage(chosen.title || chosen.experiment || name, vega ?? await complete(name, spec, records, chosen));
}

const page = (title, head, body) => `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>${head}</head>
<body>
${body}
</body>
</html>
`;

function diagramPage(spec, records, chosen) {
  const {x = 'h', y = 'error', error = 'energy_norm'} = {...spec.usermeta.diagram, ...chosen};
  const [vertical] = [y === 'error' ? error : y].flat(), [horizontal] = [x].flat();
  const title = chosen.title ?? chosen.experiment ?? spec.title;
  const problems = problemsOf(drawnRows(spec, records), chosen.methods ?? methodsOf(records));
  return page(title || spec.title, `<style>${style(new URL('../page/diagram.css', import.meta.url))}</style>`,
              `${title && !chosen.bare ? `<h1>${escapeHtml(title)}</h1>` : ''}
<div id="figure"><noscript>This diagram needs JavaScript.</noscript></div>
<script type="application/json" id="data">${inlineJson({problems, base: {x: horizontal, y: vertical}})}</script>
<script>${bundle('diagram')}</script>`);
}

function vegaPage(title, vega) {
  const scripts = packages.map(([pack, file]) => inline(source(pack, file)));
  return page(title, '', `<div id="figure"></div>
${[...scripts, bundle('figure')].map((script) => `<script>${script}</script>`).join('\n')}
<script>
vegaEmbed('#figure', ${inlineJson(vega)}, {mode: 'vega', renderer: 'svg', actions: {export: true, source: false, compiled: false, editor: false}});
</script>`);
}
