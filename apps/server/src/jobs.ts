import type { Config } from './config.ts'
import { consumers } from './consumers.ts'
import { endOverdueAnswersJob } from '#assistant/conversations/end-overdue-answers-job.ts'
import { deleteOldUse } from '#assistant/conversations/use-store.ts'
import { useDestinations } from '#accounts/audit/outgoing-store.ts'
import { destinationsOf, shipAuditEventsJob } from '#accounts/audit/ship-audit-events-job.ts'
import { forgotPasswordJob } from '#identity/password-login/forgot-password-job.ts'
import { verifyAddressJob } from '#identity/password-login/verify-address-job.ts'
import { checkDirectoryJob } from '#identity/sso/ldap/check-directory-job.ts'
import { feedsOf } from '#knowledge/advisories/feeds/feeds.ts'
import { planSyncsJob } from '#knowledge/advisories/sync/plan-syncs-job.ts'
import { importKnowledgeJob } from '#knowledge/transfer/import-knowledge-job.ts'
import { syncAdvisoriesJob } from '#knowledge/advisories/sync/sync-advisories-job.ts'
import { applyRegistryJob } from '#knowledge/releases/apply-registry-job.ts'
import { fetchReleasesJob } from '#knowledge/releases/fetch-releases-job.ts'
import { recordAllUseJob, recordUseJob } from '#knowledge/releases/record-use-job.ts'
import { deliverJobOf } from '#integrations/core/deliver-job.ts'
import { checkBaseJob } from '#scanning/images/check-base-job.ts'
import { checkImageJob } from '#scanning/images/check-image-job.ts'
import { planImageChecksJob } from '#scanning/images/plan-image-checks-job.ts'
import { pullRepositoryJob } from '#integrations/repositories/files/pull-repository-job.ts'
import { runSchedulesJobOf } from '#integrations/core/run-schedules-job.ts'
import { integrations } from '#integrations/integrations.ts'
import { loadDemoJob } from '#demo/load-demo-job.ts'
import { deliverNotificationJob } from '#notifications/deliveries/deliver-notification-job.ts'
import { remindJob } from '#notifications/rules/remind-job.ts'
import { removeOldNotificationsJob } from '#notifications/rules/remove-old-notifications-job.ts'
import { runNotificationsJob } from '#notifications/rules/run-notifications-job.ts'
import { sendEmailJob } from '#platform/email/send-email-job.ts'
import { sendSmsJob } from '#platform/sms/send-sms-job.ts'
import { type Dispatcher, startDispatcher } from '#platform/outbox/dispatcher.ts'
import { handleEventJobOf } from '#platform/outbox/handle-event-job.ts'
import { removeOldJobOf } from '#platform/outbox/remove-old-job.ts'
import { backUpJob } from '#operations/backup/backup-job.ts'
import { eraseMemberJob } from '#operations/people/erase-member-job.ts'
import { keepErasuresJob } from '#operations/people/keep-erasures-job.ts'
import { removeExpiredJob } from '#operations/retention/remove-expired-job.ts'
import { resealJob } from '#operations/secrets/reseal-job.ts'
import type { Job, JobContext } from '#platform/queue/job.ts'
import { eraKind } from '#reporting/eras/era-request.ts'
import { planErasJob } from '#reporting/eras/plan-eras-job.ts'
import { notifyReady } from '#reporting/eras/notify-ready.ts'
import { writeEra } from '#reporting/eras/write-era.ts'
import { bibleKind, writeBible } from '#reporting/exports/write-bible.ts'
import { removeExpiredExportsJob } from '#reporting/exports/remove-expired-job.ts'
import { writeExportJobOf } from '#reporting/exports/write-export-job.ts'
import { rescanBranchesJob } from '#scanning/builds/rescan-branches.ts'
import { rescanExpiredGapsJob } from '#scanning/gaps/rescan-expired-job.ts'
import { reportOverdueJob } from '#triage/cases/report-overdue-job.ts'
import { endDecisionsJob } from '#triage/approvals/end-decisions-job.ts'
import { planPrioritiesJob, prioritizeFindingsJob } from '#scanning/scans/prioritize-findings-job.ts'
import { evaluateDailyJob } from '#scanning/rules/evaluate-daily-job.ts'
import { evaluatePoliciesJob } from '#scanning/rules/evaluate-policies-job.ts'
import { rescanOverriddenJob } from '#scanning/overrides/rescan-overridden.ts'
import { reevaluateJob } from '#scanning/infrastructure/reevaluate-job.ts'
import { deleteProjectJob } from '#scanning/removal/delete-project-job.ts'
import { readVexAgainJob } from '#scanning/vex/read-vex-again-job.ts'
import { rescanVexSubjectsJob } from '#scanning/vex/rescan-vex-subjects-job.ts'
import { compactDocumentsJob } from '#scanning/builds/documents/compact-documents-job.ts'
import { resolveBuildJob } from '#scanning/resolutions/resolve-build-job.ts'
import { scanBuildJob, scanLargeBuildJob } from '#scanning/scans/scan-build-job.ts'
import { scanPastBuildJob } from '#scanning/scans/scan-past-build-job.ts'

