import { displayId } from '@assay/engine/advisories/public-id.ts'
import { severities, steps, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { type CellPart, partText, type Row, type Table, textOf } from '@assay/text/documents/document.ts'
import { tableIn, vulnerabilityPart } from '#reporting/documents/document.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'
import type { UpgradeRow } from '#reporting/numbers/upgrades.ts'
import {
  componentKeysAt,
  componentPages,
  type StoredComponent,
} from '#reporting/reports/components/component-pages-store.ts'
import { findPageFixes } from '#reporting/reports/findings/find-page-fixes.ts'
import type { findReport } from '#reporting/reports/stored/find-report.ts'
import { type Found, foundPages } from '#reporting/reports/findings/list-findings.ts'
import { licenseAssessmentOf } from '#reporting/reports/components/other-assessments.ts'

type Context = Pick<AppContext, 'db' | 'config' | 'advisories' | 'numbers'>
type Reported = Awaited<ReturnType<typeof findReport>> & { texts: DocumentTexts }

/** One row per package and installed versions, with all their findings and the fix of each. */
export const findingsTable = (context: Context, scope: Scope, { scan, texts }: Reported): Table =>
  tableIn(texts, texts.report.tables, {
    key: 'vulnerabilities',
    columns: [
      // Versions are as wide as Maven's dated ones, such as 9.4.51.v20230217.
      ['package', 5.2],
      ['version', 3.6],
      ['vulnerability', 11.2],
    ],
    async *rows() {
      for await (const page of foundPages(context, scope, scan))
        yield await findingRows(context, scope, { page, texts })
    },
  })

async function findingRows(
  context: Context,
  scope: Scope,
  { page, texts }: { page: readonly Found[]; texts: DocumentTexts },
): Promise<Row[]> {
  const versions = page.flatMap(({ ecosystem, name, affected }) =>
    affected.map((each) => ({ ...each, ecosystem, name })),
  )
  const fixesOf = await findPageFixes(context, scope, versions)
  const found = page.flatMap((finding) => {
    const { ecosystem, name, affected, advisoryUuid } = finding
    const fixOf = (each: (typeof affected)[number]) =>
      fixesOf({ ...each, ecosystem, name }).fixOf(advisoryUuid)?.version ?? null
    return [...Map.groupBy(affected, fixOf)].map(([fix, fixed]) => ({
      key: [ecosystem, name, ...fixed.map(({ version }) => version)].join('\n'),
      name,
      installed: fixed.map(({ version }) => version).join(', '),
      finding: describeFinding(finding, { fix, texts }),
    }))
  })
  return [...Map.groupBy(found, ({ key }) => key).values()].flatMap((group) =>
    cellsUpTo(
      maxFindingsCharacters,
      group.map(({ finding }) => finding),
    ).map((findings) => [group[0]!.name, group[0]!.installed, findings]),
  )
}

/** 'CVE-2021-44906 critical 9.8 → 1.2.6' */
function describeFinding(
  { severity, cvss, excluded, ...names }: Found,
  { fix, texts }: { fix: string | null; texts: DocumentTexts },
): CellPart {
  const { counted, report } = texts
  const end = excluded ? `(${report.excluded})` : `→ ${fix ?? report.noFix}`
  const rest = [counted[severity], cvss, end].filter((part) => part !== null).join(' ')
  // On one line, as one word.
  return vulnerabilityPart(displayId(names), ` ${rest}`.replaceAll(' ', '\u00A0'))
}

/** Fits a cell of the PDF, which truncates text. */
const maxFindingsCharacters = 280

/** As few cells as possible. */
export function cellsUpTo(limit: number, parts: readonly CellPart[]): CellPart[][] {
  const cells: CellPart[][] = []
  let length = Infinity
  for (const part of parts) {
    length += partText(part).length + 2
    if (length > limit + 2) {
      cells.push([])
      length = partText(part).length + 2
    }
    cells.at(-1)!.push(part)
  }
  return cells
}

export function componentTables({ db }: Context, scope: Scope, { scan, texts }: Reported): Table[] {
  const branchUuid = scan.branch_uuid
  const rowsOf = (toRow: (component: StoredComponent) => Row | null) =>
    async function* () {
      const keys = await componentKeysAt(db, scope, { branchUuid, number: scan.number })
      for await (const page of componentPages(db, scope, { branchUuid, keys }))
        yield page.map(toRow).filter((row) => row !== null)
    }
  const component = [
    ['component', 4],
    ['version', 2],
  ] as const
  return [
    tableIn(texts, texts.report.tables, {
      key: 'outdated',
      columns: [...component, ['latestPatch', 2], ['latestMinor', 2], ['latestMajor', 2]],
      rows: rowsOf(({ name, version, latest_patch: patch, latest_minor: minor, latest_major: major }) =>
        patch === null && minor === null && major === null ? null : [name, version, patch, minor, major],
      ),
    }),
    licensesTable(rowsOf, { scannedAt: scan.scanned_at, texts }),
    tableIn(texts, texts.report.tables, {
      key: 'licenseProblems',
      columns: [...component, ['licenses', 3], ['problems', 4]],
      rows: rowsOf((entry) => {
        const problems = [
          ...entry.violations.map(({ policy, license }) => texts.violates(license, policy)),
          ...(entry.licenses.length === 0 ? [texts.noLicense] : []),
          ...(entry.license_warning === null ? [] : [texts.unrecognizedLicense]),
        ]
        return problems.length === 0
          ? null
          : [entry.name, entry.version, entry.licenses.join(', '), problems.join('; ')]
      }),
    }),
  ]
}

type RowsOf = (toRow: (component: StoredComponent) => Row | null) => Table['rows']

/** Number of components per license and source; a row per component would fill pages. */
const licensesTable = (
  rowsOf: RowsOf,
  { scannedAt, texts }: { scannedAt: Date; texts: DocumentTexts },
): Table =>
  tableIn(texts, texts.report.tables, {
    key: 'licenses',
    columns: [
      ['license', 6],
      ['source', 3],
      ['components', 2],
    ],
    async *rows() {
      const counts = new Map<string, number>()
      const pages = rowsOf((entry) => {
        const { licenseSource, licenseRegistry } = licenseAssessmentOf(entry, scannedAt)
        const source = licenseSource === null ? '' : (licenseRegistry ?? texts.licenseSources[licenseSource])
        return (entry.licenses.length === 0 ? [texts.noLicense] : entry.licenses).map(
          (license) => `${license}\n${source}`,
        )
      })
      for await (const page of pages())
        for (const cell of page.flat()) {
          const key = textOf(cell)
          counts.set(key, (counts.get(key) ?? 0) + 1)
        }
      yield [...counts].sort((a, b) => b[1] - a[1]).map(([key, count]) => [...key.split('\n'), count])
    },
  })

/** Limit for readability. */
const maxUpgrades = 50

/** Upgrades, most urgent first, with the findings they close. */
export const upgradesTable = (
  { numbers }: Pick<Context, 'numbers'>,
  scope: Scope,
  { project, scan, texts }: Reported,
): Table =>
  tableIn(texts, texts.report.tables, {
    key: 'upgrades',
    columns: [
      ['package', 5],
      ['from', 4.5],
      ['to', 2.5],
      ['step', 1.3],
      ['closes', 4],
    ],
    async *rows() {
      const { page } = await numbers.upgrades(scope, {
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
        each.to || texts.report.noFix,
        each.step === null ? null : texts.steps[steps[each.step]!],
        closedBy(each, texts),
      ])
    },
  })

/** '1 known exploited; 8 critical, 35 high, 2 unrated; 1 finding also needs another upgrade of this package' */
export function closedBy(upgrade: UpgradeRow, texts: DocumentTexts): string {
  const counts = severities
    .filter((severity) => upgrade[severity] > 0)
    .map((severity) => `${upgrade[severity]} ${texts.counted[toWireSeverity[severity]]}`)
    .join(', ')
  const exploited = upgrade.knownExploited > 0 ? texts.report.exploited(upgrade.knownExploited) : ''
  const shared = upgrade.shared > 0 ? texts.report.shared(upgrade.shared) : ''
  return [exploited, counts, shared].filter((part) => part !== '').join('; ')
}
