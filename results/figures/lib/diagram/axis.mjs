// Logarithmic axes: the range follows from the data, and the labels are powers of ten.

/// Returns the range of positive values, with a margin (a share of the length) at both ends.
export function domainOf(values, room) {
  if (!values.length) return [0.1, 10];  // nothing to draw
  let low = values.reduce((a, b) => Math.min(a, b)), high = values.reduce((a, b) => Math.max(a, b));
  if (high < 2 * low) [low, high] = [low / Math.SQRT2, high * Math.SQRT2];
  const extra = (high / low) ** (room / (1 - 2 * room));
  return [low / extra, high * extra];
}

/// Returns the position of a value in its domain, from 0 to 1.
export function share(value, [low, high]) {
  return Math.log(value / low) / Math.log(high / low);
}

/// Returns the value at a share of the domain.
export function at(part, [low, high]) {
  return low * (high / low) ** part;
}

/// Returns at least two and at most `most` labelled values: powers of ten, with their multiples if there are
/// too few powers.
export function ticksOf([low, high], most) {
  const within = (value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9);
  const first = Math.floor(Math.log10(low)), last = Math.ceil(Math.log10(high));
  const decades = Array.from({length: last - first + 1}, (_, k) => first + k);
  const multiples = (digits) => decades.flatMap((k) => digits.map((digit) => Number(`${digit}e${k}`))).filter(within);
  const powers = multiples([1]);
  if (powers.length >= 2) {
    const stride = [1, 2, 3, 4, 5, 6, 10, 20].find((n) => Math.ceil(powers.length / n) <= most) ?? powers.length - 1;
    return powers.filter((value) => Math.round(Math.log10(value)) % stride === 0).length >= 2
      ? powers.filter((value) => Math.round(Math.log10(value)) % stride === 0)
      : [powers[0], powers.at(-1)];
  }
  for (const digits of [[1, 3], [1, 2, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]]) {
    const values = multiples(digits);
    if (values.length >= 2) return values.length <= most ? values : [values[0], values.at(-1)];
  }
  return [low, high].map((value) => Number(value.toPrecision(2)));
}
