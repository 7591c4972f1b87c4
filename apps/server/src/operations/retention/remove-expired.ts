import type { RetainedKind } from '@assay/contract/retention.ts'
import { insertAuditEvent } from '#accounts/audit/store.ts'
import { awaitHolds, readRetention } from '#accounts/retention/store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { listBranchesAfter, lockBranchOf } from '#projects/project-state-store.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { removalsOf } from './kinds.ts'

/** Rows per transaction: a scan of the branch waits for one of them. */
const rowsAtOnce = 200
const branchesAtOnce = 1000
const firstUuid = '00000000-0000-0000-0000-000000000000'

type Counts = Partial<Record<RetainedKind, number>>

interface Work {
  context: Pick<JobContext, 'db'>
  scope: Scope
  removals: ReturnType<typeof removalsOf>
  counts: Counts
  stopping: AbortSignal | undefined
}

/**
 * Removes what the account no longer keeps. What it has removed is in the rows alone: after a crash, or an end of its
 * process, it continues.
 */
export async function removeExpired(
  context: Work['context'],
  scope: Scope,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const removals = removalsOf(await readRetention(context.db, scope), new Date())
  const work = { context, scope, removals, counts: {}, stopping }
  try {
    await removeOfBranches(work)
    await removeOfAccount(work)
  } finally {
    await record(context.db, work)
  }
}

async function removeOfBranches({ context: { db }, scope, ...work }: Work): Promise<void> {
  const removals = work.removals.filter(({ ofBranch }) => ofBranch)
  if (removals.length === 0) return
  for (let after = firstUuid; ;) {
    const branches = await listBranchesAfter(db, scope, { after, limit: branchesAtOnce })
    for (const branch of branches)
      for (const { kind, ofBranch } of removals)
        await repeat(work, kind, () =>
          db.transaction().execute(async (tx) => {
            if (!(await lockBranchOf(tx, scope, branch))) return 0
            await awaitHolds(tx, scope)
            return ofBranch!(tx, scope, { branchUuid: branch.uuid, limit: rowsAtOnce })
          }),
        )
    if (branches.length < branchesAtOnce) return
    after = branches.at(-1)!.uuid
  }
}

async function removeOfAccount({ context: { db }, scope, ...work }: Work): Promise<void> {
  for (const { kind, ofAccount } of work.removals)
    if (ofAccount)
      await repeat(work, kind, () =>
        db.transaction().execute(async (tx) => {
          await awaitHolds(tx, scope)
          return ofAccount(tx, scope, rowsAtOnce)
        }),
      )
}

async function repeat(
  { counts, stopping }: Pick<Work, 'counts' | 'stopping'>,
  kind: RetainedKind,
  removeSome: () => Promise<number>,
): Promise<void> {
  for (let removed = rowsAtOnce; removed === rowsAtOnce;) {
    stopping?.throwIfAborted()
    removed = await removeSome()
    if (removed > 0) counts[kind] = (counts[kind] ?? 0) + removed
  }
}

/** What was removed, as an event of the account. */
async function record(db: Database, { scope, counts }: Pick<Work, 'scope' | 'counts'>): Promise<void> {
  if (Object.keys(counts).length === 0) return
  await db.transaction().execute(async (tx) => {
    await incrementRevision(tx, scope)
    await insertAuditEvent(tx, scope, {
      memberUuid: null,
      memberEmail: '',
      credential: 'job',
      address: '',
      agent: '',
      action: 'retention.removed',
      target: {},
      before: counts,
      after: undefined,
    })
  })
}
