import { endKinds, outcomes } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'

// All event types. Consumers rely on these payloads: add fields, but never change existing ones. They contain no
// secrets. How to handle an event: docs/guides/event-consumer.md.

const Branch = { projectUuid: z.uuid(), branchUuid: z.uuid() }
const Scan = { ...Branch, scanUuid: z.uuid() }
const Scores = z.object({ security: z.int(), stability: z.int(), licensing: z.int() })
/** Components of the scan: all, and those compared with current advisories. */
const Coverage = z.object({ listed: z.int(), checked: z.int(), blocking: z.int() })
/** Whether each score says anything; null in events of earlier versions. */
const Measured = z.object({ security: z.boolean(), stability: z.boolean(), licensing: z.boolean() })
const ScoresAndMinimums = {
  scores: Scores,
  minimums: Scores.nullable().default(null),
  coverage: Coverage.nullable().default(null),
  measured: Measured.nullable().default(null),
}
const Outcome = z.enum(outcomes)

const Vulnerability = {
  findingUuid: z.uuid(),
  ecosystem: z.string(),
  packageName: z.string(),
  advisoryUuid: z.uuid(),
}

/** Maximum number of findings per event: a scan that opens thousands writes several events. */
export const maxFindingsOfEvent = 100

/** A list that grew by more than this results in several events. */
export const maxCvesOfEvent = 500

/**
 * Why a finding is new: 'advisory' is newer than the scan before, 'dependency' was added or upgraded, and 'rules' stands
 * for other changes of settings or data.
 */
const openingCauses = [
  'dependency',
  'advisory',
  'exclusion-ended',
  'vex-withdrawn',
  'coverage-restored',
  'rules',
] as const
export type OpeningCause = (typeof openingCauses)[number]

const OpenedFinding = z.object({
  ...Vulnerability,
  cve: z.string().nullable(),
  cves: z.array(z.string()).default([]),
  publicId: z.string().nullable().default(null),
  severity: z.string(),
  cvss: z.number().nullable(),
  isMalware: z.boolean(),
  hasFix: z.boolean(),
  /** null in events of earlier versions. */
  cause: z.enum(openingCauses).nullable().default(null),
})

const OverdueFinding = z.object({
  ...Vulnerability,
  cve: z.string().nullable(),
  publicId: z.string().nullable().default(null),
  severity: z.string(),
  hasFix: z.boolean(),
  targetDays: z.int(),
})
export type OverdueFinding = z.infer<typeof OverdueFinding>

const EndedFinding = z.object({
  ...Vulnerability,
  cve: z.string().nullable().default(null),
  publicId: z.string().nullable().default(null),
  kind: z.enum(endKinds),
  fixedBy: z.string().nullable(),
  /** Whole days; null if unknown. */
  daysToFix: z.int().nullable(),
})

const TriagedKey = {
  projectUuid: z.uuid(),
  advisoryUuid: z.uuid(),
  ecosystem: z.string(),
  packageName: z.string(),
}

const TriagedFinding = z.object({
  ...TriagedKey,
  state: z.string(),
  /** Whether the assignee changed. */
  isAssigned: z.boolean(),
  assigneeUuid: z.uuid().nullable(),
  /** A state that waits for approval. */
  requestedState: z.string().nullable(),
})

