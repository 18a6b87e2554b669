// Domains of logarithmic axes under zooming and panning.
import {at} from '../lib/diagram/axis.mjs';

const moved = (domain, from, to) => [at(from, domain), at(to, domain)];

/// The domain seen `factor` times as large about the value at this share of it.
export function zoomed(domain, factor, share) {
  return moved(domain, share * (1 - 1 / factor), share + (1 - share) / factor);
}

/// The domain moved by a share of its length.
export function panned(domain, part) {
  return moved(domain, part, 1 + part);
}

/// Whether a zoom is still within reason: at least a tenth of a decade, at most 60 decades.
export function isFair([low, high]) {
  const decades = Math.log10(high / low);
  return decades > 0.02 && decades < 60;
}
