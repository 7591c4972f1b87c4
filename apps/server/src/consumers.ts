import { memberNotices } from '#accounts/member-emails/member-notices.ts'
import { ecosystemsOfScans } from '#knowledge/advisories/sync/plan-syncs-job.ts'
import { ownAdvisoryRescans } from '#knowledge/own-advisories/rescan-users.ts'
import { packagesOfScans } from '#knowledge/releases/record-use-job.ts'
import { integrationsConsumerOf } from '#integrations/core/consumer.ts'
import { integrations } from '#integrations/integrations.ts'
import { personalNotices } from '#notifications/rules/personal-notices.ts'
import { ruleHits } from '#notifications/rules/rule-hits.ts'
import { publishedVersions } from '#intake/moving/publish-versions.ts'
import { notifications } from '#notifications/rules/collect-notifications.ts'
import { policyChanges } from '#scanning/rules/evaluate-policies-job.ts'
import { findingPriorities } from '#scanning/scans/prioritize-findings-job.ts'
import { exploitedCases } from '#triage/cases/exploited-cases.ts'
import { ruleDecisions } from '#triage/rule-decisions/decide-by-rules.ts'
import { basesOfScans } from '#scanning/images/check-base-job.ts'
import type { Consumer } from '#platform/outbox/consumer.ts'

/** All event consumers; each has its own progress. */
export const consumers: readonly Consumer[] = [
  memberNotices,
  packagesOfScans,
  ecosystemsOfScans,
  ownAdvisoryRescans,
  exploitedCases,
  ruleDecisions,
  policyChanges,
  findingPriorities,
  integrationsConsumerOf(integrations),
  notifications,
  personalNotices,
  ruleHits,
  publishedVersions,
  basesOfScans,
]
