import type { FixUpgrade } from '@assay/contract/fixes.ts'
import { severityNames } from '@assay/engine/severity-names.ts'
import { type CsvColumns, writeCsvPages } from '@assay/text/documents/write-csv.ts'

export const csvPages = (batches: AsyncIterable<FixUpgrade[]>): AsyncGenerator<string> =>
  writeCsvPages(columns, batches)

const columns: CsvColumns<FixUpgrade> = {
  ecosystem: ({ ecosystem }) => ecosystem,
  package: ({ name }) => name,
  from: ({ from }) => from.join(' '),
  to: ({ to }) => to,
  step: ({ step }) => step,
  priority: ({ priority }) => priority ?? null,
  'known exploited': ({ knownExploited }) => knownExploited,
  'likely exploited': ({ likelyExploited }) => likelyExploited,
  'max epss': ({ maxEpss }) => maxEpss,
  malware: ({ isMalware }) => isMalware,
  closes: ({ closes }) =>
    closes.map(({ severity, count }) => `${severityNames[severity]} ${count}`).join(' '),
  projects: ({ projects }) => projects,
  branches: ({ branches }) => branches,
  'direct branches': ({ directBranches }) => directBranches,
  through: ({ through }) => through.join(' '),
  command: ({ command }) => command,
  assignee: ({ decision }) => decision.assignee?.email ?? null,
}
