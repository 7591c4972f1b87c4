import { sql } from 'kysely'
import { findAssignees } from '#accounts/members/assignee-store.ts'
import type { Scope } from '#auth/scope.ts'
import { teamUuids } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

interface Notified {
  memberUuids: readonly string[]
  channelUuids: readonly string[]
}

/** Which of those who are to hear of hits the caller does not see; null for none. */
export async function findUnseen(
  db: Database,
  scope: Scope,
  { memberUuids, channelUuids }: Notified,
): Promise<'member' | 'channel' | null> {
  const members = new Set(memberUuids)
  if ((await findAssignees(db, scope, [...members])).size < members.size) return 'member'
  const channels = new Set(channelUuids)
  const { rows } = await sql`
    select from notification_channel
    where account_uuid = ${scope.accountUuid} and uuid = any(${[...channels]}::uuid[])
      and ${scope.teams === 'all' ? sql`true` : sql`(team_uuid is null or team_uuid = any(${teamUuids(scope)}::uuid[]))`}`.execute(
    db,
  )
  return rows.length < channels.size ? 'channel' : null
}
