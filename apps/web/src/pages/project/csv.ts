import type { ComponentItem } from '@assay/contract/scans.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { newerVersions } from './components-model.ts'
import type { FindingRow } from './findings-model.ts'

type Cell = string | number | boolean | null

/** RFC 4180 with a header; cells that spreadsheets would interpret as formulas are escaped. */
export const toCsv = (titles: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [titles, ...rows].map((cells) => cells.map(quote).join(',')).join('\r\n') + '\r\n'

// https://owasp.org/www-community/attacks/CSV_Injection
const isFormula = /^[=+\-@\t\r]/

function quote(cell: Cell): string {
  const text = typeof cell === 'string' && isFormula.test(cell) ? `'${cell}` : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const findingTitles = [
  ...(['Severity', 'CVSS', 'Vulnerability ID', 'Package', 'Ecosystem', 'Installed', 'Fixes this'] as const),
  ...([
    'Recommended',
    'Introduced through',
    'First seen',
    'Known exploited',
    'EPSS',
    'Status',
    'Summary',
  ] as const),
]

/** One row per installed version of each finding, in the shown order. */
export const findingsCsv = (rows: readonly FindingRow[], isPending: (row: FindingRow) => boolean): string =>
  toCsv(
    findingTitles,
    rows.flatMap((row) =>
      row.finding.versions.map(({ version, fixesThis, recommended, isDirect, paths }) => {
        const { finding, id } = row
        const way = paths[0]?.slice(0, -1).join(' > ') ?? ''
        return [
          finding.severity,
          finding.cvss,
          id,
          finding.package,
          finding.ecosystem,
          version,
          fixesThis?.version ?? null,
          recommended?.version ?? null,
          isDirect === true && way === '' ? 'direct' : way,
          finding.lifetime ? new Date(finding.lifetime.introducedAt).toISOString() : null,
          finding.isKnownExploited,
          finding.epss,
          statusOf(row, isPending(row)),
          finding.summary,
        ]
      }),
    ),
  )

function statusOf({ finding: { exclusion, lifetime } }: FindingRow, isPending: boolean): string {
  if (exclusion !== null) return 'excluded'
  if ((lifetime?.endedAt ?? null) !== null) return 'since fixed'
  return isPending ? 'excluded, pending rescan' : 'open'
}

const componentTitles = [
  ...(['Component', 'Version', 'Ecosystem', 'Package URL', 'Scope', 'Dependency', 'Licenses'] as const),
  ...(['License source', 'License problems', 'Patch', 'Minor', 'Major', 'Libyears', 'Notes'] as const),
]

export const componentsCsv = (components: readonly ComponentItem[]): string =>
  toCsv(
    componentTitles,
    components.map((each) => [
      each.name,
      each.version,
      ecosystemName(each.language),
      each.purl,
      each.scope,
      each.isDirect === null ? null : each.isDirect ? 'direct' : 'transitive',
      each.licenses.map(({ id }) => id).join(', '),
      each.licenseRegistry ?? each.licenseSource,
      [...each.violations, ...each.warnings].join('; '),
      ...newerVersions.map((step) => each[step]),
      each.libyears,
      each.stability.join('; '),
    ]),
  )
