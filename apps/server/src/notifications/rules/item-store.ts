import type { NotificationKind } from '@assay/contract/notification-messages.ts'
import { notificationKinds, notificationSeverities } from '@assay/contract/notification-messages.ts'
import { sql } from 'kysely'
import type { ErasedPerson } from '#accounts/audit/store.ts'
import type { Scope } from '#auth/scope.ts'
import type { ItemGroup } from '#notifications/messages/compose-message.ts'
import {
  advisoryOfKey,
  findingKinds,
  maxLines,
  maxProjectsOfLine,
  openKinds,
  withOthers,
} from '#notifications/messages/compose-message.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { currentTraceparent } from '#platform/traces/tracing.ts'
import type { Alert } from './alert.ts'
import type { ItemVisibility } from './item-visibility.ts'
import type { RuleKey } from './store.ts'

export interface NewItem {
  ruleUuid: string
  kind: NotificationKind
  alert: Alert
}

/** Well below the protocol's limit of 65,535 parameters. */
const rowsAtOnce = 1000

export async function insertItems(tx: Tx, accountUuid: string, items: readonly NewItem[]): Promise<void> {
  const traceparent = currentTraceparent()
  const rows = items.map(({ ruleUuid, kind, alert }) => ({
    account_uuid: accountUuid,
    rule_uuid: ruleUuid,
    kind,
    severity: alert.severity && notificationSeverities.indexOf(alert.severity),
    group_key: alert.groupKey,
    title: jsonText(alert.title),
    details: jsonText(alert.details),
    project_uuid: alert.project?.uuid ?? null,
    project_name: alert.project?.name ?? null,
    member_uuid: alert.memberUuid,
    finding_uuid: alert.findingUuid ?? null,
    path: alert.path,
    at: new Date(alert.at),
    traceparent,
  }))
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx
      .insertInto('notification_item')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute()
}

/** When the first pending item was added; null if there are none. */
export async function findFirstAt(tx: Tx, { accountUuid, ruleUuid }: RuleKey): Promise<number | null> {
  const row = await tx
    .selectFrom('notification_due')
    .select('first_at')
    .where('account_uuid', '=', accountUuid)
    .where('rule_uuid', '=', ruleUuid)
    .forUpdate()
    .executeTakeFirst()
  return row?.first_at.getTime() ?? null
}

