import type { Dependency } from '@assay/contract/insights.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { severityName } from '@assay/engine/severity-names.ts'
import { severities, type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { writeCsv } from '#platform/http/csv.ts'

/** A header row, then the batches, each produced on demand. */
export async function* csvPages(batches: AsyncIterable<Dependency[]>): AsyncGenerator<string> {
  yield writeCsv([Object.keys(columns)])
  for await (const batch of batches) yield writeCsv(batch.map(cellsOf))
}

const cellsOf = (dependency: Dependency): string[] =>
  Object.values(columns).map((cell) => String(cell(dependency) ?? ''))

const countOf =
  (wanted: Severity) =>
  ({ vulnerabilities }: Dependency) =>
    vulnerabilities.find(({ severity }) => severity === toWireSeverity[wanted])?.count ?? 0

const columns: Record<string, (dependency: Dependency) => string | number | null> = {
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
