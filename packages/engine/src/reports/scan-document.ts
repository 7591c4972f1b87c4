import { counted } from '@assay/text/counted.ts'
import { describePath } from './describe-path.ts'
import {
  type CellPart,
  type DocumentWords,
  englishWords,
  type ReportDocument,
  type Row,
  rowsOf,
  type Section,
  type Table,
  wholeText,
} from '@assay/text/documents/document.ts'
import { writeHtml as htmlOf } from '@assay/text/documents/write-html.ts'
import { writeMarkdown as markdownOf } from '@assay/text/documents/write-markdown.ts'
import { licenseSourceNames } from '../licenses/license-words.ts'
import { severityName } from '../severity-names.ts'
import { domains } from '../vocabulary.ts'
import { describeRules } from './describe-rules.ts'
import {
  describeBasis,
  describeChecked,
  describeNewer,
  describeUnknownReleases,
  findingPage,
  fixNotes,
  scoreText,
  verdictText,
} from './scan-report.ts'
import type { ReportComponent, ReportFinding, ScanReport } from './scan-report.ts'

/** One file without scripts or other resources, to keep as an artifact of a build. */
export const writeHtml = (report: ScanReport): Promise<string> =>
  wholeText(htmlOf(scanDocument(report, 'page'), words))

/** For a pull request comment, within its limit of 65,536 characters. */
export const writeMarkdown = (report: ScanReport): Promise<string> =>
  wholeText(markdownOf(scanDocument(report, 'comment'), { words, level: 2, maxRows: 100 }))

const words: DocumentWords = { ...englishWords, cut: (_, rest) => `… and ${rest} more.` }

/** A comment leaves out what does not fail a scan: outdated components, and what is excluded. */
type Medium = 'terminal' | 'comment' | 'page'

/** The scores, what was checked, what rules say, findings with the most severe first, stability and licenses. */
function scanDocument(report: ScanReport, medium: Medium): ReportDocument {
  const { outcome, project, tool, at, reportUrl } = report
  const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  const branch = `${medium === 'comment' || project.url === '' ? 'Branch' : `${project.url}, branch`} ${project.branch}`
  return {
    language: 'en',
    title: `${tool.name}: ${outcome} for ${project.name}`,
    subject: `${branch}, ${time} UTC`,
    createdAt: new Date(at),
    ...(reportUrl !== null && { link: { title: 'Report', url: reportUrl } }),
    logo: null,
    sections: [
      ...scores(report),
      ...coverage(report),
      ...rules(report),
      ...findings(report, medium),
      ...stability(report, medium),
      ...licenses(report, medium),
      { kind: 'text', text: basisOf(report) },
    ],
  }
}

/** A table that is left out if it is empty. */
export const table = (title: string, columns: readonly string[], rows: readonly Row[]): Table[] =>
  rows.length === 0
    ? []
    : [
        {
          kind: 'table',
          key: title.toLowerCase().replaceAll(' ', '-'),
          title,
          empty: '',
          columns: columns.map((column) => ({ key: column, title: column, width: 1 })),
          rows: rowsOf(rows),
        },
      ]

export function scores(report: ScanReport): Table[] {
  const rows = domains.map((domain): Row => {
    const verdict = verdictText(report, domain)
    return [
      domain[0]!.toUpperCase() + domain.slice(1),
      scoreText(report, domain),
      report.minimumScores[domain],
      verdict === 'below the minimum' ? [{ text: verdict, isStrong: true }] : verdict,
    ]
  })
  return table('', ['', 'Score', 'Minimum', ''], rows)
}

function coverage(report: ScanReport): Section[] {
  const checked = describeChecked(report)
  const { incomplete } = report
  return [
    ...(checked === null ? [] : [{ kind: 'text', text: `${checked}.` } as const]),
    ...(incomplete === null ? [] : [{ kind: 'text', text: incomplete, isWarning: true } as const]),
  ]
}

const rules = (report: ScanReport): Table[] =>
  table(
    'Policy rules',
    ['Rule', 'Found'],
    describeRules(report).map(({ isFailure, title, details, page }) => [
      [{ text: title, ...(isFailure && { isStrong: true }), url: page }],
      details.join('; '),
    ]),
  )

