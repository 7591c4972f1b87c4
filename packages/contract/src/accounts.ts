import { z } from 'zod'
import { AccountSummary } from './credentials.ts'
import { planNames } from './catalogues.ts'
import { endpoints, text } from './endpoint.ts'
import { tokenAccesses } from './permissions.ts'
import { messages } from './problem.ts'
import { TagName } from './tags.ts'
import { Email, EpochMs, Flag, Score, Uuid } from './vocabulary.ts'

/** What projects with a tag must reach; null: what the account says. Of several tags, the highest counts. */
const Threshold = z
  .object({
    tag: TagName,
    minimumSecurity: Score.nullable(),
    minimumStability: Score.nullable(),
    minimumLicensing: Score.nullable(),
  })
  .meta({ id: 'TagThreshold' })
export type Threshold = z.infer<typeof Threshold>

/** Clients find a minimum with grep: each name once in the body, each number followed by a comma. */
export const Configuration = z
  .object({
    minimumScores: z.object({
      security: Score,
      stability: Score,
      licensing: Score,
      source: z.enum(['account', 'default', 'tags']),
    }),
    /** How the security score is computed: by CVSS of each finding, or by its severity. */
    securityScoring: z.enum(['cvss', 'severity']),
    /** Whether a password alone lets no member in. */
    requiresMfa: z.boolean(),
    tagThresholds: z.array(Threshold),
  })
  .meta({ id: 'Configuration' })
export type Configuration = z.infer<typeof Configuration>

const ConfigurationChange = z.object({
  minimumScores: z.object({ security: Score, stability: Score, licensing: Score }).partial().optional(),
  securityScoring: z.enum(['cvss', 'severity']).optional(),
  requiresMfa: z.boolean().optional(),
  /** All of them: one that is left out is gone. */
  tagThresholds: z
    .array(Threshold)
    .max(100)
    .refine((list) => new Set(list.map(({ tag }) => tag)).size === list.length, 'A tag is there twice')
    .optional(),
})

/** A token of the API, without its secret. */
export const Token = z
  .object({
    uuid: Uuid,
    name: z.string(),
    memberUuid: Uuid,
    createdAt: EpochMs,
    expiresAt: EpochMs.nullable(),
    lastUsedAt: EpochMs.nullable(),
    /** To read, to change what is scanned, all that its member may, or SCIM alone. */
    access: z.enum(tokenAccesses),
    /** The one team or project that it is for; null for all that its member reaches. */
    teamUuid: Uuid.nullable(),
    projectUuid: Uuid.nullable(),
  })
  .meta({ id: 'Token' })

export const Team = z
  .object({
    accountUuid: Uuid,
    uuid: Uuid,
    name: z.string(),
    description: z.string(),
    active: z.boolean(),
  })
  .meta({ id: 'Team' })

const AccountName = z.string(messages.required).trim().min(1, messages.required).max(200)
const AccountEmail = z
  .string(messages.required)
  .trim()
  .toLowerCase()
  .max(320)
  .pipe(z.email(messages.required))

/** 'member_email=' and an address; empty: none is asked for. */
const MemberQuery = z
  .string()
  .trim()
  .max(400)
  .refine(
    (q) => !q.startsWith('member_email=') || Email.safeParse(q.slice('member_email='.length)).success,
    messages.emailMissing,
  )
  .default('')

/** The one token that an account's support is given. */
export const supportTokenName = 'Support token'

