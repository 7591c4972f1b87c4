import { contract } from '@assay/contract/contract.ts'
import type { Erasure } from '@assay/contract/personal-data.ts'
import { findEmailInEvents } from '#accounts/audit/store.ts'
import { findManaged } from '#accounts/members/find-managed.ts'
import { removeMember } from '#accounts/members/remove-member.ts'
import { findVisibleMember } from '#accounts/members/store.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import { ItemStream } from '#platform/http/item-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { eraseMemberJob } from './erase-member-job.ts'
import { personalRows } from './personal-rows.ts'
import { findErasure, insertErasure, listErasures, personalPages } from './store.ts'

export function personalDataRoutes({ routes, db, queue }: AppContext): void {
  registerRoutes(routes, contract.personalData, {
    async export({ caller, params }) {
      const { uuid: memberUuid, email } = await findManaged(db, caller, params)
      const person = { memberUuid, email }
      return new ItemStream(pagesOf((of) => personalPages(db, caller.scope, { person, of })))
    },
    erase({ caller, params, change }) {
      const { memberUuid } = params
      const { scope } = caller
      return change(async (tx) => {
        const member = await findVisibleMember(tx, scope, memberUuid)
        if (member) await removeMember(tx, caller, { memberUuid, isErased: true })
        if (!member && caller.role !== 'Administrator') throwNotFound('member')
        const email = member?.email ?? (await findEmailInEvents(tx, scope, memberUuid))
        // Of someone who left no trace, nothing is to be rewritten.
        const known = email === undefined ? await findErasure(tx, scope, memberUuid) : undefined
        if (known) return { result: wireErasure(known), before: {}, after: {} }
        if (email === undefined) throwNotFound('member')
        const row = await insertErasure(tx, scope, { memberUuid, email, name: member?.name ?? '' })
        await queue.send(tx, eraseMemberJob, { accountUuid: scope.accountUuid, memberUuid })
        // The event of an erasure does not say who it was.
        return { result: wireErasure(row), before: {}, after: {} }
      })
    },
    erasures: async ({ caller }) => (await listErasures(db, caller.scope)).map(wireErasure),
  })
}

async function* pagesOf<Row>(
  read: (of: (typeof personalRows)[number]) => AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (const of of personalRows) yield* read(of)
}

const wireErasure = (row: Awaited<ReturnType<typeof insertErasure>>): Erasure => ({
  memberUuid: row.memberUuid,
  requestedAt: row.requestedAt.getTime(),
  completedAt: row.completedAt?.getTime() ?? null,
})
