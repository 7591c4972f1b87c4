import type { LicenseUse } from '@assay/contract/license-use.ts'
import { licenseUseSources, noLicense } from '@assay/engine/licenses/license-words.ts'
import { writeCsv } from '#platform/http/csv.ts'

/** A header row, then the batches, each produced on demand. */
export async function* csvPages(batches: AsyncIterable<LicenseUse[]>): AsyncGenerator<string> {
  yield writeCsv([Object.keys(columns)])
  for await (const batch of batches) yield writeCsv(batch.map(cellsOf))
}

const cellsOf = (row: LicenseUse): string[] => Object.values(columns).map((cell) => String(cell(row)))

const columns: Record<string, (row: LicenseUse) => string | number> = {
  license: ({ license }) => license?.id ?? noLicense,
  name: ({ license }) => license?.name ?? '',
  components: ({ components }) => components,
  projects: ({ projects }) => projects,
  branches: ({ branches }) => branches,
  sources: ({ sources }) =>
    sources.map(({ source, components }) => `${licenseUseSources[source]} ${components}`).join('; '),
  'violating components': ({ violatingComponents }) => violatingComponents,
  'violating projects': ({ violatingProjects }) => violatingProjects,
  policies: ({ policies }) => policies.join('; '),
}
