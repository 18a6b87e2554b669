// A page for each paper, from the assessments that 'stiffbench reproduce --json' prints.
import {escapeHtml, number, paragraph, raw, sorted, source, table} from '../html.mjs';

const verdicts = [
  'holds',
  'holds in part',
  'does not hold',
  'undecided',
  'cannot be tested here',
  'misprint confirmed',
  'misprint not confirmed',
];

function caseWords({label, text, value, paper, answer, margin_text: margin, note}) {
  const words = [
    text,
    paper !== null && `the paper ${number(paper)}`,
    answer !== 'yes' && answer,
    margin && `margin ${margin}`,
    value !== null && note,
  ];
  return `<li>${escapeHtml(`${label}: ${words.filter(Boolean).join(', ')}`)}</li>`;
}

function cases(list) {
  if (!list.length) return '';
  const count = `${list.length} number${list.length === 1 ? '' : 's'}`;
  return `<details><summary>${count}</summary><ul>${list.map(caseWords).join('')}</ul></details>`;
}

/// Returns the paper's statement and the rule, folded.
function statement({states, rule, deviation}) {
  const lines = [
    states && `The paper: ${states}`,
    rule && `Rule: ${rule}`,
    deviation && `Deviation: ${deviation.reason} (${deviation.date})`,
  ].filter(Boolean);
  const list = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
  return `<details><summary>the paper and the rule</summary><ul>${list}</ul></details>`;
}

const columns = ['claim', 'where', 'verdict', 'ours', 'margin', 'the paper', 'differs', 'why'];

function target({target: name, title, place, claims}) {
  const verdictCell = ({verdict}) => {
    const rank = verdicts.indexOf(verdict);
    return sorted(verdict, rank, `verdict-${rank}`);
  };
  const rows = claims.map((one) => [
    raw(escapeHtml(one.claim) + statement(one)),
    one.place,
    verdictCell(one),
    one.ours || null,
    one.margin === null ? null : sorted(one.margin_text, one.margin),
    one.paper || null,
    one.differs || null,
    raw(escapeHtml(one.sentence) + cases(one.cases)),
  ]);
  return {
    id: name,
    title: `${place}: ${title}`,
    html: table(title, columns, rows),
  };
}

/// Returns one page for each DOI of the assessments.
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
          `${claims.length} claims (${counts.map(([verdict, count]) => `${verdict}: ${count}`).join(', ')}).`,
        ),
    };
  });
}