/** Epoch ms. */
export const saveDue = (
  tx: Tx,
  { accountUuid, ruleUuid }: RuleKey,
  due: { firstAt: number; dueAt: number },
) =>
  tx
    .insertInto('notification_due')
    .values({
      account_uuid: accountUuid,
      rule_uuid: ruleUuid,
      first_at: new Date(due.firstAt),
      due_at: new Date(due.dueAt),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_uuid', 'rule_uuid']).doUpdateSet({ due_at: new Date(due.dueAt) }),
    )
    .execute()

/** The rule overdue the longest, locked until the transaction ends; undefined if none is due or all are locked. */
export const lockDueRule = (tx: Tx, now: Date) =>
  tx
    .selectFrom('notification_due')
    .select(['account_uuid as accountUuid', 'rule_uuid as ruleUuid'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** The account's other rules that are due, locked as well; those that another process sends are left to it. */
export const lockOtherDue = (tx: Tx, { accountUuid, ruleUuid }: RuleKey, now: Date) =>
  tx
    .selectFrom('notification_due')
    .select('rule_uuid as ruleUuid')
    .where('account_uuid', '=', accountUuid)
    .where('rule_uuid', '<>', ruleUuid)
    .where('due_at', '<=', now)
    .orderBy('rule_uuid')
    .forUpdate()
    .skipLocked()
    .execute()

/** The trace of the oldest pending item that has one. */
export async function findTrace(
  tx: Tx,
  { accountUuid, ruleUuids }: { accountUuid: string; ruleUuids: readonly string[] },
): Promise<string | null> {
  const row = await tx
    .selectFrom('notification_item')
    .select('traceparent')
    .where('account_uuid', '=', accountUuid)
    .where('rule_uuid', 'in', ruleUuids)
    .where('traceparent', 'is not', null)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return row?.traceparent ?? null
}

interface Waiting {
  groups: ItemGroup[]
  groupCount: number
  total: number
}

/** Items of projects that still exist and are visible now, and other visible ones. */
export const isVisibleItem = ({ teams, isAccountWide, members }: ItemVisibility) => {
  const ofTeams = teams === 'all' ? sql`true` : sql`project.team_uuid = any(${[...teams]}::uuid[])`
  const ofMembers = members === 'all' ? sql`true` : sql`item.member_uuid = any(${[...members]}::uuid[])`
  return sql`case
    when item.project_uuid is not null then project.uuid is not null and project.deleted_at is null and ${ofTeams}
    when item.member_uuid is not null then ${ofMembers}
    else ${isAccountWide} end`
}

interface Selected {
  visibility: ItemVisibility
  /** null for all. */
  kind: NotificationKind | null
}

/**
 * The pending visible items of rules by group, most urgent first, limited to the lines of a message. What several rules
 * collected counts once, under its most urgent kind.
 */
export async function groupWaiting(
  tx: Tx,
  { accountUuid, ruleUuids }: { accountUuid: string; ruleUuids: readonly string[] },
  { visibility, kind }: Selected,
): Promise<Waiting> {
  const { rows } = await sql<
    Omit<ItemGroup, 'severity'> & {
      severity: number | null
      others: number
      groupCount: number
      total: number
    }
  >`
    select (array_agg(kind order by urgency))[1] as kind, max(severity) as severity,
      (array_agg(title order by urgency, severity desc nulls last, title::text))[1] as title,
      count(distinct title::text)::int - 1 as others,
      case when min(details::text) = max(details::text) then min(details::text)::jsonb else '[]' end as details,
      (array_agg(path order by urgency, severity desc nulls last, title::text))[1] as path,
      count(*)::int as count, count(distinct project_uuid)::int as "projectCount",
      coalesce((array_agg(distinct project_name) filter (where project_name is not null))[1:${maxProjectsOfLine}],
        '{}') as projects,
      (count(*) over ())::int as "groupCount", (sum(count(*)) over ())::int as total
    from (
      select distinct on (group_key, project_uuid, finding_uuid, title::text, at, nth) * from (
        select item.*, array_position(${[...notificationKinds]}::text[], kind) as urgency,
          row_number() over (
            partition by rule_uuid, group_key, item.project_uuid, finding_uuid, title::text, at) as nth
        from notification_item item
        left join project on project.account_uuid = item.account_uuid and project.uuid = item.project_uuid
        where item.account_uuid = ${accountUuid} and item.rule_uuid = any(${[...ruleUuids]}::uuid[])
          and ${isVisibleItem(visibility)} and (${kind}::text is null or kind = ${kind})) of_rule
      order by group_key, project_uuid, finding_uuid, title::text, at, nth, urgency) item
    group by
      case when kind = any(${[...openKinds]}::text[]) then 'open' else kind end,
      case when kind = any(${[...findingKinds]}::text[])
        then regexp_replace(group_key, ${advisoryOfKey}, ${String.raw`\1`}) else group_key end
    order by min(urgency), max(severity) desc nulls last, count(*) desc, min(title::text)
    limit ${maxLines}`.execute(tx)
  const groups = rows.map(({ severity, others, ...row }) => ({
    kind: row.kind,
    details: row.details,
    ...withOthers({ title: row.title, path: row.path }, others),
    count: row.count,
    projectCount: row.projectCount,
    projects: row.projects,
    severity: severity === null ? null : notificationSeverities[severity]!,
  }))
  return { groups, groupCount: rows[0]?.groupCount ?? 0, total: rows[0]?.total ?? 0 }
}

/**
 * Removes items that are no longer true: findings that ended, branches that meet their minimum or policies again. Items
 * whose finding or branch is unknown are kept.
 */
export async function removeOutdated(tx: Tx, { accountUuid, ruleUuid }: RuleKey): Promise<void> {
  await sql`
    delete from notification_item item
    where account_uuid = ${accountUuid} and rule_uuid = ${ruleUuid} and (
      (kind in ('findingOpened', 'advisoryPublished', 'malware', 'knownExploited', 'targetOverdue')
        and project_uuid is not null
        and exists (${findingsOfItem} and ended_at is not null)
        and not exists (${findingsOfItem} and ended_at is null))
      or exists (
        select from branch
        join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
          and scan.number = branch.last_number
        where branch.account_uuid = item.account_uuid and branch.uuid::text = item.group_key
          and case item.kind
            when 'minimumMissed' then scan.outcome <> 'FAIL'
            when 'minimumMet' then scan.outcome = 'FAIL'
            when 'policyViolated' then scan.licensing_score > 0
            else false end))`.execute(tx)
}

/** By the group key of finding-alerts.ts. */
const findingsOfItem = sql`
  select from finding
  where finding.account_uuid = item.account_uuid and finding.project_uuid = item.project_uuid
    and finding.advisory_uuid::text = split_part(regexp_replace(item.group_key, '^exploited ', ''), ' ', 1)
    and finding.package_name = regexp_replace(item.group_key, '^(exploited )?[^ ]+ ', '')`

/** The members that pending items of the rule concern. */
export async function listConcerned(tx: Tx, { accountUuid, ruleUuid }: RuleKey): Promise<string[]> {
  const rows = await tx
    .selectFrom('notification_item')
    .select('member_uuid as memberUuid')
    .distinct()
    .where('account_uuid', '=', accountUuid)
    .where('rule_uuid', '=', ruleUuid)
    .where('member_uuid', 'is not', null)
    .$narrowType<{ memberUuid: string }>()
    .execute()
  return rows.map(({ memberUuid }) => memberUuid)
}

export async function clearWaiting(tx: Tx, { accountUuid, ruleUuid }: RuleKey): Promise<void> {
  for (const table of ['notification_item', 'notification_due'] as const)
    await tx
      .deleteFrom(table)
      .where('account_uuid', '=', accountUuid)
      .where('rule_uuid', '=', ruleUuid)
      .execute()
}

/** The subset of subjects not yet reported; marks them as reported. */
export async function claimReminders(
  db: Database,
  accountUuid: string,
  subjects: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    insert into notification_reminder (account_uuid, subject)
    select ${accountUuid}::uuid, unnest(${[...subjects]}::text[])
    on conflict do nothing returning subject`.execute(db)
  return new Set(rows.map(({ subject }) => subject))
}

/** Returns how many. */
export async function deleteOldReminders(db: Database, { days, limit }: { days: number; limit: number }) {
  const { rows } = await sql`
    delete from notification_reminder where (account_uuid, subject) in (
      select account_uuid, subject from notification_reminder
      where sent_at < now() - make_interval(days => ${days}) limit ${limit})
    returning subject`.execute(db)
  return rows.length
}

export const pseudonymizeItems = (tx: Tx, { accountUuid }: Scope, { email, pseudonym }: ErasedPerson) =>
  sql`
    update notification_item set title = replace(title::text, ${email}, ${pseudonym})::jsonb, details = replace(details::text, ${email}, ${pseudonym})::jsonb
    where account_uuid = ${accountUuid} and (strpos(title::text, ${email}) > 0 or strpos(details::text, ${email}) > 0)`.execute(
    tx,
  )
