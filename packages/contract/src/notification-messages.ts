import { wireSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { EpochMs } from './vocabulary.ts'

/** What can be told, most urgent first: of several that fit one event, the first that a rule names counts. */
export const notificationKinds = [
  'malware',
  'knownExploited',
  'advisoryPublished',
  'findingOpened',
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
/** The least first. */
export const notificationSeverities = [low, medium, high, critical] as const
export const NotificationSeverity = z.enum(notificationSeverities)
export type NotificationSeverity = z.infer<typeof NotificationSeverity>

/** One thing that happened, in however many projects. */
const MessageLine = z.object({
  kind: NotificationKind,
  /** null: it has none, or it is unknown. */
  severity: NotificationSeverity.nullable(),
  title: z.string(),
  detail: z.string(),
  /** Events. */
  count: z.int(),
  projectCount: z.int(),
  /** Up to five of the projects. */
  projects: z.array(z.string()),
  /** Where the interface shows it: '/vulns?id=…'. */
  path: z.string(),
})
export type MessageLine = z.infer<typeof MessageLine>

export const NotificationMessage = z
  .object({
    title: z.string(),
    at: EpochMs,
    lines: z.array(MessageLine),
    /** Lines that were left out. */
    more: z.int(),
    /** Events behind all lines. */
    total: z.int(),
  })
  .meta({ id: 'NotificationMessage' })
export type NotificationMessage = z.infer<typeof NotificationMessage>
