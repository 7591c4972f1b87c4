import { endKinds, outcomes } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'

// Everything that can be told of what happened. Consumers rely on these payloads: add fields, do not change any. They
// hold no secrets. How to react to one: docs/guides/event-consumer.md.

const Branch = { projectUuid: z.uuid(), branchUuid: z.uuid() }
const Scan = { ...Branch, scanUuid: z.uuid() }
const Scores = z.object({ security: z.int(), stability: z.int(), licensing: z.int() })
const Outcome = z.enum(outcomes)

const Vulnerability = {
  findingUuid: z.uuid(),
  ecosystem: z.string(),
  packageName: z.string(),
  advisoryUuid: z.uuid(),
}

/** Of one scan at most this many in one event: a scan that opens thousands writes several. */
export const maxFindingsOfEvent = 100

/** A list that grew by more than this is told by several events. */
export const maxCvesOfEvent = 500

const OpenedFinding = z.object({
  ...Vulnerability,
  cve: z.string().nullable(),
  severity: z.string(),
  cvss: z.number().nullable(),
  isMalware: z.boolean(),
  hasFix: z.boolean(),
})

const EndedFinding = z.object({
  ...Vulnerability,
  kind: z.enum(endKinds),
  fixedBy: z.string().nullable(),
  /** Whole days; null when unknown. */
  daysToFix: z.int().nullable(),
})

const PolicyChange = z.enum(['created', 'updated', 'removed'])
export type PolicyChange = z.infer<typeof PolicyChange>

const payloads = {
  /** A build became a scan: its numbers, and what they were before. */
  'scan.recorded': z.object({
    ...Scan,
    buildUuid: z.uuid(),
    number: z.int(),
    isRescan: z.boolean(),
    outcome: Outcome,
    scores: Scores,
    vulnerabilityCount: z.int(),
    vulnerabilityDelta: z.int(),
  }),
  /** A build ended without a scan. */
  'scan.failed': z.object({ ...Branch, buildUuid: z.uuid(), reason: z.string() }),
  'findings.opened': z.object({
    ...Scan,
    findings: z.array(OpenedFinding).max(maxFindingsOfEvent),
    /** By a rescan: not what the project uses has changed, but what is known of it. */
    isRescan: z.boolean().default(false),
  }),
  /** Only those upgraded or removed count as fixed. */
  'findings.ended': z.object({ ...Scan, findings: z.array(EndedFinding).max(maxFindingsOfEvent) }),
  /** The branch fell below a minimum score that it met before, or was below at its first scan. */
  'minimum.missed': z.object({ ...Scan, scores: Scores }),
  'minimum.met': z.object({ ...Scan, scores: Scores }),
  /** The branch violates license policies, and did not at its scan before. */
  'policy.violated': z.object({ ...Scan, policies: z.array(z.string()).max(100), componentCount: z.int() }),
  'member.invited': z.object({ memberUuid: z.uuid(), email: z.string() }),
  /** What a member logs in by was changed. */
  'member.login-changed': z.object({
    memberUuid: z.uuid(),
    /** Where the member is told: the address of before and the new one are two events. */
    email: z.string(),
    notice: z.string(),
    /** The address of who did it, where it was not the member. */
    by: z.string().nullable(),
  }),
  /** In the account, or in one team. */
  'member.role-changed': z.object({
    memberUuid: z.uuid(),
    email: z.string(),
    teamUuid: z.uuid().nullable(),
    before: z.string(),
    after: z.string(),
    /** The address of who did it; null: a directory or an identity provider. */
    by: z.string().nullable(),
  }),
  'member.removed': z.object({
    memberUuid: z.uuid(),
    email: z.string(),
    /** Pending: an invitation that nobody accepted. */
    status: z.string(),
    by: z.string().nullable(),
  }),
  'policy.changed': z.object({
    policyUuid: z.uuid(),
    name: z.string(),
    change: PolicyChange,
    by: z.string(),
  }),
  /** Newly in the list of vulnerabilities that are exploited. Of the whole installation. */
  'advisories.exploited': z.object({ cves: z.array(z.string()).max(maxCvesOfEvent) }),
  /** A feed could not be read several times in a row. Of the whole installation. */
  'source.failing': z.object({ source: z.string(), reason: z.string() }),
  /** The data of these ecosystems is older than scans may rely on. */
  'advisories.old': z.object({ ecosystems: z.array(z.string()) }),
  'token.ending': z.object({
    tokenUuid: z.uuid(),
    name: z.string(),
    memberUuid: z.uuid(),
    expiresAt: z.number(),
  }),
  'exclusion.ending': z.object({
    exclusionUuid: z.uuid(),
    projectUuid: z.uuid().nullable(),
    description: z.string(),
    expiresAt: z.number(),
  }),
  'advisories.sync-failed': z.object({ syncUuid: z.uuid(), reason: z.string() }),
} as const

export type EventType = keyof typeof payloads

/** What is written: a type with its payload. */
export type NewEvent = { [T in EventType]: { type: T; payload: z.input<(typeof payloads)[T]> } }[EventType]

/** What consumers get. */
export type OutboxEvent<T extends EventType = EventType> = {
  [K in T]: {
    /** The same at each delivery of this event. */
    uuid: string
    /** null: of the whole installation. */
    accountUuid: string | null
    type: K
    payload: z.output<(typeof payloads)[K]>
    /** Epoch ms. */
    at: number
  }
}[T]

const Stored = z.object({
  uuid: z.uuid(),
  accountUuid: z.uuid().nullable(),
  type: z.enum(Object.keys(payloads) as [EventType, ...EventType[]]),
  payload: z.unknown(),
  at: z.number(),
})

/** Throws ZodError for what another version of the program wrote and this one does not understand. */
export function parseEvent(stored: unknown): OutboxEvent {
  const event = Stored.parse(stored)
  return { ...event, payload: payloads[event.type].parse(event.payload) } as OutboxEvent
}

/** Throws ZodError: a defect of the writer, whose change is rolled back. */
export const parsePayload = ({ type, payload }: NewEvent): object => payloads[type].parse(payload)
