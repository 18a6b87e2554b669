/// Sizes of text in pixels: 8.5 is 6.4 points in print, in a font with a large x-height.
export const size = {title: 11, panel: 9.5, text: 8.5, small: 7.5};

const widths = [[/[iljI.,:;'| ]/, 0.3], [/[ftr()[\]/⁻⁰-⁹¹²³-]/, 0.4], [/[mwMW@%=…×]/, 0.9]];  // em

/// Estimates the width of a text in DejaVu Sans.
export function widthOf(text, fontSize = size.text, bold = false) {
  let em = 0;
  for (const letter of String(text))
    em += widths.find(([letters]) => letters.test(letter))?.[1] ?? 0.62;
  return em * fontSize * (bold ? 1.12 : 1);
}

/// Breaks a text at gaps into lines of at most this width; an empty text has no line.
export function wrap(text, width, fontSize, bold = false, gaps = ' ') {
  const lines = [];
  for (const word of text.split(gaps).filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && widthOf(longer, fontSize, bold) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/// Shortens a text to this width.
export function shortened(words, width, fontSize) {
  if (widthOf(words, fontSize) <= width) return words;
  let end = words.length;
  while (end > 0 && widthOf(`${words.slice(0, end)}…`, fontSize) > width) --end;
  return `${words.slice(0, end)}…`;
}

/// Formats an integer as superscript.
export function raised(number) {
  return [...String(number)].map((sign) => (sign === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)])).join('');
}

/// Formats a number with one or two digits: 10⁻⁵, 2·10⁻³, 0.5, 20.
export function power(value) {
  const exponent = Math.floor(Math.log10(value) + 1e-9);
  const digits = Number((value / 10 ** exponent).toPrecision(2));
  if (digits === 1) return exponent === 0 ? '1' : exponent === 1 ? '10' : `10${raised(exponent)}`;
  if (Math.abs(exponent) <= 1) return String(Number(value.toPrecision(2)));
  return `${digits}·10${raised(exponent)}`;
}
