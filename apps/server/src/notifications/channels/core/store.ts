import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ErasedPerson } from '#accounts/audit/store.ts'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import type { Wording } from '#platform/texts/text.ts'

/** Whether a row with the column team_uuid is in scope. Account-wide rows require access to all teams. */
export const ownedInScope = (scope: Scope): RawBuilder<SqlBool> =>
  scope.teams === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`team_uuid = any(${teamUuids(scope)}::uuid[])`

const columns = [
  'uuid',
  'kind',
  'name',
  'recipients',
  'host',
  'language',
  'problem',
  'secret',
  'team_uuid as teamUuid',
  'is_active as active',
  'is_default as isDefault',
  'paused_until as pausedUntil',
  'created_at as createdAt',
] as const

const channelsOf = (db: Database, scope: Scope) =>
  db
    .selectFrom('notification_channel')
    .select([...columns])
    .where('account_uuid', '=', scope.accountUuid)
    .where(ownedInScope(scope))

export type ChannelRow = NonNullable<Awaited<ReturnType<typeof findChannel>>>

export const listChannels = (db: Database, scope: Scope): Promise<ChannelRow[]> =>
  channelsOf(db, scope).orderBy('name').orderBy('uuid').execute()

export const findChannel = (db: Database, scope: Scope, uuid: string) =>
  channelsOf(db, scope).where('uuid', '=', uuid).executeTakeFirst()

export const lockChannel = (tx: Tx, scope: Scope, uuid: string) =>
  channelsOf(tx, scope).where('uuid', '=', uuid).forUpdate().executeTakeFirst()

/** The default channels, as returned by GET config. */
export const findDefault = (
  db: Database,
  scope: Scope,
  { teamUuid, kind }: { teamUuid: string | null; kind: string },
) =>
  channelsOf(db, scope)
    .where('is_default', '=', true)
    .where('kind', '=', kind)
    .where('team_uuid', 'is not distinct from', teamUuid)
    .executeTakeFirst()

/** Whether all channels exist, are in scope, and belong to the owner or the account. */
export async function areChannels(
  db: Database,
  scope: Scope,
  { uuids, teamUuid }: { uuids: readonly string[]; teamUuid: string | null },
): Promise<boolean> {
  const requested = new Set(uuids)
  if (requested.size === 0) return true
  const rows = await channelsOf(db, scope)
    .where('uuid', 'in', [...requested])
    .where((eb) =>
      teamUuid === null
        ? eb('team_uuid', 'is', null)
        : eb.or([eb('team_uuid', 'is', null), eb('team_uuid', '=', teamUuid)]),
    )
    .execute()
  return rows.length === requested.size
}

export interface NewChannel {
  uuid: string
  teamUuid: string | null
  kind: string
  name: string
  recipients: string[]
  secret: Uint8Array | null
  host: string | null
  language: string
  active: boolean
  isDefault: boolean
}

export async function upsertChannel(
  tx: Database,
  scope: Scope,
  { uuid, teamUuid, active, isDefault, kind, name, recipients, secret, host, language }: NewChannel,
): Promise<void> {
  const content = { kind, name, recipients, secret, host, language }
  const row = { ...content, is_active: active, is_default: isDefault, team_uuid: teamUuid }
  await tx
    .insertInto('notification_channel')
    .values({ account_uuid: scope.accountUuid, uuid, ...row })
    // The change may have fixed the error.
    .onConflict((conflict) =>
      conflict.columns(['account_uuid', 'uuid']).doUpdateSet({ ...row, problem: null, paused_until: null }),
    )
    .execute()
}

export const deleteChannel = (tx: Tx, scope: Scope, uuid: string) =>
  tx
    .deleteFrom('notification_channel')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()

interface Outcome {
  problem: Wording | null
  pausedUntil?: Date | null
  /** The service responded that the channel no longer exists. */
  isGone?: boolean
}

export const noteOutcome = (
  db: Database,
  { accountUuid, uuid }: { accountUuid: string; uuid: string },
  { problem, pausedUntil = null, isGone = false }: Outcome,
) =>
  db
    .updateTable('notification_channel')
    .set({
      problem: problem === null ? null : jsonText(problem),
      paused_until: pausedUntil,
      ...(isGone && { is_active: false }),
    })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .execute()

/** Unsubscribes an address. Returns whether the channel had it. */
export async function removeRecipient(
  tx: Tx,
  { accountUuid, uuid, email }: { accountUuid: string; uuid: string; email: string },
): Promise<boolean> {
  const { rows } = await sql`
    update notification_channel set recipients = array_remove(recipients, ${email})
    where account_uuid = ${accountUuid} and uuid = ${uuid} and ${email} = any(recipients) returning uuid`.execute(
    tx,
  )
  return rows.length > 0
}

export const pseudonymizeChannels = (tx: Tx, { accountUuid }: Scope, { email }: ErasedPerson) =>
  sql`
    update notification_channel set recipients = array_remove(recipients, ${email})
    where account_uuid = ${accountUuid} and ${email} = any(recipients)`.execute(tx)
