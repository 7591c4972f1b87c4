import { coverageStrictnesses, securityScorings } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { nameOf } from './name.ts'
import { accountTeams } from './account-teams.ts'
import { AccountSummary } from './users.ts'
import { planNames } from './reference-data.ts'
import { endpoints, text } from './endpoint.ts'
import { messages } from './problem.ts'
import { VexEffect } from './vex.ts'
import { TagName } from './tags.ts'
import { Email, EpochMs, Flag, Score, Uuid, someOf } from './vocabulary.ts'
import { named } from './named.ts'

/** Minimum scores for projects with a tag; null inherits the account's. With several tags, the highest applies. */
const Threshold = named('TagThreshold', {
  tag: TagName,
  minimumSecurity: Score.nullable(),
  minimumStability: Score.nullable(),
  minimumLicensing: Score.nullable(),
})
export type Threshold = z.infer<typeof Threshold>

/** Whole days; 0 means none. */
export const CoolDownDays = z.int().min(0).max(365)

const TargetDays = z.int().min(1).max(3650).nullable()

/** Days from the later of introduction and publication; null means no target. */
export const FixTargets = z
  .object({ CRITICAL: TargetDays, HIGH: TargetDays, MEDIUM: TargetDays, LOW: TargetDays })
  .meta({ id: 'FixTargets' })
export type FixTargets = z.infer<typeof FixTargets>

/** Clients find minimums with grep: each name must appear once in the body, each number followed by a comma. */
export const Configuration = named('Configuration', {
  minimumScores: z.object({
    security: Score,
    stability: Score,
    licensing: Score,
    source: z.enum(['account', 'default', 'groups', 'tags', 'project']),
  }),
  /** How the security score is computed: from each finding's CVSS, or from its severity. */
  securityScoring: z.enum(securityScorings),
  /** Minimum age of releases to be recommended, except as fixes. Applies to future scans. */
  coolDownDays: CoolDownDays,
  /** Whether VEX statements of "not affected" and "fixed" suppress a finding or are only shown. */
  vexEffect: VexEffect,
  /** Which gaps in coverage make a PASS impossible: any, only those of production dependencies, or none. */
  coverageStrictness: z.enum(coverageStrictnesses),
  /** Whether members must use a second factor. */
  requiresMfa: z.boolean(),
  /** Fix targets for open vulnerabilities by severity; older ones are overdue. */
  fixTargets: FixTargets,
  /** Fix target for known exploited vulnerabilities, if earlier than that of their severity; null means none. */
  exploitedFixDays: TargetDays,
  /** Whether decisions that take findings out of the counts need the approval of another member. */
  requiresApproval: z.boolean(),
  /** Whether assay.yaml in a repository may lower minimum scores and turn off rules; raising is always allowed. */
  repositoryMayLoosen: z.boolean(),
  tagThresholds: z.array(Threshold),
})
export type Configuration = z.infer<typeof Configuration>

/** The steps of setting up an account, in their order. */
export const setupSteps = [
  ...(['advisories', 'project', 'token', 'team', 'notifications', 'signOn'] as const),
] as const
export type SetupStep = (typeof setupSteps)[number]
const setupShape = {
  /** Advisories were read from a feed, or uploaded: not only the starter set. */
  advisories: z.boolean(),
  project: z.boolean(),
  /** An API token, as continuous integration needs it. */
  token: z.boolean(),
  team: z.boolean(),
  /** An active channel besides the inbox. */
  notifications: z.boolean(),
  /** An active provider for single sign-on. */
  signOn: z.boolean(),
} satisfies Record<SetupStep, z.ZodBoolean>

const ShownConfiguration = Configuration.extend({
  /** Whether the property 'logo' is set: reports begin with it. */
  hasLogo: z.boolean(),
}).meta({ id: 'ShownConfiguration' })

const ConfigurationChange = z.object({
  minimumScores: z.object({ security: Score, stability: Score, licensing: Score }).partial().optional(),
  securityScoring: z.enum(securityScorings).optional(),
  coolDownDays: CoolDownDays.optional(),
  vexEffect: VexEffect.optional(),
  coverageStrictness: z.enum(coverageStrictnesses).optional(),
  requiresMfa: z.boolean().optional(),
  fixTargets: FixTargets.partial().optional(),
  exploitedFixDays: TargetDays.optional(),
  requiresApproval: z.boolean().optional(),
  repositoryMayLoosen: z.boolean().optional(),
  /** Replaces the whole list: omitted tags lose their minimum scores. */
  tagThresholds: z
    .array(Threshold)
    .max(100)
    .refine((list) => new Set(list.map(({ tag }) => tag)).size === list.length, 'A tag is listed twice')
    .optional(),
})

const AccountName = nameOf(200, messages.required)
const AccountEmail = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, messages.required)
  .max(320)
  .pipe(z.email())
  .meta({ format: 'email' })

