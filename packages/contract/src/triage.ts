import {
  coordinatorDecisions,
  deployerDecisions,
  exploitations,
  exploitSources,
  exposures,
  findingStates,
  humanImpacts,
  missions,
  ratedSeverities,
  ssvcSources,
} from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import {
  Decision,
  Explanation,
  explainedSchema,
  hasEnd,
  hasJustification,
  hasReason,
  MaybePerson,
  Person,
} from './decisions.ts'
import { endpoints } from './endpoint.ts'
import { Day, DisplayId, EpochMs, findingOrders, Flag, listOf, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** A finding across the branches of its project: a package under an advisory. */
const Key = {
  projectUuid: Uuid,
  ecosystem: z.string().min(1).max(50),
  package: z.string().min(1).max(500),
  advisoryUuid: Uuid,
}
export const FindingRef = named('FindingRef', Key)
export type FindingRef = z.infer<typeof FindingRef>

const State = z.enum(findingStates)

export const TriagedFinding = named('TriagedFinding', {
  ...Key,
  projectName: z.string(),
  projectUrl: z.string(),
  /** A branch that has it, or had it. */
  branch: z.string(),
  branches: z.int(),
  displayId: DisplayId,
  cve: z.string().nullable(),
  severity: WireSeverity,
  isKnownExploited: z.boolean(),
  /** By the SSVC tree for deployers; null if it was not decided yet. */
  priority: z.enum(deployerDecisions).nullable(),
  fixedVersions: z.array(z.string()),
  /** The later of introduction and publication. */
  since: EpochMs,
  state: State,
  /** A decision that waits for approval. */
  wantedUuid: Uuid.nullable(),
  assignee: MaybePerson,
  /** Set by a member, or from the account's targets; null without. */
  dueDate: Day.nullable(),
  isDueDateSet: z.boolean(),
  isOverdue: z.boolean(),
})
export type TriagedFinding = z.infer<typeof TriagedFinding>

const answered = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.object({ value: z.enum(values), source: z.enum(ssvcSources) })

/** Priority by SSVC: the answers with where each came from, and what both trees decide from them. */
export const Ssvc = named('Ssvc', {
  exploitation: answered(exploitations),
  automatable: answered(['yes', 'no']),
  technicalImpact: answered(['partial', 'total']),
  mission: answered(missions),
  exposure: answered(exposures),
  humanImpact: answered(humanImpacts),
  coordinator: z.enum(coordinatorDecisions),
  deployer: z.enum(deployerDecisions),
})
export type Ssvc = z.infer<typeof Ssvc>

const FindingComment = named('FindingComment', {
  uuid: Uuid,
  author: MaybePerson,
  /** The name of an author who is no member. */
  authorName: z.string().nullable(),
  text: z.string(),
  mentions: z.array(Person),
  createdAt: EpochMs,
  editedAt: EpochMs.nullable(),
})
export type FindingComment = z.infer<typeof FindingComment>

export const findingChangeKinds = ['state', 'request', 'assignee', 'due'] as const
export type FindingChangeKind = (typeof findingChangeKinds)[number]

const FindingHistoryEntry = named('FindingHistoryEntry', {
  changeUuid: Uuid,
  at: EpochMs,
  /** null: the product, such as when an acceptance expired. */
  member: MaybePerson,
  kind: z.enum(findingChangeKinds),
  /** A state, the name of a member, a day; null for none. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  reason: z.string(),
})
export type FindingHistoryEntry = z.infer<typeof FindingHistoryEntry>

/** Why a change left a finding out. */
export const skipReasons = [
  'unknown',
  'fixed',
  'unchanged',
  'covered',
  'not-permitted',
  'has-fix',
  'assignee-cannot-see',
  'changed-since',
] as const
export type SkipReason = (typeof skipReasons)[number]

export const FindingChangeResult = named('FindingChangeResult', {
  /** To revert it. */
  changeUuid: Uuid,
  changed: z.int(),
  /** Findings whose new state waits for approval. */
  waiting: z.int(),
  skipped: z.array(z.object({ finding: FindingRef, reason: z.enum(skipReasons) })),
})
export type FindingChangeResult = z.infer<typeof FindingChangeResult>

const maxFindingsOfChange = 1000
const changedStates = findingStates.filter((state) => state !== 'fixed')

const account = '/api/v1/accounts/{accountUuid}'
const Page = {
  cursor: z.string().max(4000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

export const triage = endpoints({
  list: {
    method: 'GET',
    path: `${account}/findings`,
    permission: 'insights.read',
    summary:
      'Findings across the branches of each project, with state, assignee, due date and priority; most severe and oldest first. By default those that count',
    query: z.object({
      /** Comma-separated. */
      state: listOf(findingStates.filter((state) => state !== 'fixed')).optional(),
      /** 'me', 'none' or the uuid of a member. */
      assignee: z.union([z.enum(['me', 'none']), Uuid]).optional(),
      overdue: Flag.optional(),
      projectUuid: Uuid.optional(),
      /** A package, with its ecosystem. */
      package: Key.package.optional(),
      ecosystem: Key.ecosystem.optional(),
      severity: z.enum(ratedSeverities).optional(),
      exploited: Flag.optional(),
      /** A decision of the SSVC tree for deployers. */
      priority: z.enum(deployerDecisions).optional(),
      /** By severity, or by priority and then severity; then oldest first. */
      order: z.enum(findingOrders).default('severity'),
      ...Page,
    }),
    responses: {
      200: z
        .object({ findings: z.array(TriagedFinding), nextCursor: z.string().nullable() })
        .meta({ id: 'TriagedFindings' }),
    },
  },
  read: {
    method: 'GET',
    path: `${account}/finding`,
    permission: 'insights.read',
    summary: 'A finding with its decision, discussion and history',
    query: z.object(Key),
    responses: {
      200: TriagedFinding.extend({
        /** Who says that it is known exploited: the lists that have it, or else an advisory. */
        exploitedBy: z.array(z.enum(exploitSources)),
        decision: Decision.nullable(),
        wanted: Decision.nullable(),
        comments: z.array(FindingComment),
        /** Newest first. */
        history: z.array(FindingHistoryEntry),
        /** Members who can be assigned and mentioned: at most 200, by name. */
        people: z.array(Person),
        ssvc: Ssvc,
      }).meta({ id: 'FindingDetails' }),
    },
  },
  decide: {
    method: 'POST',
    path: `${account}/findings/changes`,
    permission: 'reports.edit',
    summary:
      'Set state, assignee or due date of up to 1,000 findings in one transaction; answers what was skipped and why. Decisions that need an approval wait for it',
    body: z
      .object({
        findings: z.array(FindingRef).max(maxFindingsOfChange).default([]),
        /** All open findings of these advisories in scope; together at most 1,000. */
        advisories: z.array(Uuid).max(maxFindingsOfChange).default([]),
        state: z.enum(changedStates).optional(),
        ...Explanation,
        /** null for nobody. */
        assigneeUuid: Uuid.nullish(),
        /** null for the date from the targets. */
        dueDate: Day.nullish(),
      })
      .refine(({ findings, advisories }) => findings.length + advisories.length > 0, 'Name findings')
      .refine(
        ({ state, assigneeUuid, dueDate }) =>
          state !== undefined || assigneeUuid !== undefined || dueDate !== undefined,
        'Name a state, an assignee or a due date',
      )
      .refine(hasReason, 'Give a reason')
      .refine(hasJustification, 'Choose a justification')
      .refine(hasEnd, 'Snooze until a date or until there is a fix')
      .meta({
        allOf: [
          {
            anyOf: ['findings', 'advisories'].map((name) => ({
              properties: { [name]: { minItems: 1 } },
              required: [name],
            })),
          },
          { anyOf: ['state', 'assigneeUuid', 'dueDate'].map((name) => ({ required: [name] })) },
          ...explainedSchema,
        ],
      }),
    responses: { 200: FindingChangeResult },
  },
  revert: {
    method: 'POST',
    path: `${account}/findings/changes/{changeUuid}/revert`,
    permission: 'reports.edit',
    summary: "Undo one's own change, except where findings have changed since",
    body: z.object({}).optional(),
    responses: { 200: FindingChangeResult },
  },
  comment: {
    method: 'POST',
    path: `${account}/findings/comments`,
    permission: 'reports.edit',
    summary: 'Comment on a finding; mentioned members who can see the project are notified',
    body: z.object({
      finding: FindingRef,
      text: z.string().trim().min(1, 'The comment is empty').max(5000),
      mentions: z.array(Uuid).max(50).default([]),
    }),
    responses: { 200: FindingComment },
  },
  editComment: {
    method: 'PUT',
    path: `${account}/findings/comments/{commentUuid}`,
    permission: 'reports.edit',
    summary: "Change one's own comment",
    body: z.object({
      text: z.string().trim().min(1, 'The comment is empty').max(5000),
      mentions: z.array(Uuid).max(50).default([]),
    }),
    responses: { 200: FindingComment },
  },
  removeComment: {
    method: 'DELETE',
    path: `${account}/findings/comments/{commentUuid}`,
    permission: 'reports.edit',
    summary: "Delete one's own comment",
    responses: { 200: z.object({}) },
  },
})
