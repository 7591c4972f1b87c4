import { contract } from '@assay/contract/contract.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import { sendBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { Problem } from '#platform/http/problem.ts'
import {
  countDecisions,
  endDecisions,
  lockOwn,
  lockWanted,
  settleDecisions,
} from '#scanning/exclusions/decision-store.ts'
import { checkExpiry } from '#triage/findings/check-expiry.ts'
import { applyDecisions, releaseFindings } from './apply-decisions.ts'
import { decideScope } from './decide-scope.ts'
import { readDecisions } from '#triage/decisions/read-decisions.ts'

export function decisionsRoutes({ routes, db, queue }: Pick<AppContext, 'routes' | 'db' | 'queue'>): void {
  registerRoutes(routes, contract.decisions, {
    async list({ caller, query }) {
      const [at, uuid] = readCursor(query.cursor, 2) ?? []
      const after = at === undefined ? null : { at, uuid: uuid! }
      const { decisions, rows } = await readDecisions(db, caller, {
        status: query.status,
        after: after && checkPosition(after),
        limit: query.limit + 1,
      })
      const last = rows[query.limit - 1]
      return {
        decisions: decisions.slice(0, query.limit),
        counts: await countDecisions(db, caller.scope),
        nextCursor: rows.length > query.limit && last ? writeCursor([last.position, last.uuid]) : null,
      }
    },
    create({ caller, body, change }) {
      checkExpiry(body.expiresAt)
      const { scope, memberUuid } = caller
      return change(async (tx) => {
        const decider = { scope, memberUuid, deciding: caller.scopeFor('policies.create') }
        const { uuid, branches } = await decideScope(tx, decider, body)
        await sendBranches(tx, queue, branches)
        const { decisions } = await readDecisions(tx, caller, { uuids: [uuid] })
        return { result: decisions[0]!, target: { decisionUuid: uuid }, after: decisions[0]! }
      })
    },
    settle({ caller, body, change }) {
      const { scope, memberUuid } = caller
      const { isApproved, note } = body
      const requested = [...new Set(body.decisionUuids.map((uuid) => uuid.toLowerCase()))]
      return change(async (tx) => {
        const decisions = await lockWanted(tx, scope, { uuids: requested, memberUuid })
        const uuids = decisions.map(({ uuid }) => uuid)
        await settleDecisions(tx, scope, { uuids, isApproved, memberUuid })
        const by = { memberUuid, reason: note }
        const branches = isApproved
          ? await applyDecisions(tx, scope, { decisions, ...by })
          : await releaseFindings(tx, scope, { uuids, ...by })
        await sendBranches(tx, queue, branches)
        const skipped = requested.filter((uuid) => !uuids.includes(uuid))
        return {
          result: { settled: uuids.length, skipped },
          after: { isApproved, note, decisionUuids: uuids },
        }
      })
    },
    end({ caller, body, change }) {
      const { scope, memberUuid } = caller
      return change(async (tx) => {
        const own = await lockOwn(tx, scope, body.decisionUuids)
        const uuids = own.map(({ uuid }) => uuid)
        const branches = await releaseFindings(tx, scope, { uuids, memberUuid, reason: body.reason })
        await endDecisions(tx, scope, { uuids, why: 'removed' })
        await sendBranches(tx, queue, branches)
        return { result: { ended: uuids.length }, after: { reason: body.reason, decisionUuids: uuids } }
      })
    },
  })
}

function checkPosition(after: { at: string; uuid: string }) {
  const isPosition = /^\d{4}-\d\d-\d\d /.test(after.at) && /^[\da-f-]{36}$/.test(after.uuid)
  if (!isPosition) throw new Problem(400, 'invalidInput', 'The cursor does not belong to this list')
  return after
}
