import { lockAccount } from '#accounts/account-lock-store.ts'
import { isLastAdministrator } from '#accounts/members/last-administrator.ts'
import { deleteMember, findVisibleMember } from '#accounts/members/store.ts'
import { findEmailInEvents, insertAuditEvent } from '#accounts/audit/store.ts'
import { accountScope } from '#auth/scope.ts'
import { type ErasedId, localErasures, readErasures } from '#platform/backup/erasure-list.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { eraseMemberJob } from './erase-member-job.ts'
import { completeErasure, insertErasure, listErasedIds } from './store.ts'

type Context = Pick<JobContext, 'db' | 'config' | 'queue' | 'log'>

/**
 * Erases those again who are in the list of the data folder, but not in the database, as after the restore of an older
 * backup. Returns their number.
 */
export async function repeatErasures(context: Context): Promise<number> {
  const listed = await readErasures(localErasures(context.config))
  if (listed.length === 0) return 0
  const known = new Set((await listErasedIds(context.db)).map(({ memberUuid }) => memberUuid))
  const forgotten = listed.filter(({ memberUuid }) => !known.has(memberUuid))
  let count = 0
  for (const each of forgotten) if (await repeat(context, each)) count++
  return count
}

const repeat = ({ db, queue, log }: Context, { accountUuid, memberUuid }: ErasedId): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const scope = accountScope(accountUuid)
    if ((await lockAccount(tx, scope)).length === 0) return false
    if (await isLastAdministrator(tx, scope, memberUuid)) {
      log.warn(
        { memberUuid },
        'A member who was erased is the last administrator of an account after a restore: add another one, then restart',
      )
      return false
    }
    const member = await findVisibleMember(tx, scope, memberUuid)
    const email = member?.email ?? (await findEmailInEvents(tx, scope, memberUuid))
    await deleteMember(tx, scope, memberUuid)
    await insertErasure(tx, scope, { memberUuid, email: email ?? '', name: member?.name ?? '' })
    // Of someone who left no trace, nothing is to be rewritten.
    if (email === undefined) await completeErasure(tx, scope, memberUuid)
    else await queue.send(tx, eraseMemberJob, { accountUuid, memberUuid })
    await insertAuditEvent(tx, scope, {
      memberUuid: null,
      memberEmail: '',
      credential: 'restore',
      address: '',
      agent: '',
      action: 'personalData.erase',
      target: { memberUuid },
      before: {},
      after: {},
    })
    return true
  })
