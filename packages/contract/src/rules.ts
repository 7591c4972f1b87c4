import {
  ruleEffects,
  ruleIssueCodes,
  ruleKinds,
  ruleModes,
  ruleSubjects,
  unknownEffects,
} from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { Justification } from './decisions.ts'
import { endpoints } from './endpoint.ts'
import { nameOf } from './name.ts'
import { LicensePolicy } from './policies.ts'
import { messages } from './problem.ts'
import { ProjectMinimums } from './projects.ts'
import { TagName } from './tags.ts'
import { EpochMs, Outcome, Uuid, someOf } from './vocabulary.ts'
import { named } from './named.ts'

/** Checked by the engine, which knows the words: docs/policies.md. */
const Condition = z.string().trim().min(1, 'The condition is missing').max(2000)

/** What a rule with the effect 'triage' decides. */
const RuleDecision = z.object({
  state: z.enum(['in-triage', 'fix-planned', 'accepted', 'false-positive', 'not-affected']),
  /** Required for 'not-affected'. */
  justification: Justification.nullable().default(null),
})

/** Who hears of new hits of a rule with the effect 'notify': members in their inbox, and channels. */
const RuleNotice = z.object({
  memberUuids: z.array(Uuid).max(50).default([]),
  channelUuids: z.array(Uuid).max(20).default([]),
})

const Content = {
  name: nameOf(200, messages.missingParameters),
  description: z.string().trim().max(2000),
  /** In CEL: 'finding.kev && finding.fix_available'. */
  condition: Condition,
  /** 'fail' and 'approve' fail a scan; findings that a member accepted are not evaluated. */
  effect: z.enum(ruleEffects),
  /** Of the effect 'triage', otherwise null. */
  decision: RuleDecision.nullable(),
  /** Of the effect 'notify', otherwise null. */
  notify: RuleNotice.nullable(),
  /** 'log' records hits without an effect. */
  mode: z.enum(ruleModes),
  /** What happens where a fact that the condition needs is unknown: nothing, a warning, or the effect. */
  whenUnknown: z.enum(unknownEffects),
  /** The only project that it applies to. */
  projectUuid: Uuid.nullable(),
  /** The group whose projects it applies to, with those of the groups below. */
  groupUuid: Uuid.nullable(),
  /** A pattern for project urls with '*' as wildcard; null for no pattern. */
  pattern: z.string().trim().min(1).max(2000).nullable(),
  /** Projects with one of these tags. Without project, group, pattern and tags, the rule applies to all projects. */
  tags: z.array(TagName).max(100),
}

export const PolicyRule = named('PolicyRule', {
  uuid: Uuid,
  /** Rules of the kinds 'licenses' and 'scores' are changed by the calls of license policies and minimum scores. */
  kind: z.enum(ruleKinds),
  ...Content,
  /** Of the kind 'licenses', otherwise null. */
  licenses: LicensePolicy.pick({ mode: true, licenses: true, denyUnknown: true }).nullable(),
  /** Of the kind 'scores', otherwise null; null is inherited. */
  minimums: ProjectMinimums.nullable(),
  /** Set if created by a team administrator: the rule applies to the projects of these teams. null: the whole account. */
  teamUuids: z.array(Uuid).nullable(),
  createdAt: EpochMs,
  changedAt: EpochMs,
  /** In the last scans of the branches that the caller sees. */
  hits: z.object({
    branches: z.int(),
    findings: z.int(),
    /** The newest of these scans; null without a hit. */
    lastAt: EpochMs.nullable(),
  }),
})
export type PolicyRule = z.infer<typeof PolicyRule>

export const RuleIssue = named('RuleIssue', {
  code: z.enum(ruleIssueCodes),
  message: z.string(),
  /** Position in the condition, in characters. */
  at: z.int(),
})

const Hit = z.object({
  kind: z.enum(ruleSubjects),
  /** Of a finding: its advisory's uuid and package; of a component: its package URL or name@version; '' for the scan. */
  key: z.string(),
  label: z.string(),
  /** Words without a known value, if that left the rule undecided. */
  unknown: z.array(z.string()),
})

/** What a rule says of one scan. */
export const RuleResult = named('RuleResult', {
  ruleUuid: Uuid,
  name: z.string(),
  kind: z.enum(ruleKinds),
  effect: z.enum(ruleEffects),
  mode: z.enum(ruleModes),
  /** Path of its file in the repository; null for a rule of the account. */
  file: z.string().nullable(),
  hitCount: z.int(),
  /** Those of hitCount that were undecided. */
  undecidedCount: z.int(),
  /** Undecided and without an effect. */
  passedUnknown: z.int(),
  /** Whether it fails the scan. */
  fails: z.boolean(),
  /** The first 1,000; of a preview, the first 20. */
  hits: z.array(Hit),
  /** Why it was not evaluated, or not completely. */
  issues: z.array(z.string()),
})
export type RuleResult = z.infer<typeof RuleResult>

