import { RuleContent } from '@assay/contract/notification-rules.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/**
 * Which of these addresses, in lower case, belong to active members of the account, each with the member's language:
 * chosen in the profile, otherwise of the browser last seen; null if neither is known.
 */
export async function listActiveAddresses(
  db: Database,
  accountUuid: string,
  emails: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('member')
    .select((eb) => ['email', eb.fn.coalesce('language', 'browser_language').as('language')])
    .where('account_uuid', '=', accountUuid)
    .where('status', '=', 'Active')
    .where(sql<boolean>`lower(email) = any(${[...emails]}::text[])`)
    .execute()
  return new Map(rows.map(({ email, language }) => [email.toLowerCase(), language]))
}

const Quiet = RuleContent.pick({ quietHours: true, timeZone: true })

/** The rule of a delivery: undefined if it was deleted or turned off since, or its member is not active. */
export async function findRule(
  db: Database,
  { accountUuid, ruleUuid }: { accountUuid: string; ruleUuid: string },
) {
  const row = await db
    .selectFrom('notification_rule')
    .leftJoin('member', (join) =>
      join
        .onRef('member.account_uuid', '=', 'notification_rule.account_uuid')
        .onRef('member.uuid', '=', 'notification_rule.member_uuid'),
    )
    .select(['settings', 'to_email', 'member.email'])
    .select((eb) => eb.fn.coalesce('member.language', 'member.browser_language').as('language'))
    .where('notification_rule.account_uuid', '=', accountUuid)
    .where('notification_rule.uuid', '=', ruleUuid)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('member_uuid', 'is', null), eb('member.status', '=', 'Active')]))
    .executeTakeFirst()
  if (!row) return undefined
  /** Where a member's own rule sends email; null if it sends none. */
  const email = row.to_email ? row.email : null
  return { ...Quiet.parse(row.settings), email, language: row.language }
}
