import type { RetainedKind, RetentionSettings } from '@assay/contract/retention.ts'
import { dayMs } from '@assay/engine/time.ts'
import { oldEvents } from '#accounts/audit/store.ts'
import { type AgedRows, countAged, deleteAged } from '#accounts/retention/aged-store.ts'
import type { Scope } from '#auth/scope.ts'
import { oldTold } from '#intake/dependency-track/shadow-store.ts'
import { oldRuns } from '#integrations/core/delivery-store.ts'
import { oldDeliveries } from '#notifications/deliveries/store.ts'
import { oldMessages } from '#notifications/inbox/store.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { RemovedAmount } from '#platform/database/removable-rows.ts'
import {
  countOldDocuments,
  countSpareBuilds,
  deleteBuildsOfScans,
  deleteOldDocuments,
  deleteSpareBuilds,
} from '#scanning/builds/retention-store.ts'
import { deleteResultsOf } from '#scanning/rules/result-store.ts'
import {
  countOldEvidence,
  countOldFindings,
  countThinned,
  deleteOldEvidence,
  deleteOldFindings,
  deleteScans,
  listThinned,
  type Thinning,
} from '#scanning/scans/retention-store.ts'

interface Removal {
  kind: RetainedKind
  count: (db: Database, scope: Scope) => Promise<RemovedAmount>
  /** Of a locked branch. Returns how many it removed; fewer than the limit: all. */
  ofBranch?: (tx: Tx, scope: Scope, of: { branchUuid: string; limit: number }) => Promise<number>
  ofAccount?: (tx: Tx, scope: Scope, limit: number) => Promise<number>
}

/** What the settings of an account remove, at a time. The preview counts what the removal takes. */
export function removalsOf(settings: RetentionSettings, now: Date): Removal[] {
  const cutoff = (days: number | null) => (days === null ? null : new Date(now.getTime() - days * dayMs))
  const { scansDaily, scansWeekly, scansMonthly, ...rest } = settings
  const thinning = { daily: cutoff(scansDaily), weekly: cutoff(scansWeekly), monthly: cutoff(scansMonthly) }
  const removals = Object.values(thinning).some(Boolean) ? [thinnedScans(thinning)] : []
  for (const kind of kinds) {
    const before = cutoff(rest[kind])
    if (before) removals.push(...byKind[kind](before))
  }
  return removals
}

const kinds = ['builds', 'documents', 'evidence', 'findings', 'audit', 'deliveries', 'inbox'] as const

const byKind: Record<(typeof kinds)[number], (before: Date) => Removal[]> = {
  builds: (before) => [ofBranches('builds', before, [countSpareBuilds, deleteSpareBuilds])],
  documents: (before) => [ofBranches('documents', before, [countOldDocuments, deleteOldDocuments])],
  evidence: (before) => [ofBranches('evidence', before, [countOldEvidence, deleteOldEvidence])],
  findings: (before) => [
    ofBranches('findings', before, [countOldFindings, deleteOldFindings]),
    aged('findings', oldTold(before)),
  ],
  audit: (before) => [aged('audit', oldEvents(before))],
  deliveries: (before) => [aged('deliveries', oldDeliveries(before)), aged('deliveries', oldRuns(before))],
  inbox: (before) => [aged('inbox', oldMessages(before))],
}

type CountAndDelete = [
  (db: Database, scope: Scope, old: { branchUuid: null; before: Date }) => Promise<RemovedAmount>,
  (tx: Tx, scope: Scope, old: { branchUuid: string; before: Date; limit: number }) => Promise<number>,
]

const ofBranches = (kind: RetainedKind, before: Date, [count, remove]: CountAndDelete): Removal => ({
  kind,
  count: (db, scope) => count(db, scope, { branchUuid: null, before }),
  ofBranch: (tx, scope, of) => remove(tx, scope, { ...of, before }),
})

const thinnedScans = (thinning: Thinning): Removal => ({
  kind: 'scans',
  count: (db, scope) => countThinned(db, scope, { branchUuid: null, ...thinning }),
  async ofBranch(tx, scope, { branchUuid, limit }) {
    const scanUuids = await listThinned(tx, scope, { branchUuid, limit, ...thinning })
    if (scanUuids.length === 0) return 0
    await deleteResultsOf(tx, scope, await deleteScans(tx, scope, { branchUuid, uuids: scanUuids }))
    await deleteBuildsOfScans(tx, scope, { branchUuid, scanUuids })
    return scanUuids.length
  },
})

const aged = (kind: RetainedKind, rows: AgedRows): Removal => ({
  kind,
  count: (db, scope) => countAged(db, scope, rows),
  ofAccount: (tx, scope, limit) => deleteAged(tx, scope, { ...rows, limit }),
})
