import type { OpenVulnerability } from '@assay/contract/open-vulnerabilities.ts'
import { severityNames } from '@assay/engine/severity-names.ts'
import { type CsvColumns, writeCsvPages } from '@assay/text/documents/write-csv.ts'

export const csvPages = (batches: AsyncIterable<OpenVulnerability[]>): AsyncGenerator<string> =>
  writeCsvPages(columns, batches)

const day = (epochMs: number | null) => epochMs && new Date(epochMs).toISOString()

const columns: CsvColumns<OpenVulnerability> = {
  id: ({ cve, uuid }) => cve ?? uuid,
  aliases: ({ aliases }) => aliases.join(' '),
  summary: ({ summary }) => summary,
  severity: ({ severity }) => severityNames[severity],
  cvss: ({ cvss }) => cvss,
  epss: ({ epss }) => epss,
  'known exploited': ({ isKnownExploited }) => isKnownExploited,
  packages: ({ packages }) => packages.map(({ ecosystem, name }) => `${ecosystem}:${name}`).join(' '),
  versions: ({ packages }) => distinct(packages.flatMap(({ versions }) => versions)),
  'fix available': ({ isFixAvailable }) => isFixAvailable,
  'fixed versions': ({ packages }) => distinct(packages.flatMap(({ fixedVersions }) => fixedVersions)),
  projects: ({ projects }) => projects,
  branches: ({ branches }) => branches,
  findings: ({ findings }) => findings,
  'excluded in projects': ({ excludedProjects }) => excludedProjects,
  published: ({ publishedAt }) => day(publishedAt),
  'first seen': ({ firstSeenAt }) => day(firstSeenAt),
}

const distinct = (list: string[]) => [...new Set(list)].join(' ')
