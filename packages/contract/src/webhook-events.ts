import { findingCategories, findingStates, outcomes } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { IntroducedBy } from './findings.ts'
import { type NotificationKind, NotificationMessage } from './notification-messages.ts'
import { Day, DisplayId, EpochMs, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** The type of the events that a webhook gets, by kind of notification. Types are never renamed. */
export const webhookTypes = {
  malware: 'finding.malware',
  knownExploited: 'finding.exploited',
  advisoryPublished: 'finding.advisory-published',
  findingOpened: 'finding.opened',
  targetOverdue: 'finding.overdue',
  findingFixed: 'finding.fixed',
  minimumMissed: 'scores.minimum-missed',
  minimumMet: 'scores.minimum-met',
  policyViolated: 'policy.violated',
  scanFailed: 'scan.failed',
  sourceFailing: 'source.failing',
  advisoryDataOld: 'advisories.old',
  tokenEnding: 'token.ending',
  exclusionEnding: 'exclusion.ending',
  memberChanged: 'member.changed',
} as const satisfies Record<NotificationKind, string>

/** A message without events, such as the test of a channel. */
export const plainWebhookType = 'notification.created'

/** Raised when a field changes its meaning or goes; fields may be added without. */
export const webhookVersion = 1

const Project = z.object({ uuid: Uuid, name: z.string(), url: z.string() })

/** Of the branch's last scan. */
const Coverage = z.object({ listed: z.int(), checked: z.int() })

export const WebhookFinding = named('WebhookFinding', {
  uuid: Uuid,
  project: Project,
  branch: z.string(),
  /** Address of the report of the branch. */
  reportUrl: z.string(),
  advisoryUuid: Uuid,
  displayId: DisplayId,
  /** null if there is none, or several. */
  cve: z.string().nullable(),
  cves: z.array(z.string()),
  /** Other ids of the vulnerability: GHSA, PYSEC, DSA. */
  aliases: z.array(z.string()),
  ecosystem: z.string(),
  package: z.string(),
  versions: z.array(
    z.object({
      version: z.string(),
      purl: z.string(),
      /** The lowest version of the package above it that the advisory names as fixed; null if there is none. */
      fix: z.string().nullable(),
    }),
  ),
  severity: WireSeverity,
  cvss: z.number().nullable(),
  category: z.enum(findingCategories),
  state: z.enum(['open', 'fixed']),
  /** What members or rules decided about it across the branches of its project. */
  triageState: z.enum(findingStates),
  assignee: z.object({ uuid: Uuid, name: z.string(), email: z.string() }).nullable(),
  /** The last day in time; null without a target. */
  dueDate: Day.nullable(),
  isOverdue: z.boolean(),
  /** CISA or the EU lists it, or an advisory says so. */
  isKnownExploited: z.boolean(),
  /** 0 to 1; null if unknown. */
  epss: z.number().nullable(),
  introducedAt: EpochMs,
  introducedBy: IntroducedBy,
  endedAt: EpochMs.nullable(),
  /** 'lodash 4.17.21', 'removed'; null while open. */
  fixedBy: z.string().nullable(),
  coverage: Coverage,
})
export type WebhookFinding = z.infer<typeof WebhookFinding>

/** A score is null if it was not measured. */
const Score = z.int().nullable()

export const WebhookBranch = named('WebhookBranch', {
  project: Project,
  branch: z.string(),
  reportUrl: z.string(),
  outcome: z.enum(outcomes),
  scores: z.object({ security: Score, stability: Score, licensing: Score }),
  vulnerabilityCount: z.int(),
  scannedAt: EpochMs,
  coverage: Coverage,
})
export type WebhookBranch = z.infer<typeof WebhookBranch>

const Line = NotificationMessage.shape.lines.element.extend({ url: z.string() })

const WebhookData = NotificationMessage.extend({
  lines: z.array(Line),
  /** All findings of the event are sent, in as many parts as they need. The sentences are in the first one. */
  part: z.object({ number: z.int(), of: z.int() }),
  /** Every finding that the event is about; empty for other events. */
  findings: z.array(WebhookFinding),
  /** The branches that an event about scores, policies or scans is about. */
  branches: z.array(WebhookBranch),
}).meta({ id: 'WebhookData' })

const types = [...Object.values(webhookTypes), plainWebhookType] as const
export type WebhookType = (typeof types)[number]

/** The body of a webhook, signed according to https://www.standardwebhooks.com. */
export const WebhookEvent = named('WebhookEvent', {
  type: z.enum(types),
  version: z.literal(webhookVersion),
  timestamp: z.iso.datetime(),
  data: WebhookData,
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** One schema for each type. */
export const webhookEvents: readonly (readonly [WebhookType, z.ZodType])[] = types.map((type) => [
  type,
  WebhookEvent.extend({ type: z.literal(type) }).meta({}),
])
