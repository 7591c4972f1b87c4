import type { NotificationKind } from '@assay/contract/notification-messages.ts'
import type { AlertType } from './alerts-of.ts'

/** The kinds that events of each type can be. */
const kindsOf: Readonly<Record<AlertType, readonly NotificationKind[]>> = {
  'findings.opened': ['malware', 'knownExploited', 'advisoryPublished', 'findingOpened'],
  'findings.ended': ['findingFixed'],
  'findings.overdue': ['targetOverdue'],
  'advisories.exploited': ['knownExploited'],
  'case.opened': ['knownExploited'],
  'case.overdue': ['targetOverdue'],
  'case.due-soon': ['targetOverdue'],
  'minimum.missed': ['minimumMissed'],
  'minimum.met': ['minimumMet'],
  'policy.violated': ['policyViolated'],
  'scan.failed': ['scanFailed'],
  'source.failing': ['sourceFailing'],
  'advisories.sync-failed': ['sourceFailing'],
  'advisories.old': ['advisoryDataOld'],
  'token.ending': ['tokenEnding'],
  'exclusion.ending': ['exclusionEnding'],
  'member.invited': ['memberChanged'],
  'member.role-changed': ['memberChanged'],
  'member.removed': ['memberChanged'],
}

/** The types of events that rules with these kinds notify about. */
export const typesOf = (kinds: readonly string[]): AlertType[] =>
  (Object.keys(kindsOf) as AlertType[]).filter((type) => kindsOf[type].some((kind) => kinds.includes(kind)))
