import { dayMs } from '@assay/engine/time.ts'
import { outdatedEcosystems, readKnowledge } from '#knowledge/advisories/databases/freshness.ts'
import { listEcosystemsInUse } from '#knowledge/advisories/databases/database-store.ts'
import { accountScope } from '#auth/scope.ts'
import { maxFindingsOfEvent, type NewEvent } from '#platform/outbox/events.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { defineSchedule, type JobContext } from '#platform/queue/job.ts'
import { listOperators } from './facts-store.ts'
import { claimReminders } from './item-store.ts'
import { listActiveAccounts, listNewlyOverdue, type NewlyOverdue } from './overdue-store.ts'
import { listEndingExclusions, listEndingTokens } from './reminder-store.ts'

/** Days before expiry at which a reminder is sent. */
const daysBefore = 7
/** The same for decisions: the last of these that has come. */
const daysBeforeDecisions = [0, 3, 14] as const
/** Newly overdue findings are reported even if the job did not run for some days. */
const overdueDays = 7
/** Days between reminders about outdated data. */
const repeatDays = 7

interface Reminder {
  accountUuid: string
  /** A reminder that is sent once. */
  subject: string
  event: NewEvent
}

/** Reminds of time-based conditions: tokens and exclusions about to expire, and outdated data. */
export const remindJob = defineSchedule({
  name: 'send-reminders',
  timeoutSeconds: 600,
  retry: { limit: 3, delaySeconds: 60, maxDelaySeconds: 600 },
  cron: '43 5 * * *',
  async run(context) {
    const reminders = [...(await endings(context)), ...(await oldData(context))]
    const accounts = Map.groupBy(reminders, ({ accountUuid }) => accountUuid)
    for (const [accountUuid, ofAccount] of accounts) await remind(context, accountUuid, ofAccount)
    for (const accountUuid of await listActiveAccounts(context.db)) {
      const late = await listNewlyOverdue(context.db, accountScope(accountUuid), overdueDays)
      if (late.length > 0) await writeOverdueEvent(context, accountUuid, late)
    }
  },
})

const writeOverdueEvent = (
  { db }: JobContext,
  accountUuid: string,
  late: readonly NewlyOverdue[],
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const subjectOf = ({ findingUuid }: NewlyOverdue) => `overdue ${findingUuid}`
    const isNew = await claimReminders(tx, accountUuid, late.map(subjectOf))
    const branches = Map.groupBy(
      late.filter((each) => isNew.has(subjectOf(each))),
      ({ branchUuid }) => branchUuid,
    )
    await writeEvents(tx, accountUuid, [...branches.values()].flatMap(overdueEvents))
  })

function overdueEvents(ofBranch: readonly NewlyOverdue[]): NewEvent[] {
  const events: NewEvent[] = []
  for (let start = 0; start < ofBranch.length; start += maxFindingsOfEvent) {
    const findings = ofBranch.slice(start, start + maxFindingsOfEvent)
    const { projectUuid, branchUuid } = findings[0]!
    events.push({ type: 'findings.overdue', payload: { projectUuid, branchUuid, findings } })
  }
  return events
}

const remind = ({ db }: JobContext, accountUuid: string, reminders: readonly Reminder[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const subjects = reminders.map(({ subject }) => subject)
    const isNew = await claimReminders(tx, accountUuid, subjects)
    const events = reminders.filter(({ subject }) => isNew.has(subject)).map(({ event }) => event)
    await writeEvents(tx, accountUuid, events)
  })

async function endings({ db }: JobContext): Promise<Reminder[]> {
  const tokens = await listEndingTokens(db, daysBefore)
  const exclusions = await listEndingExclusions(db, daysBeforeDecisions.at(-1)!)
  return [
    ...tokens.map(({ accountUuid, uuid, name, memberUuid, expiresAt }): Reminder => {
      const payload = { tokenUuid: uuid, name, memberUuid, expiresAt: expiresAt.getTime() }
      const subject = `token ${uuid} ${expiresAt.toISOString()}`
      return { accountUuid, subject, event: { type: 'token.ending', payload } }
    }),
    ...exclusions.map(({ accountUuid, uuid, expiresAt, ...about }): Reminder => {
      const payload = { exclusionUuid: uuid, ...about, expiresAt: expiresAt.getTime() }
      const subject = `exclusion ${uuid} ${expiresAt.toISOString()} ${reachedBefore(expiresAt)}`
      return { accountUuid, subject, event: { type: 'exclusion.ending', payload } }
    }),
  ]
}

async function oldData(context: JobContext): Promise<Reminder[]> {
  const old = new Set(outdatedEcosystems(await readKnowledge(context)))
  const period = Math.floor(Date.now() / (repeatDays * dayMs))
  const reminders: Reminder[] = []
  for (const accountUuid of await listOperators(context.db)) {
    const used = await listEcosystemsInUse(context.db, accountScope(accountUuid))
    const ecosystems = [...used].filter((each) => old.has(each)).toSorted()
    if (ecosystems.length === 0) continue
    const event: NewEvent = { type: 'advisories.old', payload: { ecosystems } }
    reminders.push({ accountUuid, subject: `advisory data ${period}`, event })
  }
  return reminders
}

/** 0 on the day of the end. */
function reachedBefore(expiresAt: Date): number {
  const days = Math.floor((expiresAt.getTime() - Date.now()) / dayMs)
  return daysBeforeDecisions.find((each) => days <= each) ?? days
}
