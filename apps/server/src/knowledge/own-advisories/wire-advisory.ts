import type { OwnAdvisory } from '@assay/contract/own-advisories.ts'
import { readOsvRecord } from '@assay/engine/advisories/osv.ts'
import { readOwnAdvisory } from '@assay/engine/advisories/own/own-advisory.ts'
import { toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { OpenCounts } from './preview-store.ts'
import type { OwnAdvisoryRow } from './store.ts'

interface KnownOf {
  /** Of its findings. */
  advisoryUuid: string
  open: OpenCounts | undefined
}

export function wireAdvisory(row: OwnAdvisoryRow, { advisoryUuid, open }: KnownOf): OwnAdvisory {
  const { uuid, version, document, withdrawnAt, createdAt, changedAt } = row
  const { record } = readOsvRecord(document, row.id)
  return {
    uuid,
    advisoryUuid,
    ...readOwnAdvisory(document),
    rating: toWireSeverity[record?.severity ?? 'unknown'],
    cvssScore: record?.cvss?.score ?? null,
    version,
    createdAt: createdAt.getTime(),
    changedAt: changedAt.getTime(),
    withdrawnAt: withdrawnAt?.getTime() ?? null,
    open: open ?? { findings: 0, projects: 0 },
  }
}
