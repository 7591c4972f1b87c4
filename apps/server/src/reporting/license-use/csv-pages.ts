import type { LicenseUse } from '@assay/contract/license-use.ts'
import { licenseUseSources, noLicense } from '@assay/engine/licenses/license-words.ts'
import { type CsvColumns, writeCsvPages } from '@assay/text/documents/write-csv.ts'

export const csvPages = (batches: AsyncIterable<LicenseUse[]>): AsyncGenerator<string> =>
  writeCsvPages(columns, batches)

const columns: CsvColumns<LicenseUse> = {
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
