import type { Finding } from '@assay/contract/findings.ts'
import type { ComponentItem } from '@assay/contract/scans.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { writeCsv } from '@assay/text/csv.ts'
import { exclude as excludeMessages } from '../../messages/exclude.ts'
import { lists } from '../../messages/lists.ts'
import { report as messages } from '../../messages/report.ts'
import { severityNames } from '../../messages/severity.ts'
import { newerVersions } from './components-model.ts'
import type { FindingRow } from './findings-model.ts'

const { security, stability, licensing, inventory, list } = messages
const { name, ecosystem, scope, required } = inventory.componentColumns

const findingTitles = [
  security.columns.severity,
  'CVSS',
  security.columns.id,
  security.columns.package,
  ecosystem,
  security.installed,
  security.columns.fix,
  security.columns.recommended,
  security.columns.via,
  security.columns.since,
  security.shows.exploited,
  'EPSS',
  list.columns.status,
  list.columns.summary,
]

/** One row per installed version of each finding, in the shown order and with the words of the page. */
export const findingsCsv = (rows: readonly FindingRow[], isPending: (row: FindingRow) => boolean): string =>
  writeCsv([
    findingTitles,
    ...rows.flatMap((row) =>
      row.finding.versions.map((installed) => {
        const { finding, id } = row
        return [
          severityNames[finding.severity],
          finding.cvss,
          id,
          finding.package,
          ecosystemName(finding.ecosystem) ?? finding.ecosystem,
          installed.version,
          installed.fixesThis?.version ?? null,
          installed.recommended?.version ?? null,
          pathTo(installed),
          finding.lifetime ? new Date(finding.lifetime.introducedAt).toISOString() : null,
          finding.isKnownExploited,
          finding.epss,
          statusOf(row, isPending(row)),
          finding.summary,
        ]
      }),
    ),
  ])

/** null if the inventory does not say. */
function pathTo({ isDirect, paths }: Finding['versions'][number]): string | null {
  const path = paths[0]?.slice(0, -1).join(' > ') ?? ''
  return path === '' ? relationOf(isDirect) : path
}

const relationOf = (isDirect: boolean | null): string | null =>
  isDirect === null ? null : isDirect ? messages.direct : messages.transitive

function statusOf({ finding: { exclusion, lifetime } }: FindingRow, isPending: boolean): string {
  if (exclusion !== null) return security.excluded
  if ((lifetime?.endedAt ?? null) !== null) return security.ended
  return isPending ? excludeMessages.pending : list.open
}

const componentTitles = [
  name,
  messages.print.version,
  ecosystem,
  list.columns.purl,
  scope,
  required,
  licensing.heading,
  list.columns.licenseSource,
  list.columns.licenseProblems,
  ...newerVersions.map((step) => stability.columns[step]),
  stability.columns.libyears,
  list.columns.notes,
]

export const componentsCsv = (components: readonly ComponentItem[]): string =>
  writeCsv([
    componentTitles,
    ...components.map((component) => {
      const isUnlicensed = component.licenses.length === 0
      return [
        component.name,
        component.version,
        ecosystemName(component.language),
        component.purl,
        component.scope,
        relationOf(component.isDirect),
        isUnlicensed ? lists.noLicense : component.licenses.map(({ id }) => id).join(', '),
        component.licenseRegistry ?? (component.licenseSource && licensing.sources[component.licenseSource]),
        [...component.violations, ...(isUnlicensed ? [lists.noLicense] : component.warnings)].join('; '),
        ...newerVersions.map((step) => component[step]),
        component.libyears,
        component.stability.join('; '),
      ]
    }),
  ])
