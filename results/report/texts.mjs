// The visible text of pages for search, line by line. (Runs in Node.)

const entities = {'&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"'};

/// Joins the lines of paragraphs; preformatted lines, which begin with a space, are kept.
const paragraphs = (text) => text.replace(/\n(?![ \n])/g, ' ');

/// Returns the lines of this markup: a paragraph, a table row, a term with its description.
export function linesOf(html) {
  return html
    .replace(/<(script|style|svg|noscript)\b[\s\S]*?<\/\1>/g, '')
    .replace(/\n/g, ' ')
    .replace(/<\/t[hd]>\s*(?=<t[hd])/g, ' · ')
    .replace(/<\/dt>/g, ': ')
    .replace(/<br>/g, ' ')
    .replace(/<\/?(p|tr|li|dd|caption|h\d|summary|figcaption|div|pre|ul|dl|table|label)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (entity) => entities[entity])
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

const textOf = (html) =>
  linesOf(
    html.replace(/<pre[^>]*>([\s\S]*?)<\/pre>/g, (_, text) =>
      paragraphs(text)
        .split('\n')
        .map((line) => `<p>${line}</p>`)
        .join(''),
    ),
  );

/// Returns the texts that search reads, [{title, page, href, keywords, lines}]: each page with the text
/// before its sections, and each section.
export const textsOf = (pages, href) =>
  pages.flatMap(({id, title, group, words = '', lead = '', sections}) => [
    {title, page: group, href: href(id), keywords: words, lines: textOf(lead)},
    ...sections.map((section) => ({
      title: section.title,
      page: title,
      href: href(`${id}/${section.id}`),
      keywords: section.words ?? '',
      lines: textOf(section.html),
    })),
  ]);
