import { wireSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { EpochMs } from './vocabulary.ts'
import { named } from './named.ts'

/** Notification kinds, most urgent first. If several match an event, the first that a rule includes applies. */
export const notificationKinds = [
  'malware',
  'knownExploited',
  'advisoryPublished',
  'findingOpened',
  'targetOverdue',
  'minimumMissed',
  'policyViolated',
  'scanFailed',
  'sourceFailing',
  'advisoryDataOld',
  'tokenEnding',
  'exclusionEnding',
  'memberChanged',
  'minimumMet',
  'findingFixed',
] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

const [critical, high, medium, low] = wireSeverities
/** Lowest first. */
export const notificationSeverities = [low, medium, high, critical] as const
export const NotificationSeverity = z.enum(notificationSeverities)
export type NotificationSeverity = z.infer<typeof NotificationSeverity>

/** What concerns one member, or is sent by a policy rule, and goes to the inbox without a rule of notifications. */
export const personalKinds = ['assigned', 'mentioned', 'approvalWanted', 'ruleHit'] as const
export type PersonalKind = (typeof personalKinds)[number]

/** One occurrence, in any number of projects. */
const MessageLine = z.object({
  kind: z.enum([...notificationKinds, ...personalKinds]),
  /** null if unknown or not applicable. */
  severity: NotificationSeverity.nullable(),
  title: z.string(),
  detail: z.string(),
  /** Number of events. */
  count: z.int(),
  projectCount: z.int(),
  /** At most five of the projects. */
  projects: z.array(z.string()),
  /** Path in the web app, such as '/vulns?id=…'. */
  path: z.string(),
})
export type MessageLine = z.infer<typeof MessageLine>

export const NotificationMessage = named('NotificationMessage', {
  title: z.string(),
  at: EpochMs,
  lines: z.array(MessageLine),
  /** Number of omitted lines. */
  more: z.int(),
  /** Number of events in all lines. */
  total: z.int(),
})
export type NotificationMessage = z.infer<typeof NotificationMessage>