const payloads = {
  /** A scan was recorded: its numbers and the previous ones. */
  'scan.recorded': z.object({
    ...Scan,
    buildUuid: z.uuid(),
    number: z.int(),
    isRescan: z.boolean(),
    outcome: Outcome,
    scores: Scores,
    coverage: Coverage.nullable().default(null),
    measured: Measured.nullable().default(null),
    vulnerabilityCount: z.int(),
    vulnerabilityDelta: z.int(),
  }),
  /** A rescan found what the last scan has; only if rules that decide about findings have hits. */
  'scan.confirmed': z.object(Scan),
  /** A build failed. */
  'scan.failed': z.object({ ...Branch, buildUuid: z.uuid(), reason: z.string() }),
  'findings.opened': z.object({
    ...Scan,
    findings: z.array(OpenedFinding).max(maxFindingsOfEvent),
    /** From a rescan: the advisory data changed, not the project. */
    isRescan: z.boolean().default(false),
  }),
  /** Only upgraded or removed ones count as fixed. */
  'findings.ended': z.object({ ...Scan, findings: z.array(EndedFinding).max(maxFindingsOfEvent) }),
  /** The branch fell below a minimum score it met before, or its first scan is below. */
  'minimum.missed': z.object({ ...Scan, ...ScoresAndMinimums }),
  'minimum.met': z.object({ ...Scan, ...ScoresAndMinimums }),
  /** The branch violates license policies, unlike in its previous scan. */
  'policy.violated': z.object({ ...Scan, policies: z.array(z.string()).max(100), componentCount: z.int() }),
  /** A rule with the effect 'notify' has hits that the scan before did not have. */
  'rule.hit': z.object({
    ...Scan,
    ruleUuid: z.uuid(),
    name: z.string(),
    count: z.int(),
    /** The first ten. */
    labels: z.array(z.string()).max(10),
  }),
  /** What decides outcomes has changed: rules, or what they ask of projects and groups. Stored results are evaluated anew. */
  'policies.changed': z.object({
    /** Whether only a rescan can evaluate them: license policies, and what repositories say. */
    needsScan: z.boolean(),
    /** The only projects that it is about; null for all of the account. */
    projectUuids: z.array(z.uuid()).nullable(),
    /** Whether tags of projects have changed. */
    changesTags: z.boolean().default(false),
  }),
  /** What a rule decides has changed, or the rule is gone: what it decided ends. */
  'rule.changed': z.object({ ruleUuid: z.uuid(), name: z.string() }),
  /** An account wrote, changed or withdrew an advisory of its own. */
  'own-advisory.changed': z.object({
    ownAdvisoryUuid: z.uuid(),
    id: z.string(),
    version: z.int(),
    isWithdrawn: z.boolean(),
    memberUuid: z.uuid(),
  }),
  'member.invited': z.object({ memberUuid: z.uuid(), email: z.string() }),
  /** An authentication method of a member was changed. */
  'member.login-changed': z.object({
    memberUuid: z.uuid(),
    /** Recipient: a change of address causes one event each for the old and the new one. */
    email: z.string(),
    notice: z.string(),
    /** Address of the actor, if not the member. */
    by: z.string().nullable(),
  }),
  /** In the account or a team. */
  'member.role-changed': z.object({
    memberUuid: z.uuid(),
    email: z.string(),
    teamUuid: z.uuid().nullable(),
    before: z.string(),
    after: z.string(),
    /** Address of the actor; null for an identity provider. */
    by: z.string().nullable(),
  }),
  'member.removed': z.object({
    memberUuid: z.uuid(),
    email: z.string(),
    /** Pending: an invitation that was not accepted. */
    status: z.string(),
    /** Language of the emails to the member. */
    language: z.string().nullable().default(null),
    by: z.string().nullable(),
  }),
  /** Newly listed as known exploited. Installation-wide. */
  'advisories.exploited': z.object({ cves: z.array(z.string()).max(maxCvesOfEvent) }),
  /** A feed failed several times in a row. Installation-wide. */
  'source.failing': z.object({ source: z.string(), reason: z.string() }),
  /** The advisory data of these ecosystems is outdated. */
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
    /** The excluded item: 'CVE-2021-23337', 'lodash 4.17.4'. */
    subject: z.string().default(''),
    description: z.string(),
    expiresAt: z.number(),
  }),
  /** Members or policies set states, assignees or due dates of findings. */
  'findings.triaged': z.object({
    changeUuid: z.uuid(),
    /** null: the product or a policy. */
    memberUuid: z.uuid().nullable(),
    reason: z.string(),
    findings: z.array(TriagedFinding).max(maxFindingsOfEvent),
  }),
  /** Members were mentioned in a comment on a finding. */
  'finding.mentioned': z.object({
    ...TriagedKey,
    commentUuid: z.uuid(),
    memberUuid: z.uuid(),
    memberUuids: z.array(z.uuid()),
    text: z.string(),
  }),
  /** A vulnerability in use became known exploited; dueAt is the first deadline, epoch ms, null without any. */
  'case.opened': z.object({ caseUuid: z.uuid(), advisoryUuid: z.uuid(), dueAt: z.number().nullable() }),
  /** A deadline of an open case has passed; once per deadline and date. */
  'case.overdue': z.object({
    caseUuid: z.uuid(),
    advisoryUuid: z.uuid(),
    regime: z.string(),
    step: z.string(),
    dueAt: z.number(),
    ownerUuid: z.uuid().nullable(),
  }),
  /** A deadline of an open case ends soon; once per deadline and date. */
  'case.due-soon': z.object({
    caseUuid: z.uuid(),
    advisoryUuid: z.uuid(),
    regime: z.string(),
    step: z.string(),
    dueAt: z.number(),
    ownerUuid: z.uuid().nullable(),
  }),
  'case.assigned': z.object({
    caseUuid: z.uuid(),
    advisoryUuid: z.uuid(),
    memberUuid: z.uuid(),
    ownerUuid: z.uuid(),
  }),
  /** Findings that newly exceed the account's fix targets; once per finding. */
  'findings.overdue': z.object({
    ...Branch,
    findings: z.array(OverdueFinding).max(maxFindingsOfEvent),
  }),
  'advisories.sync-failed': z.object({ syncUuid: z.uuid(), reason: z.string() }),
} as const

export type EventType = keyof typeof payloads

/** A new event: a type with its payload. */
export type NewEvent = { [T in EventType]: { type: T; payload: z.input<(typeof payloads)[T]> } }[EventType]

/** An event as received by consumers. */
export type OutboxEvent<T extends EventType = EventType> = {
  [K in T]: {
    /** The same for each delivery of this event. */
    uuid: string
    /** null for installation-wide events. */
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

/** Throws ZodError if another version wrote it in a format this one does not know. */
export function parseEvent(stored: unknown): OutboxEvent {
  const event = Stored.parse(stored)
  return { ...event, payload: payloads[event.type].parse(event.payload) } as OutboxEvent
}

/** Throws ZodError for invalid payloads, which rolls back the change that caused the event. */
export const parsePayload = ({ type, payload }: NewEvent): object => payloads[type].parse(payload)
