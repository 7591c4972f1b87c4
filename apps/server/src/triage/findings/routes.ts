import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { sendBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { chooseFindings } from './choose-findings.ts'
import { checkExpiry } from './check-expiry.ts'
import { addComment, changeComment, removeComment } from './comments.ts'
import { type Decided, decideFindings, deciderOf, wireDecided } from './decide-findings.ts'
import { keyOf } from './finding-key.ts'
import { readPage } from './read-page.ts'
import { readFinding } from './read-finding.ts'
import { revertChange } from './revert-change.ts'

export function triageRoutes({ routes, db, queue }: Pick<AppContext, 'routes' | 'db' | 'queue'>): void {
  registerRoutes(routes, contract.triage, {
    list: ({ caller, query }) => readPage(db, caller, query),
    async read({ caller, query }) {
      const key = keyOf(query) ?? throwNotFound('finding')
      return (await readFinding(db, caller, key)) ?? throwNotFound('finding')
    },
    decide({ caller, body, change }) {
      checkExpiry(body.expiresAt)
      return change(async (tx) => {
        const { findings, rejected } = await chooseFindings(tx, caller.scope, body)
        const { dueDate: dueOn, ...rest } = body
        const assigneeUuid = body.assigneeUuid?.toLowerCase() ?? body.assigneeUuid
        const wanted = { ...rest, assigneeUuid, dueOn }
        const decided = await decideFindings(tx, deciderOf(caller), { findings, change: wanted })
        await sendBranches(tx, queue, decided.branches)
        const result = wireDecided(decided)
        const { findings: _findings, advisories: _advisories, ...after } = body
        return {
          result: { ...result, skipped: [...rejected, ...result.skipped] },
          target: { changeUuid: decided.changeUuid },
          after: { ...after, ...countsOf(decided) },
        }
      })
    },
    revert: ({ caller, params, change }) =>
      change(async (tx) => {
        const decided = await revertChange(tx, deciderOf(caller), params.changeUuid)
        await sendBranches(tx, queue, decided.branches)
        return { result: wireDecided(decided), after: countsOf(decided) }
      }),
    comment: ({ caller, body, change }) => change((tx) => addComment(tx, caller, body)),
    editComment: ({ caller, params, body, change }) =>
      change((tx) => changeComment(tx, caller, { ...body, uuid: params.commentUuid })),
    removeComment: ({ caller, params, change }) =>
      change((tx) => removeComment(tx, caller, params.commentUuid)),
  })
}

const countsOf = ({ changed, waiting, skipped }: Decided) => ({ changed, waiting, skipped: skipped.length })