/** 'default' is the placeholder account of visitors without a login. */
export const accounts = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts',
    permission: 'account.read',
    summary:
      "The caller's account; for the operator, all. With q=member_email=<address>, the account of a member",
    query: z.object({ q: MemberQuery }),
    responses: { 200: z.array(AccountSummary) },
  },
  get: {
    method: 'GET',
    path: '/api/v1/accounts/{account}',
    missingName: messages.accountUuidMissing,
    permission: 'public',
    summary: "An account in the caller's reach; 'default' is the placeholder of visitors",
    responses: { 200: AccountSummary },
  },
  create: {
    method: 'POST',
    path: '/api/v1/accounts',
    permission: 'account.disable',
    summary: 'Make another account and invite its administrator; for the operator',
    body: z.object({ name: AccountName, email: AccountEmail }),
    responses: {
      200: AccountSummary.extend({ invitationUrl: z.string().nullable() }).meta({ id: 'NewAccount' }),
    },
  },
  update: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}',
    missingName: messages.accountMissing,
    permission: 'account.edit',
    summary: 'Change name or e-mail address; what is left out stays',
    body: z.object({ name: AccountName.optional(), email: AccountEmail.optional() }),
    responses: { 200: AccountSummary },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}',
    missingName: messages.accountMissing,
    permission: 'account.disable',
    summary: 'Remove an account with all that it holds; check repeats its name',
    query: z.object({ check: z.string().default('') }),
    responses: { 200: z.object({}) },
  },
  activate: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/activation',
    missingName: messages.accountMissing,
    permission: 'account.disable',
    summary: 'Close an account for its members, or open it again',
    query: z.object({ active: Flag }),
    responses: { 200: AccountSummary },
  },
  setFeatures: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/features',
    missingName: messages.accountMissing,
    permission: 'configuration.edit',
    summary: "The features that are on, by names separated by commas; 'members' follows from the others",
    query: z.object({ names: z.string().max(2000).default('') }),
    responses: { 200: AccountSummary },
  },
  setPlan: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/plan',
    missingName: messages.accountMissing,
    permission: 'account.edit',
    summary: 'Change the plan',
    query: z.object({ name: z.enum(planNames) }),
    responses: { 200: AccountSummary },
  },
  paygTokens: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/payg/tokens',
    missingName: messages.accountMissing,
    permission: 'account.read',
    summary: 'What is left to scan with: nothing is counted',
    responses: { 200: text() },
  },
  supportToken: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/support-token',
    missingName: messages.accountMissing,
    permission: 'configuration.read',
    summary: 'Until when the support token is valid; null when there is none or it is over',
    responses: { 200: z.object({ expiresAt: EpochMs.nullable() }) },
  },
  makeSupportToken: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/support-token',
    missingName: messages.accountMissing,
    permission: 'configuration.edit',
    summary: 'A token to read with for a day, to be given to who helps; the one of before ends',
    responses: { 200: z.object({ token: z.string(), expiresAt: EpochMs }) },
  },
  me: {
    method: 'GET',
    path: '/api/v1/accounts/me',
    permission: 'account.read',
    summary: "The caller's account",
    responses: { 200: AccountSummary },
  },
  configuration: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/configuration',
    missingName: messages.accountMissing,
    permission: 'account.read',
    summary: 'Minimum scores and the scoring in force; with a project, as its tags have them',
    query: z.object({ projectUuid: Uuid.optional() }),
    responses: { 200: Configuration },
  },
  configure: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/configuration',
    missingName: messages.accountMissing,
    permission: 'configuration.edit',
    summary: 'Change minimum scores, those by tag or the scoring; what is left out stays',
    body: ConfigurationChange,
    responses: { 200: Configuration },
  },
  teams: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/teams',
    permission: 'teams.read',
    summary: 'The teams that the caller may see',
    responses: { 200: z.array(Team) },
  },
})

export const tokens = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/tokens',
    permission: 'tokens.read-self',
    summary: "The caller's API tokens; those of all members for who may see them",
    responses: { 200: z.array(Token) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/tokens',
    permission: 'tokens.create-self',
    summary: 'Make an API token; its text is shown this once',
    body: z.object({
      name: z
        .string()
        .trim()
        .min(1, 'The name is missing')
        .max(100)
        .refine((name) => name !== supportTokenName, 'This name is kept for the support token'),
      expiresAt: EpochMs.optional(),
      access: z.enum(tokenAccesses).default('admin'),
      teamUuid: Uuid.optional(),
      projectUuid: Uuid.optional(),
    }),
    responses: { 200: Token.extend({ token: z.string() }).meta({ id: 'NewToken' }) },
  },
  revoke: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/tokens/{tokenUuid}',
    permission: 'tokens.delete-self',
    summary: 'Revoke an API token at once',
    responses: { 200: z.object({}) },
  },
})
