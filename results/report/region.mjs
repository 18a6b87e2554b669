// The region of stability of a method as a picture. (Runs in Node.)

const scale = 24; // pixels for a unit of z

/// Returns the stable part of the upper half plane as a path, with one rectangle per run of squares in a
/// column.
function pathOf({edge, re, im, growth}) {
  const stable = new Map();
  re.forEach((x, k) => {
    if (growth[k] === null || growth[k] > 1 + 1e-12) return;
    if (!stable.has(x)) stable.set(x, []);
    stable.get(x).push(im[k]);
  });
  const parts = [],
    n = (value) => Math.round(value * scale * 100) / 100;
  for (const [x, all] of stable) {
    let begin = all[0];
    all.forEach((y, k) => {
      if (k + 1 < all.length && all[k + 1] - y < 1.5 * edge) return;
      parts.push(
        `M${n(x - edge / 2 + 8)},${n(8 - y - edge / 2)}h${n(edge)}v${n(y - begin + edge)}h${n(-edge)}z`,
      );
      begin = all[k + 1];
    });
  }
  return parts.join('');
}

/// Draws a region (results/schema/stability.schema.json) with this name.
export function regionSvg(region, name) {
  const [w, h] = [12 * scale, 8 * scale],
    label = (x, y, words, anchor = 'middle') =>
      `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="11">${words}</text>`;
  const marks =
    [-8, -4, 0, 4].map((re) => label((re + 8) * scale, h + 15, re)).join('') +
    [4, 8].map((im) => label(8 * scale - 5, (8 - im) * scale + 12, im, 'end')).join('');
  return `<svg class="region" viewBox="-8 -8 ${w + 16} ${h + 40}" width="${w + 16}" role="img" aria-label="${name}">
<path d="${pathOf(region)}" fill="#9ecae1"/>
<path d="M0,${h}H${w}M${8 * scale},0V${h}" stroke="#444" fill="none"/>
<rect width="${w}" height="${h}" fill="none" stroke="#999"/>
${marks}${label(10 * scale, h + 28, 'Re z')}${label(8 * scale + 6, 12, 'Im z', 'start')}</svg>`;
}
