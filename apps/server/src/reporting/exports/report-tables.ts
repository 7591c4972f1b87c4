import { displayId } from '@assay/engine/reports/display-id.ts'
import { severityCount, severityNames } from '@assay/engine/severity-names.ts'
import { licenseSourceNames, noLicense } from '@assay/engine/licenses/license-words.ts'
import { severities, steps, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import type { Row, Table } from '#reporting/documents/document.ts'
import { listUpgrades, type UpgradeRow } from '#reporting/fixes/store.ts'
import {
  componentKeysAt,
  componentPages,
  type StoredComponent,
} from '#reporting/reports/component-pages-store.ts'
import { findPageFixes } from '#reporting/reports/find-page-fixes.ts'
import type { findReport } from '#reporting/reports/find-report.ts'
import { type Found, foundPages } from '#reporting/reports/list-findings.ts'
import { licenseAssessmentOf } from '#reporting/reports/other-assessments.ts'

type Context = Pick<AppContext, 'db' | 'config' | 'advisories'>
type Reported = Awaited<ReturnType<typeof findReport>>

/** One row per installed version of a vulnerable package. */
export function findingsTable(context: Context, scope: Scope, { scan }: Reported): Table {
  return {
    key: 'vulnerabilities',
    title: 'Vulnerabilities',
    empty: 'No vulnerabilities were found.',
    columns: [
      { key: 'package', title: 'Package', width: 5 },
      { key: 'version', title: 'Version', width: 2.2 },
      { key: 'vulnerability', title: 'Vulnerability', width: 2.7 },
      { key: 'severity', title: 'Severity', width: 1.8 },
      { key: 'cvss', title: 'CVSS', width: 1.2 },
      { key: 'fix', title: 'Fixes this', width: 2.2 },
      { key: 'status', title: 'Status', width: 1.6 },
    ],
    async *rows() {
      for await (const page of foundPages(context, scope, scan)) yield await findingRows(context, scope, page)
    },
  }
}

async function findingRows(context: Context, scope: Scope, page: readonly Found[]): Promise<Row[]> {
  const versions = page.flatMap(({ ecosystem, name, affected }) =>
    affected.map((each) => ({ ...each, ecosystem, name })),
  )
  const fixesOf = await findPageFixes(context, scope, versions)
  return page.flatMap(({ ecosystem, name, affected, advisoryUuid, cve, severity, cvss, excluded }) =>
    affected.map((each) => [
      name,
      each.version,
      displayId(cve, advisoryUuid),
      severityNames[severity],
      cvss,
      fixesOf({ ...each, ecosystem, name }).fixOf(advisoryUuid)?.version ?? null,
      excluded ? 'excluded' : 'open',
    ]),
  )
}

export function componentTables({ db }: Context, scope: Scope, { scan }: Reported): Table[] {
  const branchUuid = scan.branch_uuid
  const rowsOf = (toRow: (component: StoredComponent) => Row | null) =>
    async function* () {
      const keys = await componentKeysAt(db, scope, { branchUuid, number: scan.number })
      for await (const page of componentPages(db, scope, { branchUuid, keys }))
        yield page.map(toRow).filter((row) => row !== null)
    }
  const component = [
    { key: 'component', title: 'Component', width: 4 },
    { key: 'version', title: 'Version', width: 2 },
  ]
  return [
    {
      key: 'outdated',
      title: 'Outdated components',
      empty: 'No newer releases are known.',
      columns: [
        ...component,
        { key: 'latestPatch', title: 'Latest patch', width: 2 },
        { key: 'latestMinor', title: 'Latest minor', width: 2 },
        { key: 'latestMajor', title: 'Latest major', width: 2 },
      ],
      rows: rowsOf(({ name, version, latest_patch: patch, latest_minor: minor, latest_major: major }) =>
        patch === null && minor === null && major === null ? null : [name, version, patch, minor, major],
      ),
    },
    licensesTable(rowsOf, scan.scanned_at),
    {
      key: 'licenseProblems',
      title: 'License problems',
      empty: 'No component has a license problem.',
      columns: [
        ...component,
        { key: 'licenses', title: 'Licenses', width: 3 },
        { key: 'problems', title: 'Problems', width: 4 },
      ],
      rows: rowsOf((each) => {
        const { warnings, violations } = licenseAssessmentOf(each, scan.scanned_at)
        const problems = [...violations, ...warnings]
        return problems.length === 0
          ? null
          : [each.name, each.version, each.licenses.join(', '), problems.join('; ')]
      }),
    },
  ]
}

type RowsOf = (toRow: (component: StoredComponent) => Row | null) => Table['rows']

/** Number of components per license and source; a row per component would fill pages. */
const licensesTable = (rowsOf: RowsOf, scannedAt: Date): Table => ({
  key: 'licenses',
  title: 'Licenses',
  empty: 'The report has no components.',
  columns: [
    { key: 'license', title: 'License', width: 6 },
    { key: 'source', title: 'Source', width: 3 },
    { key: 'components', title: 'Components', width: 2 },
  ],
  async *rows() {
    const counts = new Map<string, number>()
    const pages = rowsOf((each) => {
      const { licenseSource, licenseRegistry } = licenseAssessmentOf(each, scannedAt)
      const source = licenseSource === null ? '' : (licenseRegistry ?? licenseSourceNames[licenseSource])
      return (each.licenses.length === 0 ? [noLicense] : each.licenses).map(
        (license) => `${license}\n${source}`,
      )
    })
    for await (const page of pages())
      for (const key of page.flat()) counts.set(String(key), (counts.get(String(key)) ?? 0) + 1)
    yield [...counts].sort((a, b) => b[1] - a[1]).map(([key, count]) => [...key.split('\n'), count])
  },
})

/** Limit for readability. */
const maxUpgrades = 50

/** Upgrades, most urgent first, with the findings they close. */
export const upgradesTable = (
  { db }: Pick<Context, 'db'>,
  scope: Scope,
  { project, scan }: Reported,
): Table => ({
  key: 'upgrades',
  title: 'Fix first',
  empty: 'No upgrade is needed.',
  columns: [
    { key: 'package', title: 'Package', width: 5 },
    { key: 'from', title: 'Installed', width: 3 },
    { key: 'to', title: 'Upgrade to', width: 2.5 },
    { key: 'step', title: 'Step', width: 1.3 },
    { key: 'closes', title: 'Closes', width: 4 },
  ],
  async *rows() {
    const { page } = await listUpgrades(db, scope, {
      where: { kind: 'project', projectUuid: project.uuid, branchUuid: scan.branch_uuid },
      severities: [],
      isSnoozed: false,
      now: new Date(),
      after: null,
      limit: maxUpgrades,
    })
    yield page.map((each) => [
      each.displayName,
      each.from.join(', '),
      each.to || 'no fix yet',
      each.step === null ? null : steps[each.step]!,
      closedBy(each),
    ])
  },
})

/** '1 known exploited; 8 critical, 35 high, 2 unrated' */
function closedBy(upgrade: UpgradeRow): string {
  const counts = severities
    .filter((severity) => upgrade[severity] > 0)
    .map((severity) => severityCount(upgrade[severity], toWireSeverity[severity]))
    .join(', ')
  const exploited = upgrade.knownExploited > 0 ? `${upgrade.knownExploited} known exploited` : ''
  return [exploited, counts].filter((part) => part !== '').join('; ')
}
