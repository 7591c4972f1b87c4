import { memberLanguage } from '#accounts/member-emails/email-texts-for.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx, Database } from '#platform/database/database.ts'
import { defineSchedule, type JobContext } from '#platform/queue/job.ts'
import { findProject } from '#projects/project-store.ts'
import { EraAbout, eraDays, eraKind } from './era-request.ts'
import { hasRoom } from '#platform/limits/limits-store.ts'
import { openExport } from '#reporting/exports/open-export.ts'
import { nextDue, periodOf } from './period-of.ts'
import { advanceSchedule, type Interval, lockDueSchedule, type ScheduleRow } from './schedule-store.ts'
import type { Permission } from '@assay/contract/permissions.ts'
import { identityOf } from '#auth/callers/authenticate.ts'
import { callerFor } from '#auth/callers/identity.ts'
import { findPrincipalByMember } from '#auth/callers/store.ts'

/** Queues the reports that are due. */
export const planErasJob = defineSchedule({
  name: 'plan-reports',
  timeoutSeconds: 600,
  retry: { limit: 3, delaySeconds: 30, maxDelaySeconds: 300 },
  cron: '7,22,37,52 * * * *',
  async run(context) {
    const now = new Date()
    while (await context.db.transaction().execute((tx) => planNext(context, tx, now)));
  },
})

/** Returns false if no more reports are due. */
async function planNext(context: JobContext, tx: Tx, now: Date): Promise<boolean> {
  const schedule = await lockDueSchedule(tx, now)
  if (!schedule) return false
  const problem = await open(context, tx, schedule)
  await advanceSchedule(tx, schedule, { nextAt: nextDue(schedule.every as Interval, now), problem })
  return true
}

/** Why the report cannot be generated; null if it can. */
async function open(context: JobContext, tx: Tx, row: ScheduleRow): Promise<string | null> {
  const { account_uuid: accountUuid, member_uuid: memberUuid } = row
  const scope = await memberScope(tx, { accountUuid, memberUuid }, 'reports.read')
  if (!scope || !(await reaches(tx, scope, row)))
    return 'The member who scheduled the report may no longer read all that it is about'
  // If thrown, it would block the schedules of every account.
  if (!(await hasRoom(tx, scope, { kind: 'unfinishedExports', added: 1 })))
    return 'Too many reports of the account were being prepared'
  await openExport(context, tx, {
    scope,
    email: row.created_by,
    kind: eraKind,
    keptDays: eraDays,
    formats: row.formats,
    teamUuids: row.team_uuids,
    projectUuid: row.project_uuid,
    recipientUuid: memberUuid,
    request: {
      ...EraAbout.parse(row.request),
      ...periodOf(row.every as Interval, row.next_at),
      isScheduled: true,
      language: await memberLanguage(tx, scope, memberUuid),
    },
  })
  return null
}

async function reaches(tx: Tx, scope: Scope, { project_uuid, team_uuids }: ScheduleRow): Promise<boolean> {
  if (project_uuid !== null) return (await findProject(tx, scope, project_uuid)) !== undefined
  if (scope.teams === 'all') return true
  return team_uuids !== null && team_uuids.every((uuid) => scope.teams.includes(uuid))
}

/** The current scope of a member's permission, for work requested earlier; null for none. */
async function memberScope(
  db: Database,
  of: { accountUuid: string; memberUuid: string },
  permission: Permission,
): Promise<Scope | null> {
  const principal = await findPrincipalByMember(db, of)
  const identity = principal && identityOf(principal, { kind: 'session', uuid: of.memberUuid }, null)
  return (identity && callerFor(identity, permission)?.scope) ?? null
}
