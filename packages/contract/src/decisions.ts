import { type DecisionState, decisionStates, vexJustifications } from '@assay/engine/vocabulary.ts'
import { decisionStatuses } from './decision-statuses.ts'
import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

export const Person = z.object({ uuid: Uuid, name: z.string(), email: z.string() })
/** null if the member was removed, or for the product itself. */
export const MaybePerson = Person.nullable()

/** Why software is not affected: the justifications of OpenVEX and CSAF. */
export const Justification = z.enum(vexJustifications)
export type Justification = z.infer<typeof Justification>

export const decisionScopes = ['finding', 'package', 'package-everywhere', 'advisory'] as const
export type DecisionStatus = (typeof decisionStatuses)[number]
export const decisionEndReasons = [
  'removed',
  'expired',
  'exploited',
  'fix-available',
  'rejected',
  'replaced',
  'reverted',
  'rule-changed',
] as const

/** What takes findings out of the counts: accepted, snoozed, false positives, not affected. */
export const Decision = named('Decision', {
  uuid: Uuid,
  state: z.enum(decisionStates),
  justification: Justification.nullable(),
  reason: z.string(),
  scope: z.enum(decisionScopes),
  /** null for all projects of the account, or of the teams. */
  projectUuid: Uuid.nullable(),
  projectName: z.string().nullable(),
  advisoryUuid: Uuid.nullable(),
  /** null for a package under any advisory. */
  displayId: z.string().nullable(),
  ecosystem: z.string().nullable(),
  package: z.string().nullable(),
  status: z.enum(decisionStatuses),
  requestedBy: MaybePerson,
  createdAt: EpochMs,
  approval: z.enum(['none', 'wanted', 'approved', 'rejected']),
  approvedBy: MaybePerson,
  approvedAt: EpochMs.nullable(),
  expiresAt: EpochMs.nullable(),
  untilFix: z.boolean(),
  endedAt: EpochMs.nullable(),
  endReason: z.enum(decisionEndReasons).nullable(),
  /** Findings that follow from it. */
  findings: z.int(),
  /** The change of which it is a part. */
  changeUuid: Uuid.nullable(),
  /** Whether the caller may approve or reject it. */
  isApprovable: z.boolean(),
})
export type Decision = z.infer<typeof Decision>

/** What a decision needs beside its state. */
export const Explanation = {
  reason: z.string().trim().max(2000).default(''),
  /** Required for 'not-affected'. */
  justification: Justification.optional(),
  /** When an acceptance or a snooze ends. */
  expiresAt: EpochMs.nullable().default(null),
  /** Ends as soon as an advisory names a fixed version. */
  untilFix: z.boolean().default(false),
}

interface Explained {
  state?: string | undefined
  reason: string
  justification?: unknown
  expiresAt: number | null
  untilFix: boolean
}

export const hasJustification = ({ state, justification }: Explained) =>
  state !== 'not-affected' || justification !== undefined
export const hasReason = ({ state, reason }: Explained) => !isDecision(state) || reason !== ''
export const hasEnd = ({ state, expiresAt, untilFix }: Explained) =>
  state !== 'snoozed' || expiresAt !== null || untilFix
export const isDecision = (state: string | undefined): boolean =>
  decisionStates.some((each) => each === state)

const inState = (...states: readonly DecisionState[]) => ({
  properties: { state: { enum: states } },
  required: ['state'],
})

/** What `hasReason`, `hasJustification` and `hasEnd` check, as JSON Schema. */
export const explainedSchema = [
  {
    anyOf: [
      { not: inState(...decisionStates) },
      { properties: { reason: { pattern: String.raw`\S` } }, required: ['reason'] },
    ],
  },
  { anyOf: [{ not: inState('not-affected') }, { required: ['justification'] }] },
  {
    anyOf: [
      { not: inState('snoozed') },
      { properties: { expiresAt: { type: 'integer' } }, required: ['expiresAt'] },
      { properties: { untilFix: { const: true } }, required: ['untilFix'] },
    ],
  },
]

const maxDecisions = 1000

export const decisions = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/decisions',
    permission: 'policies.read',
    summary: 'Decisions that take findings out of the counts, newest first',
    query: z.object({
      status: z.enum(decisionStatuses).default('active'),
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    responses: {
      200: named('Decisions', {
        decisions: z.array(Decision),
        /** By status; at most 1,000 each. */
        counts: z.record(z.enum(decisionStatuses), z.int()),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  create: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/decisions',
    permission: 'reports.edit',
    summary:
      'Decide about a package in a project, a package in all projects or an advisory everywhere, also for findings to come',
    body: z
      .object({
        state: z.enum(decisionStates),
        ...Explanation,
        /** null for all projects that the caller decides about. */
        projectUuid: Uuid.nullable().default(null),
        advisoryUuid: Uuid.optional(),
        ecosystem: z.string().min(1).max(50).optional(),
        package: z.string().min(1).max(500).optional(),
      })
      .refine(
        ({ advisoryUuid, ecosystem, package: name }) =>
          (advisoryUuid === undefined) !== (ecosystem === undefined && name === undefined) &&
          (ecosystem === undefined) === (name === undefined),
        'Name an advisory, or a package and its ecosystem',
      )
      .refine(hasReason, 'Give a reason')
      .refine(hasJustification, 'Choose a justification')
      .refine(hasEnd, 'Snooze until a date or until there is a fix')
      .meta({
        oneOf: [{ required: ['advisoryUuid'] }, { required: ['ecosystem', 'package'] }],
        dependentRequired: { ecosystem: ['package'], package: ['ecosystem'] },
        allOf: explainedSchema,
      }),
    errors: ['exclusionExists'],
    responses: { 200: Decision },
  },
  settle: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/decisions/approvals',
    permission: 'policies.create',
    summary: 'Approve or reject decisions that other members requested',
    body: z.object({
      decisionUuids: z.array(Uuid).min(1).max(maxDecisions),
      isApproved: z.boolean(),
      note: z.string().trim().max(2000).default(''),
    }),
    responses: { 200: z.object({ settled: z.int(), skipped: z.array(Uuid) }) },
  },
  end: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/decisions/end',
    permission: 'policies.delete',
    summary: 'End decisions: their findings count again with the next scan',
    body: z.object({
      decisionUuids: z.array(Uuid).min(1).max(maxDecisions),
      reason: z.string().trim().max(2000).default(''),
    }),
    responses: { 200: z.object({ ended: z.int() }) },
  },
})
