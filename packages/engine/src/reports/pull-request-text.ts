import { counted } from '@assay/text/counted.ts'
import {
  type CellPart,
  type DocumentWords,
  englishWords,
  type ReportDocument,
  type Row,
  rowsOf,
  type Section,
  wholeText,
} from '@assay/text/documents/document.ts'
import { writeMarkdown } from '@assay/text/documents/write-markdown.ts'
import { withoutReferences } from '@assay/text/markdown.ts'
import { toLine } from '@assay/text/invisible.ts'

/** The parts of a report file that the text of a pull request or an issue is made of. Everything may be missing. */
export interface ReportOfBot {
  autofix?: { changes: readonly Upgrade[] } | undefined
  reports: {
    security: { reports: readonly { language: string; reports: readonly Affected[] }[] }
    stability: { reports: readonly { language: string; versions: readonly Outdated[] }[] }
    licensing: { reports: readonly { language: string; results: readonly Licensed[] }[] }
  }
}

interface Upgrade {
  name: string
  version: string
  language: string
  upgradedTo: string
}

interface Affected {
  dependency: { name: string; version: string }
  advices: readonly { id: string; cve: string; severity: string }[]
  safeVersions: NewerVersions
}

interface Outdated extends NewerVersions {
  name: string
  version: string
}

interface NewerVersions {
  latestPatch?: string | undefined
  latestMinor?: string | undefined
  latestMajor?: string | undefined
}

interface Licensed {
  name: string
  version: string
  warnings: readonly string[]
  violations: readonly string[]
}

export interface BotOptions {
  /** For a pull request with the upgrades, otherwise for an issue about what is wrong. */
  isPullRequest: boolean
  /** Whether the pull request contains the report as a file. */
  hasReport: boolean
  /** Whether to leave out what is vulnerable or outdated. */
  excludesIssues: boolean
  excludesLicenses: boolean
}

export interface BotText {
  /** One line of plain text; '' if there is nothing to propose or to report. */
  title: string
  /** Markdown. */
  message: string
}

/** Services accept texts of 65,536 characters. */
const maxRows = 100
const maxNamed = 10

/** The title and text under which a bot opens a pull request or an issue about a report. */
export async function composeBotText(report: ReportOfBot, options: BotOptions): Promise<BotText> {
  const { title, sections } = options.isPullRequest
    ? pullRequestOf(report, options)
    : issueOf(report, options)
  if (title === '') return { title, message: '' }
  const text = await wholeText(writeMarkdown({ ...untitled, sections }, { words, level: 2, maxRows }))
  return { title, message: text.trimEnd() }
}

/** The service shows title and time. */
const untitled: ReportDocument = {
  language: 'en',
  title: '',
  subject: '',
  createdAt: new Date(0),
  logo: null,
  sections: [],
}

const words: DocumentWords = { ...englishWords, cut: (_, rest) => `And ${rest} more.` }

interface Composed {
  title: string
  sections: Section[]
}

function pullRequestOf(report: ReportOfBot, options: BotOptions): Composed {
  const upgrades = report.autofix?.changes ?? []
  const [first, ...others] = upgrades
  if (!first) return { title: '', sections: [] }
  const title =
    others.length === 0
      ? `Upgrade ${plain(first.name)} from ${plain(first.version)} to ${plain(first.upgradedTo)}`
      : `Upgrade ${upgrades.length} dependencies`
  const fixes = new Map(
    affectedOf(report).map(({ language, dependency, advices }) => [
      keyOf({ language, ...dependency }),
      namesOf(advices),
    ]),
  )
  const rows = upgrades.map((each) => [...cellsOf(each), each.upgradedTo, fixes.get(keyOf(each)) ?? ''])
  const file: CellPart = { text: 'report.pdf', isCode: true, rest: ' is the whole report.' }
  const sections = [
    section('', [...columns, 'Upgraded to', 'Addresses'], rows),
    ...(options.hasReport ? [{ kind: 'text', text: [file] } as const] : []),
    ...sectionsOf(report, options),
  ]
  return { title, sections }
}

