import type { Dependency } from '@assay/contract/insights.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { severityName } from '@assay/engine/severity-names.ts'
import { severities, type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { type CsvColumns, writeCsvPages } from '@assay/text/documents/write-csv.ts'

export const csvPages = (batches: AsyncIterable<Dependency[]>): AsyncGenerator<string> =>
  writeCsvPages(columns, batches)

const countOf =
  (rated: Severity) =>
  ({ vulnerabilities }: Dependency) =>
    vulnerabilities.find(({ severity }) => severity === toWireSeverity[rated])?.count ?? 0

const columns: CsvColumns<Dependency> = {
  ecosystem: ({ ecosystem }) => ecosystem && (ecosystemName(ecosystem) ?? ecosystem),
  name: ({ name }) => name,
  version: ({ version }) => version,
  purl: ({ purl }) => purl,
  projects: ({ projects }) => projects,
  branches: ({ branches }) => branches,
  'direct in branches': ({ directBranches }) => directBranches,
  'transitive in branches': ({ transitiveBranches }) => transitiveBranches,
  scopes: ({ scopes }) => scopes.join(' '),
  licenses: ({ licenses }) => licenses.join('; '),
  'released at': ({ releasedAt }) => releasedAt && new Date(releasedAt).toISOString(),
  libyears: ({ libyears }) => libyears,
  'open findings': ({ openFindings }) => openFindings,
  ...Object.fromEntries(severities.map((each) => [severityName(each).toLowerCase(), countOf(each)])),
  fix: ({ fix }) => fix,
  'latest patch': ({ latestPatch }) => latestPatch,
  'latest minor': ({ latestMinor }) => latestMinor,
  'latest major': ({ latestMajor }) => latestMajor,
  warnings: ({ warnings }) => warnings.join('; '),
}
