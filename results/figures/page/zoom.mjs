// Domains of logarithmic axes under zooming and panning.
import {at} from '../lib/diagram/axis.mjs';

const moved = (domain, from, to) => [at(from, domain), at(to, domain)];

/// Returns the domain magnified by `factor` about the value at this share of it.
export function zoomed(domain, factor, share) {
  return moved(domain, share * (1 - 1 / factor), share + (1 - share) / factor);
}

/// Returns the domain moved by a share of its length.
export function panned(domain, part) {
  return moved(domain, part, 1 + part);
}

/// Returns true if a zoom is reasonable: more than a fiftieth of a decade, less than 60 decades.
export function isFair([low, high]) {
  const decades = Math.log10(high / low);
  return decades > 0.02 && decades < 60;
}
