import { describePath } from '@assay/engine/reports/describe-path.ts'
import { dayMs } from '@assay/engine/time.ts'
import { showControls } from '@assay/text/invisible.ts'
import { licenseSourceNames } from '@assay/engine/licenses/license-words.ts'
import { severityName } from '@assay/engine/severity-names.ts'
import { domains } from '@assay/engine/vocabulary.ts'
import { describeRules } from '@assay/engine/reports/describe-rules.ts'
import {
  describeBasis,
  describeChecked,
  describeLayer,
  describeNewer,
  describeUnknownReleases,
  findingPage,
  fixNotes,
  scoreText,
  verdictText,
} from '@assay/engine/reports/scan-report.ts'
import type {
  AdvisoryBasis,
  ReportComponent,
  ReportFinding,
  ScanReport,
} from '@assay/engine/reports/scan-report.ts'
import { describeSearched, shortUsage } from '@assay/engine/usage/describe-usage.ts'
import { describeAge } from './advisory-age.ts'
import { table } from './table.ts'

const columns = ['Severity', 'Package', 'Version', 'Vulnerability', 'Fixes this', 'Introduced through']
/** Maximum outdated components without other warnings: an old project has hundreds. */
const maxOutdated = 20
/** Maximum components with license violations or without a license. */
const maxLicenses = 20

/** Scores with minimums, findings in report order, then stability and licensing. */
export function printReport(report: ScanReport): string {
  const { findings, advisories, at } = report
  const rows = domains.map((domain) => [
    domain[0]!.toUpperCase() + domain.slice(1),
    scoreText(report, domain),
    String(report.minimumScores[domain]),
    verdictText(report, domain),
  ])
  const { note, describe } = fixNotes(findings)
  const hasLayers = findings.some(({ layer }) => layer !== undefined)
  const hasUsage = findings.some(({ usage }) => usage !== undefined)
  const listed = findings.map((finding) => [
    ...rowOf(finding, describe(finding)),
    ...(hasUsage ? [finding.usage ? shortUsage(finding.usage) : ''] : []),
    ...(hasLayers ? [layerOf(finding)] : []),
  ])
  const shown = [...columns, ...(hasUsage ? ['Used at'] : []), ...(hasLayers ? ['Layer'] : [])]
  const list = findings.length === 0 ? '' : `${note === null ? '' : `${note}\n\n`}${table(shown, listed)}\n\n`
  const link = report.reportUrl === null ? '' : `${showControls(`Report: ${report.reportUrl}`)}\n`
  const unknown = describeUnknownReleases(report)
  const age = report.libyears === null ? '' : `${report.libyears} libyears behind the newest releases.\n`
  const releases = unknown === null ? age : `${age}${unknown}\n`
  const basis = advisories ? `${ageOf(advisories, at)}\n` : ''
  return `\n${table(['', 'Score', 'Minimum', ''], rows)}\n\n${list}${pagesOf(report)}${rulesOf(report)}${searchedOf(report)}${summaryOf(report)}\n${stabilityOf(report)}${licensingOf(report)}${releases}${basis}${link}`
}

/** What was searched, where findings say whether they are used. */
const searchedOf = ({ searched = [], findings }: ScanReport): string =>
  searched.length === 0 || findings.length === 0 ? '' : `${describeSearched(searched)}\n`

const maxPages = 10

/** The pages of the most severe vulnerabilities on the server. */
function pagesOf(report: ScanReport): string {
  const counted = report.findings.filter(({ excluded }) => excluded === null)
  const pages = counted.map((finding) => [finding.id, findingPage(report, finding)] as const)
  const lines = [...new Map(pages)].flatMap(([id, page]) => (page === null ? [] : [`${id}: ${page}`]))
  const shown = lines.slice(0, maxPages).map(showControls)
  return shown.length === 0 ? '' : `${shown.join('\n')}\n\n`
}

/** What the policy rules say, with the findings that they name. */
function rulesOf(report: ScanReport): string {
  const lines = describeRules(report).flatMap(({ title, details }) => [
    `${title}:`,
    ...details.map((each) => `  ${each}`),
  ])
  return lines.length === 0 ? '' : `${lines.map((line) => showControls(line)).join('\n')}\n\n`
}