function issueOf(report: ReportOfBot, options: BotOptions): Composed {
  const advices = affectedOf(report).flatMap((each) => each.advices).length
  const counts = [
    count(options.excludesIssues ? 0 : advices, 'vulnerability', 'vulnerabilities'),
    count(options.excludesIssues ? 0 : outdatedOf(report).length, 'outdated component'),
    count(
      options.excludesLicenses ? 0 : licensedOf(report).length,
      'component with a license problem',
      'components with license problems',
    ),
  ].filter((text) => text !== '')
  if (counts.length === 0) return { title: '', sections: [] }
  const title = counts.length === 1 ? counts[0]! : `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)!}`
  return { title, sections: sectionsOf(report, options) }
}

const columns = ['Dependency', 'Language', 'Version']

/** What is wrong, as far as it is not excluded. */
function sectionsOf(report: ReportOfBot, { excludesIssues, excludesLicenses }: BotOptions): Section[] {
  const affected = affectedOf(report).map((each) => [
    ...cellsOf({ ...each, ...each.dependency }),
    namesOf(each.advices),
    newerOf(each.safeVersions),
  ])
  const outdated = outdatedOf(report).map((each) => [...cellsOf(each), newerOf(each)])
  const licensed = licensedOf(report).map((each) => [
    ...cellsOf(each),
    [...each.violations, ...each.warnings].slice(0, maxNamed).join(', '),
  ])
  const lists: [title: string, columns: string[], rows: Row[]][] = [
    ['Vulnerabilities', ['Advisories', 'Safe versions'], excludesIssues ? [] : affected],
    ['Outdated', ['Newer versions'], excludesIssues ? [] : outdated],
    ['Licenses', ['Problem'], excludesLicenses ? [] : licensed],
  ]
  return lists
    .filter(([, , rows]) => rows.length > 0)
    .map(([title, more, rows]) => section(title, [...columns, ...more], rows))
}

const affectedOf = ({ reports }: ReportOfBot) =>
  reports.security.reports.flatMap(({ language, reports: list }) =>
    list.filter(({ advices }) => advices.length > 0).map((each) => ({ ...each, language })),
  )
const outdatedOf = ({ reports }: ReportOfBot) =>
  reports.stability.reports.flatMap(({ language, versions }) =>
    versions.filter((each) => newerOf(each) !== '').map((each) => ({ ...each, language })),
  )
const licensedOf = ({ reports }: ReportOfBot) =>
  reports.licensing.reports.flatMap(({ language, results }) =>
    results
      .filter(({ warnings, violations }) => warnings.length + violations.length > 0)
      .map((each) => ({ ...each, language })),
  )

interface Named {
  name: string
  language: string
  version: string
}

const keyOf = ({ language, name, version }: Named) => JSON.stringify([language, name, version])
const cellsOf = ({ name, language, version }: Named) => [name, language, version]
const plain = (text: string) => withoutReferences(toLine(text))

/** The CVE, or the advisory's own id, with its severity. */
function namesOf(advices: Affected['advices']): string {
  const names = advices
    .slice(0, maxNamed)
    .map(({ id, cve, severity }) => `${cve.startsWith('CVE-') ? cve : id} (${severity})`)
  const more = advices.length - names.length
  return [...names, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

const newerOf = ({ latestPatch, latestMinor, latestMajor }: NewerVersions) =>
  [...new Set([latestPatch, latestMinor, latestMajor])].filter((each) => each !== undefined).join(', ')

const count = (number: number, one: string, many = `${one}s`) =>
  number === 0 ? '' : counted(number, one, many)

const section = (title: string, names: readonly string[], rows: readonly Row[]): Section => ({
  kind: 'table',
  key: title,
  title,
  empty: '',
  columns: names.map((name) => ({ key: name, title: name, width: 1 })),
  rows: rowsOf(rows),
})
