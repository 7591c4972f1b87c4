import type { PolicyEvaluation } from '@assay/contract/rules.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { findEvaluation } from './evaluation-store.ts'
import { countLastScans } from './stored-scan-store.ts'

/** Where the evaluation of stored results with changed rules stands. */
export async function readEvaluation(db: Database, scope: Scope): Promise<PolicyEvaluation> {
  const found = await findEvaluation(db, scope)
  const total = await countLastScans(db, scope)
  if (!found) return { state: 'idle', finishedAt: null, evaluated: 0, rescanned: 0, total }
  const { isWaiting, startedAt, finishedAt, evaluated, rescanned } = found
  const isRunning = startedAt !== null && finishedAt === null
  return {
    state: isRunning ? 'running' : isWaiting ? 'waiting' : 'idle',
    finishedAt: finishedAt?.getTime() ?? null,
    evaluated,
    rescanned,
    total,
  }
}