const Scope = {
  projectUuid: Content.projectUuid.default(null),
  groupUuid: Content.groupUuid.default(null),
  pattern: Content.pattern.default(null),
  tags: Content.tags.default([]),
}

export const RulePreview = named('RulePreview', {
  branches: z.array(
    z.object({
      projectUuid: Uuid,
      project: z.string(),
      branch: z.string(),
      /** The outcome of the last scan, and the one with the rule as given. */
      before: Outcome,
      after: Outcome,
      result: RuleResult,
    }),
  ),
  /** Branches evaluated so far, and all that the rule applies to. */
  evaluated: z.int(),
  total: z.int(),
  /** Pass as `cursor` to evaluate the next ones; null at the end. */
  nextCursor: z.string().nullable(),
})
export type RulePreview = z.infer<typeof RulePreview>

export const PolicyEvaluation = named('PolicyEvaluation', {
  state: z.enum(['idle', 'waiting', 'running']),
  /** Of the last one; null if none has ended. */
  finishedAt: EpochMs.nullable(),
  /** Branches of the last one, or of the one that runs. */
  evaluated: z.int(),
  /** Those of them that were scanned again. */
  rescanned: z.int(),
  /** Scanned branches of the account. */
  total: z.int(),
})
export type PolicyEvaluation = z.infer<typeof PolicyEvaluation>

export const rules = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/policies/rules',
    permission: 'policies.read',
    summary:
      'Rules of the account with their hits in the last scans, by name: conditions, license policies and minimum scores',
    responses: { 200: z.array(PolicyRule) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/policies/rules',
    permission: 'policies.create',
    summary:
      'Create a policy rule; stored results are evaluated with it, and scanned again where it says something else',
    body: z.object({
      ...Content,
      description: Content.description.default(''),
      decision: Content.decision.default(null),
      notify: Content.notify.default(null),
      mode: Content.mode.default('on'),
      whenUnknown: Content.whenUnknown.default('pass'),
      ...Scope,
    }),
    errors: ['ruleInvalid'],
    responses: { 200: PolicyRule },
  },
  get: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/policies/rules/{policyRuleUuid}',
    permission: 'policies.read',
    summary: 'Get a policy rule',
    responses: { 200: PolicyRule },
  },
  update: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/policies/rules/{policyRuleUuid}',
    permission: 'policies.edit',
    summary: 'Update a policy rule; omitted fields keep their value',
    body: someOf(z.object(Content).partial()),
    errors: ['ruleInvalid'],
    responses: { 200: PolicyRule },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/policies/rules/{policyRuleUuid}',
    permission: 'policies.delete',
    summary: 'Delete a policy rule',
    errors: ['ruleInvalid'],
    responses: { 200: z.object({}) },
  },
  check: {
    method: 'POST',
    path: '/api/v1/policies/rules/check',
    permission: 'policies.read',
    summary: 'Check a condition: what is wrong with it, and what it is evaluated for',
    audited: false,
    repeatable: 'It changes nothing.',
    body: z.object({ condition: z.string().max(10_000) }),
    responses: {
      200: z.object({
        issues: z.array(RuleIssue),
        /** null with issues. */
        subject: z.enum(ruleSubjects).nullable(),
      }),
    },
  },
  preview: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/policies/rules/preview',
    permission: 'policies.read',
    summary:
      'What a rule would change in the last scans of default branches, in pages: only branches with hits or another outcome are listed',
    audited: false,
    repeatable: 'It changes nothing.',
    body: z.object({
      condition: Condition,
      effect: Content.effect,
      whenUnknown: Content.whenUnknown.default('pass'),
      mode: Content.mode.default('on'),
      ...Scope,
      /** The rule that it would replace. */
      ruleUuid: Uuid.nullable().default(null),
      cursor: z.string().max(100).nullable().default(null),
    }),
    errors: ['ruleInvalid'],
    responses: { 200: RulePreview },
  },
  evaluation: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/policies/evaluation',
    permission: 'policies.read',
    summary:
      'Where the evaluation of changed rules with stored results stands: branches whose outcome or hits differ are scanned again, from the documents that they were scanned from',
    responses: { 200: PolicyEvaluation },
  },
  templates: {
    method: 'GET',
    path: '/api/v1/policies/rules/templates',
    permission: 'policies.read',
    summary: 'Ready-made policy rules',
    responses: {
      200: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          description: z.string(),
          condition: z.string(),
          effect: z.enum(ruleEffects),
        }),
      ),
    },
  },
})