const handleEventJob = handleEventJobOf(consumers)

/** Jobs that do not work on projects. */
export const messageJobs: readonly Job[] = [
  sendEmailJob,
  sendSmsJob,
  forgotPasswordJob,
  verifyAddressJob,
  checkDirectoryJob,
  handleEventJob,
  deliverNotificationJob,
]

/** All background jobs with their limits and schedules. */
export const jobs: readonly Job[] = [
  scanBuildJob,
  scanLargeBuildJob,
  scanPastBuildJob,
  resolveBuildJob,
  pullRepositoryJob,
  checkImageJob,
  checkBaseJob,
  planImageChecksJob,
  rescanBranchesJob,
  syncAdvisoriesJob,
  importKnowledgeJob,
  planSyncsJob,
  rescanVexSubjectsJob,
  readVexAgainJob,
  rescanOverriddenJob,
  evaluatePoliciesJob,
  evaluateDailyJob,
  prioritizeFindingsJob,
  planPrioritiesJob,
  rescanExpiredGapsJob,
  endDecisionsJob,
  reportOverdueJob,
  reevaluateJob,
  deleteProjectJob,
  compactDocumentsJob,
  loadDemoJob,
  recordUseJob,
  applyRegistryJob,
  recordAllUseJob,
  fetchReleasesJob,
  writeExportJobOf({
    [bibleKind]: { write: writeBible },
    [eraKind]: { write: writeEra, onReady: notifyReady },
  }),
  planErasJob,
  removeExpiredExportsJob,
  deliverJobOf(integrations),
  runSchedulesJobOf(integrations),
  ...messageJobs,
  runNotificationsJob,
  remindJob,
  removeOldNotificationsJob,
  endOverdueAnswersJob,
  removeOldJobOf(consumers, [deleteOldUse]),
  eraseMemberJob,
  keepErasuresJob,
  removeExpiredJob,
  shipAuditEventsJob,
  resealJob,
  backUpJob,
]

/** All jobs, without schedules disabled by the settings. */
export function jobsFor(config: Config): readonly Job[] {
  const { releases, feeds, backup } = config
  const isOff = (job: Job) =>
    (!releases && releaseJobs.has(job)) ||
    (job === backUpJob && backup.to === undefined) ||
    (job === planSyncsJob && feedsOf(feeds).size === 0) ||
    (job === shipAuditEventsJob && destinationsOf(config).size === 0)
  return jobs.map((job) => (isOff(job) ? withoutSchedule(job) : job))
}

export function withoutSchedule(job: Job): Job {
  const { schedule: _schedule, ...rest } = job
  return rest
}

const releaseJobs: ReadonlySet<Job> = new Set([recordAllUseJob, fetchReleasesJob])

interface WorkerOptions {
  /** Defaults to all. */
  only?: readonly Job[]
  /** How often events are looked for. */
  polling?: { pollMs?: number; consumerPollMs: number }
}

/** Processes jobs until the queue stops, and delivers events until the dispatcher stops. */
export async function startWorkers(
  context: JobContext,
  { only = jobs, polling }: WorkerOptions = {},
): Promise<Dispatcher> {
  if (context.vault.hasEarlierKey) await context.queue.send(context.db, resealJob, {})
  await useDestinations(context.db, [...destinationsOf(context.config).keys()])
  for (const job of only) await context.queue.consume(job, context)
  await context.queue.consumeFailed(context)
  return startDispatcher(context, { consumers, handleEventJob, ...polling })
}
