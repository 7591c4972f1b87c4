import { counted } from '@assay/text/counted.ts'
import { describePath } from '@assay/engine/reports/describe-path.ts'
import { dayMs } from '@assay/engine/time.ts'
import { englishWords, type Section, wholeText } from '@assay/text/documents/document.ts'
import { writeText } from '@assay/text/documents/write-text.ts'
import { severityName } from '@assay/engine/severity-names.ts'
import { licenses, scores, stability, table } from '@assay/engine/reports/scan-document.ts'
import { describeRules } from '@assay/engine/reports/describe-rules.ts'
import {
  describeBasis,
  describeChecked,
  describeLayer,
  describeUnknownReleases,
  findingPage,
  fixNotes,
} from '@assay/engine/reports/scan-report.ts'
import type { ReportFinding, ScanReport } from '@assay/engine/reports/scan-report.ts'
import { describeSearched, shortUsage } from '@assay/engine/usage/describe-usage.ts'
import { dayOf, describeAge } from './advisory-age.ts'

const columns = ['Severity', 'Package', 'Version', 'Vulnerability', 'Fixes this', 'Introduced through']

/** Scores with minimums, findings in report order, then stability and licensing. */
export const printReport = (report: ScanReport): Promise<string> =>
  wholeText(writeText({ sections: sectionsOf(report), ...linkOf(report) }, words))

const words = { ...englishWords, cut: () => '' }

const linkOf = ({ reportUrl }: ScanReport) =>
  reportUrl === null ? {} : { link: { title: 'Report', url: reportUrl } }

function sectionsOf(report: ScanReport): Section[] {
  const { libyears } = report
  return [
    ...scores(report),
    ...findingsOf(report),
    ...pagesOf(report),
    ...linesOf(
      describeRules(report).flatMap(({ title, details, page }) => [
        `${title}:`,
        ...details.map((each) => `  ${each}`),
        ...(page === null ? [] : [`  ${page}`]),
      ]),
    ),
    ...textsOf(searchedOf(report), ...summaryOf(report)),
    ...stability(report, 'terminal'),
    ...licenses(report, 'terminal'),
    ...textsOf(
      libyears === null ? null : `${libyears} libyears behind the newest releases.`,
      describeUnknownReleases(report),
    ),
    ...basisOf(report),
  ]
}

const textsOf = (...texts: (string | null)[]): Section[] =>
  texts.flatMap((text) => (text === null ? [] : [{ kind: 'text', text }]))

const linesOf = (lines: readonly string[]): Section[] =>
  table(
    '',
    [''],
    lines.map((line) => [line]),
  )

function findingsOf({ findings }: ScanReport): Section[] {
  const { note, describe } = fixNotes(findings)
  const hasLayers = findings.some(({ layer }) => layer !== undefined)
  const hasUsage = findings.some(({ usage }) => usage !== undefined)
  const rows = findings.map((finding) => [
    ...rowOf(finding, describe(finding)),
    ...(hasUsage ? [finding.usage ? shortUsage(finding.usage) : ''] : []),
    ...(hasLayers ? [layerOf(finding)] : []),
  ])
  const shown = [...columns, ...(hasUsage ? ['Used at'] : []), ...(hasLayers ? ['Layer'] : [])]
  return table('', shown, rows).map((each) => ({ ...each, note }))
}

/** What was searched, where findings say whether they are used. */
const searchedOf = ({ searched = [], findings }: ScanReport): string | null =>
  searched.length === 0 || findings.length === 0 ? null : describeSearched(searched)

const maxPages = 10

/** The pages of the most severe vulnerabilities on the server. */
function pagesOf(report: ScanReport): Section[] {
  const counted = report.findings.filter(({ excluded }) => excluded === null)
  const pages = counted.map((finding) => [finding.id, findingPage(report, finding)] as const)
  const lines = [...new Map(pages)].flatMap(([id, page]) => (page === null ? [] : [`${id}: ${page}`]))
  return linesOf(lines.slice(0, maxPages))
}

/** The advisory data used and its age. */
function basisOf({ advisories, at }: ScanReport): Section[] {
  if (!advisories) return []
  const days = Math.max(0, Math.floor((at - (advisories.newestAt ?? at)) / dayMs))
  const age = advisories.newestAt === null ? '' : `, ${counted(days, 'day')} ago`
  const rows = advisories.ecosystems.map(({ name, advisories: count, newestAt, checkedAt, source }) => [
    name,
    count,
    checkedAt === null ? 'never' : `${dayOf(checkedAt)}, ${describeAge(at - checkedAt)} ago`,
    dayOf(newestAt),
    source,
  ])
  return [
    ...textsOf(`Checked against ${describeBasis(advisories)}${age}.`),
    ...table('', ['Ecosystem', 'Advisories', 'Data as of', 'Newest record', 'From'], rows),
  ]
}

function rowOf(finding: ReportFinding, fixes: string): string[] {
  const { severity, category, name, version, id, excluded, paths } = finding
  const rated = category === 'malware' ? 'Malware' : severityName(severity)
  const shown = excluded ? `${rated} (excluded)` : rated
  const doubt = finding.isUncertain ? ' (module stream unknown)' : ''
  return [shown, name, version, `${id}${exploitOf(finding)}${doubt}`, fixes, pathOf(paths[0] ?? [])]
}

const maxLayerLength = 60

/** '2 RUN apt-get install curl' */
const layerOf = ({ layer }: ReportFinding): string =>
  layer === undefined
    ? ''
    : describeLayer(layer)
        .replace(/^Layer /, '')
        .slice(0, maxLayerLength)

/** Whether it is known exploited, otherwise its probability from one percent. */
function exploitOf({ knownExploited, epss }: ReportFinding): string {
  if (knownExploited) return ' (exploited)'
  return epss !== null && epss >= 0.01 ? ` (EPSS ${Math.round(epss * 100)} %)` : ''
}

/** The dependency path, shortened in the middle. Report files contain all of it. */
function pathOf(path: string[]): string {
  if (path.length === 1) return 'Direct'
  const above = describePath(path).slice(0, -1)
  return (above.length > 3 ? [above[0], '…', above.at(-1)] : above).join(' > ')
}

function summaryOf(report: ScanReport): (string | null)[] {
  const { findings, incomplete } = report
  const checked = describeChecked(report)
  // The reason says it, too.
  const covered = checked === null || incomplete !== null ? '' : `${checked}. `
  const active = findings.filter(({ excluded }) => excluded === null)
  const more = findings.length - active.length
  const also = more > 0 ? ` ${more} more excluded.` : ''
  if (active.length === 0) return [`${covered}${incomplete ?? 'No vulnerabilities found.'}${also}`]
  // Like the server, counts one finding per package, whatever the number of versions.
  const vulnerabilities = new Set(active.map(({ id, language, name }) => `${id}\n${language}\n${name}`)).size
  const packages = new Set(active.map(({ language, name, version }) => `${language}\n${name}\n${version}`))
    .size
  const found = `${counted(vulnerabilities, 'vulnerability', 'vulnerabilities')} in ${counted(packages, 'package version')}`
  return [`${covered}${found}.${also}`, incomplete]
}