/** Deprecated, unsupported and unmaintained components, then outdated ones. */
function stabilityOf({ components }: ScanReport): string {
  const warned = components.filter(({ stability }) => stability.length > 0)
  const outdated = components.filter(({ stability, newer }) => stability.length === 0 && newer !== null)
  if (warned.length + outdated.length === 0) return ''
  const rows = [...warned, ...outdated.slice(0, maxOutdated)].map(
    ({ name, version, stability, newer }: ReportComponent) => [
      name,
      version,
      stability.join(' '),
      newer === null ? '' : describeNewer(newer),
    ],
  )
  const rest = outdated.length - maxOutdated
  const more = rest > 0 ? `${counted(rest, 'more component is', 'more components are')} outdated.\n` : ''
  return `\n${table(['Package', 'Version', 'Stability', 'Newer'], rows)}\n${more}\n`
}

/** License violations, then components without a license; each with the source of its license. */
function licensingOf({ components, measured }: ScanReport): string {
  const violating = components.filter(({ violations }) => violations.length > 0)
  // Where no license is known at all, the score says so.
  const unlicensed = components.filter(
    (each) => measured.licensing && each.violations.length === 0 && each.warnings.length > 0,
  )
  const listed = [...violating, ...unlicensed]
  if (listed.length === 0) return ''
  const rows = listed
    .slice(0, maxLicenses)
    .map((each) => [
      each.name,
      each.version,
      each.licenses.join(', '),
      licenseSourceOf(each),
      [...each.violations, ...each.warnings].join('; '),
    ])
  const rest = listed.length - maxLicenses
  const more = rest > 0 ? `${counted(rest, 'more component', 'more components')} with license issues.\n` : ''
  return `\n${table(['Package', 'Version', 'License', 'Source', 'License issue'], rows)}\n${more}\n`
}

/** 'Declared', 'Override', or the registry's name. */
const licenseSourceOf = ({ licenseSource, licenseRegistry }: ReportComponent) =>
  licenseRegistry ?? (licenseSource === null ? '' : licenseSourceNames[licenseSource])

/** The advisory data used and its age. */
function ageOf(advisories: AdvisoryBasis, at: number): string {
  const days = Math.max(0, Math.floor((at - (advisories.newestAt ?? at)) / dayMs))
  const age = advisories.newestAt === null ? '' : `, ${counted(days, 'day', 'days')} ago`
  const rows = advisories.ecosystems.map(({ name, advisories, newestAt, checkedAt, source }) => [
    name,
    String(advisories),
    checkedAt === null ? 'never' : `${dayOf(checkedAt)}, ${describeAge(at - checkedAt)} ago`,
    dayOf(newestAt),
    source,
  ])
  const list = rows.length === 0 ? '' : `\n${table(dataColumns, rows)}`
  return `${showControls(`Checked against ${describeBasis(advisories)}${age}.`)}${list}`
}

const dataColumns = ['Ecosystem', 'Advisories', 'Data as of', 'Newest record', 'From']
const dayOf = (time: number | null) => (time === null ? '' : new Date(time).toISOString().slice(0, 10))

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

function summaryOf(report: ScanReport): string {
  const { findings, incomplete } = report
  const checked = describeChecked(report)
  // The reason says it, too.
  const covered = checked === null || incomplete !== null ? '' : `${checked}. `
  const active = findings.filter(({ excluded }) => excluded === null)
  const more = findings.length - active.length
  const also = more > 0 ? ` ${more} more excluded.` : ''
  if (active.length === 0) return `${covered}${incomplete ?? 'No vulnerabilities found.'}${also}`
  // Like the server, counts one finding per package, whatever the number of versions.
  const vulnerabilities = new Set(active.map(({ id, language, name }) => `${id}\n${language}\n${name}`)).size
  const packages = new Set(active.map(({ language, name, version }) => `${language}\n${name}\n${version}`))
    .size
  return `${covered}${counted(vulnerabilities, 'vulnerability', 'vulnerabilities')} in ${counted(packages, 'package version', 'package versions')}.${also}${incomplete === null ? '' : `\n${incomplete}`}`
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