function findings(report: ScanReport, medium: Medium): Section[] {
  const counted = report.findings.filter(({ excluded }) => excluded === null)
  const excluded = report.findings.filter((each) => each.excluded !== null)
  const { note, describe } = fixNotes(counted)
  const list = table(
    'Vulnerabilities',
    ['Severity', 'Package', 'Vulnerability', 'Fixes this', 'Introduced through'],
    counted.map((finding) => [
      ratingOf(finding),
      [{ ...packageOf(finding), url: findingPage(report, finding) }],
      [idOf(finding)],
      describe(finding),
      wayOf(finding),
    ]),
  ).map((each): Table => ({ ...each, note }))
  const none =
    report.incomplete === null ? [{ kind: 'text', text: 'No vulnerabilities found.' } as const] : []
  const rest = `${excluded.length} more do not count: they are excluded.`
  return [
    ...(counted.length === 0 ? none : list),
    ...(excluded.length === 0
      ? []
      : medium === 'comment'
        ? [{ kind: 'text', text: rest } as const]
        : table(
            'Excluded',
            ['Severity', 'Package', 'Vulnerability', 'Reason'],
            excluded.map((finding) => [
              ratingOf(finding),
              [packageOf(finding)],
              [idOf(finding)],
              finding.excluded!.description || finding.excluded!.reason,
            ]),
          )),
  ]
}

function ratingOf({ severity, category, cvss }: ReportFinding): string {
  const rated = category === 'malware' ? 'Malware' : severityName(severity)
  return cvss === null ? rated : `${rated} (${cvss.toFixed(1)})`
}

const packageOf = ({ name, version }: { name: string; version: string }): CellPart => ({
  text: `${name} ${version}`,
  isCode: true,
})

const idOf = ({ id, page, summary, isUncertain }: ReportFinding): CellPart => ({
  text: id,
  url: page,
  rest: `${summary === '' ? '' : `: ${summary}`}${isUncertain ? ' (module stream unknown)' : ''}`,
})

/** The shortest dependency path without the package itself; empty if unknown. */
function wayOf({ paths: [path = []] }: ReportFinding): Row[number] {
  if (path.length === 1) return 'Direct'
  const way = describePath(path).slice(0, -1).join(' > ')
  return way === '' ? null : [{ text: way, isCode: true }]
}

/** Deprecated, unsupported and unmaintained components, then outdated ones. */
export function stability({ components }: ScanReport, medium: Medium): Table[] {
  const warned = components.filter((each) => each.stability.length > 0)
  const outdated = components.filter((each) => each.stability.length === 0 && each.newer !== null)
  return table(
    'Stability',
    [...packageTitles(medium), 'Stability', 'Newer'],
    [...warned, ...(medium === 'comment' ? [] : outdated)].map((each) => [
      ...packageCells(each, medium),
      each.stability.join(' '),
      each.newer === null ? null : describeNewer(each.newer),
    ]),
  ).map(
    cutFor(
      medium,
      (rest) => `${counted(rest, 'more component is', 'more components are')} outdated.`,
      warned.length,
    ),
  )
}

/** License violations, then components without a license; each with the source of its license. */
export function licenses({ components, measured }: ScanReport, medium: Medium): Table[] {
  const violating = components.filter(({ violations }) => violations.length > 0)
  // Where no license is known at all, the score says so.
  const unlicensed = components.filter(
    (each) => each.violations.length === 0 && each.warnings.length > 0 && measured.licensing,
  )
  return table(
    'Licenses',
    [...packageTitles(medium), 'License', 'Source', 'License issue'],
    [...violating, ...(medium === 'comment' ? [] : unlicensed)].map((each) => [
      ...packageCells(each, medium),
      each.licenses.join(', '),
      each.licenseRegistry ?? (each.licenseSource && licenseSourceNames[each.licenseSource]),
      [...each.violations, ...each.warnings].join('; '),
    ]),
  ).map(cutFor(medium, (rest) => `${counted(rest, 'more component')} with license issues.`))
}

const packageTitles = (medium: Medium) => (medium === 'terminal' ? ['Package', 'Version'] : ['Package'])
const packageCells = (each: ReportComponent, medium: Medium): Row =>
  medium === 'terminal' ? [each.name, each.version] : [[packageOf(each)]]

/** An old project has hundreds, and vulnerabilities need the room. */
const maxRows: Record<Medium, number> = { terminal: 20, comment: 30, page: Infinity }

const cutFor =
  (medium: Medium, cut: (rest: number) => string, warned = 0) =>
  (each: Table): Table =>
    medium === 'terminal'
      ? { ...each, maxRows: warned + maxRows.terminal, cut }
      : { ...each, maxRows: maxRows[medium] }

/** What it was compared with, and what is unknown. */
function basisOf(report: ScanReport): string {
  const { components, advisories, issues, libyears, tool } = report
  const unknown = describeUnknownReleases(report)
  return [
    `${components.length} components${advisories ? ` against ${describeBasis(advisories)}` : ''}.`,
    ...(libyears === null ? [] : [`${libyears} libyears behind.`]),
    ...(unknown === null ? [] : [unknown]),
    ...(issues.length === 0 ? [] : [unusedOf(issues.length)]),
    `${tool.name} ${tool.version}`,
  ].join(' ')
}

const unusedOf = (count: number): string =>
  counted(count, 'entry could not be used as it stands.', 'entries could not be used as they stand.')
