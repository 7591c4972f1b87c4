import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { ownedInScope } from '#notifications/channels/core/store.ts'
import type { RuleOwner } from './item-visibility.ts'
import type { Rule } from './match-rule.ts'
import { RuleSettings } from './rule-settings.ts'

const columns = [
  'notification_rule.uuid',
  'notification_rule.kinds',
  'notification_rule.settings',
  'notification_rule.team_uuid as teamUuid',
  'notification_rule.member_uuid as memberUuid',
  'notification_rule.channel_uuids as channelUuids',
  'notification_rule.to_email as toEmail',
  'notification_rule.is_active as active',
  'notification_rule.created_at as createdAt',
] as const

/** Rules visible to a caller: of the account and teams in scope, or the member's own. */
export type Owned = { scope: Scope; memberUuid: string | null }

const rulesOf = (db: Database, { scope, memberUuid }: Owned) =>
  db
    .selectFrom('notification_rule')
    .select([...columns])
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', 'is not distinct from', memberUuid)
    .$if(memberUuid === null, (query) => query.where(ownedInScope(scope)))

export type RuleRow = NonNullable<Awaited<ReturnType<typeof findRule>>>

export const listRules = (db: Database, owned: Owned): Promise<RuleRow[]> =>
  rulesOf(db, owned)
    .orderBy('created_at')
    .orderBy(sql`settings ->> 'name'`)
    .orderBy('uuid')
    .execute()

export const findRule = (db: Database, owned: Owned, uuid: string) =>
  rulesOf(db, owned).where('uuid', '=', uuid).executeTakeFirst()

export const lockRule = (tx: Tx, owned: Owned, uuid: string) =>
  rulesOf(tx, owned).where('uuid', '=', uuid).forUpdate().executeTakeFirst()

export interface NewRule {
  uuid: string
  teamUuid: string | null
  memberUuid: string | null
  kinds: string[]
  settings: RuleSettings
  channelUuids: string[]
  toEmail: boolean
  active: boolean
}

export async function upsertRule(tx: Tx, scope: Scope, rule: NewRule): Promise<void> {
  const row = {
    team_uuid: rule.teamUuid,
    member_uuid: rule.memberUuid,
    kinds: rule.kinds,
    settings: jsonText(rule.settings),
    channel_uuids: rule.channelUuids,
    to_email: rule.toEmail,
    is_active: rule.active,
  }
  await tx
    .insertInto('notification_rule')
    .values({ account_uuid: scope.accountUuid, uuid: rule.uuid, ...row })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'uuid']).doUpdateSet(row))
    .execute()
}

export const deleteRule = (tx: Tx, scope: Scope, uuid: string) =>
  tx
    .deleteFrom('notification_rule')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()

/** Removes a deleted channel from all rules. */
export const forgetChannel = (tx: Tx, scope: Scope, channelUuid: string) =>
  tx
    .updateTable('notification_rule')
    .set({ channel_uuids: sql`array_remove(channel_uuids, ${channelUuid}::uuid)` })
    .where('account_uuid', '=', scope.accountUuid)
    .where(sql<boolean>`${channelUuid}::uuid = any(channel_uuids)`)
    .execute()

/**
 * Turns off email for a member's own rule and for those of the same rhythm, as one mail reports what they found. Returns
 * whether any was on.
 */
export async function endOwnEmails(
  tx: Tx,
  { accountUuid, uuid }: { accountUuid: string; uuid: string },
): Promise<boolean> {
  const rhythm = (rule: string) => sql`(${sql.ref(rule)} -> 'cadence', ${sql.ref(rule)} -> 'timeZone')`
  const { numAffectedRows = 0n } = await sql`
    update notification_rule set to_email = false from notification_rule named
    where named.account_uuid = ${accountUuid} and named.uuid = ${uuid}
      and notification_rule.account_uuid = named.account_uuid
      and notification_rule.member_uuid = named.member_uuid
      and ${rhythm('notification_rule.settings')} is not distinct from ${rhythm('named.settings')}
      and notification_rule.to_email`.execute(tx)
  return numAffectedRows > 0n
}

export interface ActiveRule extends Rule {
  uuid: string
  settings: RuleSettings
  teamUuid: string | null
  memberUuid: string | null
  channelUuids: string[]
  /** Where a member's own rule sends email; null if it sends none. */
  email: string | null
}

const isTeamRole = (role: string) => role.startsWith('Team ')

/** Rules of the account, its teams and active members that are on, with the current scope of each owner. */
const activeRules = (db: Database, accountUuid: string) =>
  db
    .selectFrom('notification_rule')
    .leftJoin('member', (join) =>
      join
        .onRef('member.account_uuid', '=', 'notification_rule.account_uuid')
        .onRef('member.uuid', '=', 'notification_rule.member_uuid'),
    )
    .select([...columns])
    .select(['member.role', 'member.email'])
    .select(
      sql<
        string[]
      >`array(select team_uuid from team_member where team_member.account_uuid = member.account_uuid
        and team_member.member_uuid = member.uuid)`.as('teams'),
    )
    .where('notification_rule.account_uuid', '=', accountUuid)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('member_uuid', 'is', null), eb('member.status', '=', 'Active')]))

type ActiveRuleRow = Awaited<ReturnType<ReturnType<typeof activeRules>['execute']>>[number]

const toActiveRule = (row: ActiveRuleRow): ActiveRule => ({
  uuid: row.uuid,
  kinds: row.kinds,
  settings: RuleSettings.parse(row.settings),
  owner: ownerOf(row),
  teamUuid: row.teamUuid,
  memberUuid: row.memberUuid,
  channelUuids: row.channelUuids,
  email: row.toEmail ? row.email : null,
})

function ownerOf({ teamUuid, memberUuid, role, teams }: ActiveRuleRow): RuleOwner {
  if (memberUuid === null) return teamUuid === null ? { of: 'account' } : { of: 'team', teamUuid }
  const isAdministrator = role === 'Administrator'
  return { of: 'member', memberUuid, teams: isTeamRole(role ?? '') ? teams : 'all', isAdministrator }
}

export const listActiveRules = async (db: Database, accountUuid: string): Promise<ActiveRule[]> =>
  (await activeRules(db, accountUuid).execute()).map(toActiveRule)

export interface RuleKey {
  accountUuid: string
  ruleUuid: string
}

/** undefined if the rule was deleted or turned off, or its member is not active. */
export async function findActiveRule(
  db: Database,
  { accountUuid, ruleUuid }: RuleKey,
): Promise<ActiveRule | undefined> {
  const row = await activeRules(db, accountUuid)
    .where('notification_rule.uuid', '=', ruleUuid)
    .executeTakeFirst()
  return row && toActiveRule(row)
}