/** 'member_email=' and an address; empty for no filter. */
const MemberQuery = z
  .string()
  .trim()
  .max(400)
  .refine(
    (q) => !q.startsWith('member_email=') || Email.safeParse(q.slice('member_email='.length)).success,
    messages.emailMissing,
  )
  .default('')

/** 'default' is the placeholder account before login. */
export const accounts = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts',
    permission: 'account.read',
    summary:
      "List the caller's account; for the operator, all accounts. With q=member_email=<address>, the account of a member",
    query: z.object({ q: MemberQuery }),
    responses: { 200: z.array(AccountSummary) },
  },
  get: {
    method: 'GET',
    path: '/api/v1/accounts/{account}',
    missingName: messages.accountUuidMissing,
    permission: 'public',
    summary: "Get an account; 'default', or its uuid of zeros, is the placeholder before login",
    errors: ['loginRequired', 'notFound'],
    responses: { 200: AccountSummary },
  },
  create: {
    method: 'POST',
    path: '/api/v1/accounts',
    permission: 'account.disable',
    summary: 'Create an account and invite its administrator; operator only',
    body: z.object({ name: AccountName, email: AccountEmail }),
    errors: ['operatorOnly', 'emailTaken', 'tooManyEmails'],
    responses: {
      200: AccountSummary.extend({ invitationUrl: z.string().nullable() }).meta({ id: 'NewAccount' }),
    },
  },
  update: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}',
    missingName: messages.accountMissing,
    permission: 'account.edit',
    reachesAccounts: true,
    summary:
      'Update name or email address; omitted fields keep their value. The operator may update any account',
    body: someOf(z.object({ name: AccountName.optional(), email: AccountEmail.optional() })),
    responses: { 200: AccountSummary },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}',
    missingName: messages.accountMissing,
    permission: 'account.disable',
    reachesAccounts: true,
    summary: 'Delete an account and all its data; check must repeat the account name',
    query: z.object({ check: z.string().default('') }),
    errors: ['checkFailed', 'operatorAccount', 'onHold'],
    responses: { 200: z.object({}) },
  },
  activate: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/activation',
    missingName: messages.accountMissing,
    permission: 'account.disable',
    reachesAccounts: true,
    summary: 'Close or reopen an account',
    query: z.object({ active: Flag }),
    errors: ['operatorAccount'],
    responses: { 200: AccountSummary },
  },
  setFeatures: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/features',
    missingName: messages.accountMissing,
    permission: 'configuration.edit',
    reachesAccounts: true,
    summary: "Set the active features as a comma-separated list; 'members' is derived from the others",
    query: z.object({ names: z.string().max(2000) }),
    errors: ['featureUnknown'],
    responses: { 200: AccountSummary },
  },
  setPlan: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/plan',
    missingName: messages.accountMissing,
    permission: 'account.edit',
    reachesAccounts: true,
    summary: 'Change the plan',
    query: z.object({ name: z.enum(planNames) }),
    responses: { 200: AccountSummary },
  },
  paygTokens: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/payg/tokens',
    missingName: messages.accountMissing,
    permission: 'account.read',
    summary: 'The remaining scan quota (unlimited)',
    responses: { 200: text() },
  },
  supportToken: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/support-token',
    missingName: messages.accountMissing,
    permission: 'account.support',
    forbiddenMessage: messages.unauthorized,
    summary:
      'The support token and its expiry; null if there is none or it has expired. Only administrators who are logged in see the token itself',
    responses: {
      200: z.object({
        expiresAt: EpochMs.nullable(),
        /** null for members who may not create one, for API tokens, and for tokens created before they could be shown again. */
        token: z.string().nullable(),
      }),
    },
  },
  makeSupportToken: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/support-token',
    missingName: messages.accountMissing,
    permission: 'configuration.edit',
    forbiddenMessage: messages.unauthorized,
    summary: 'Create a read-only support token, valid for one day; replaces the previous one',
    responses: { 200: z.object({ token: z.string(), expiresAt: EpochMs }) },
  },
  me: {
    method: 'GET',
    path: '/api/v1/accounts/me',
    permission: 'account.read',
    summary: "The caller's account",
    errors: ['notFound'],
    responses: { 200: AccountSummary },
  },
  setup: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/setup',
    missingName: messages.accountMissing,
    permission: 'account.read',
    summary: 'Which steps of setting up the account are done',
    responses: { 200: named('Setup', setupShape) },
  },
  configuration: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/configuration',
    missingName: messages.accountMissing,
    permission: 'account.read',
    summary: 'Effective minimum scores and scoring; with a project, as set by its tags',
    query: z.object({ projectUuid: Uuid.optional() }),
    responses: { 200: ShownConfiguration },
  },
  configure: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/configuration',
    missingName: messages.accountMissing,
    permission: 'configuration.edit',
    summary:
      'Update minimum scores, minimum scores by tag, the scoring, the cool-down, or fix targets; omitted fields keep their value',
    body: someOf(ConfigurationChange),
    responses: { 200: Configuration },
  },
  ...accountTeams,
})
