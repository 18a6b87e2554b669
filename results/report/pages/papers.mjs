// A page for each paper, from the assessments that 'stiffbench reproduce --json' prints.
import {escapeHtml, number, paragraph, raw, sorted, source, table} from '../html.mjs';

const verdicts = ['holds', 'holds in part', 'does not hold', 'cannot be tested here'];

function caseWords({label, value, paper, holds, note}) {
  const words = [
    number(value),
    paper !== null && `the paper ${number(paper)}`,
    holds === false && 'not as stated',
    note,
  ];
  return `<li>${escapeHtml(`${label}: ${words.filter(Boolean).join(', ')}`)}</li>`;
}

function cases(list) {
  if (!list.length) return '';
  const count = `${list.length} number${list.length === 1 ? '' : 's'}`;
  return `<details><summary>${count}</summary><ul>${list.map(caseWords).join('')}</ul></details>`;
}

function target({target: name, title, place, claims}) {
  const rows = claims.map((one) => [
    raw(escapeHtml(one.claim)),
    one.place,
    sorted(one.verdict, verdicts.indexOf(one.verdict), `verdict-${verdicts.indexOf(one.verdict)}`),
    one.ours || null,
    one.paper || null,
    raw(escapeHtml(one.sentence) + cases(one.cases)),
  ]);
  return {
    id: name,
    title: `${place}: ${title}`,
    html: table(title, ['claim', 'where', 'verdict', 'ours', 'the paper', 'why'], rows),
  };
}

/// One page for each DOI of the assessments.
export function paperPages(assessments, report) {
  const papers = [...new Map(assessments.map(({doi, paper}) => [doi, paper]))];
  return papers.map(([doi, paper], k) => {
    const own = assessments.filter((one) => one.doi === doi),
      claims = own.flatMap((one) => one.claims);
    const counts = verdicts
      .map((verdict) => [verdict, claims.filter((one) => one.verdict === verdict).length])
      .filter(([, count]) => count);
    return {
      id: `paper-${k + 1}`,
      title: paper,
      group: 'Papers',
      words: doi,
      sections: own.map(target),
      lead:
        (doi ? paragraph(source(doi, report.facts.citations)) : '') +
        paragraph(
          `${claims.length} claims: ${counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ')}.`,
        ),
    };
  });
}
