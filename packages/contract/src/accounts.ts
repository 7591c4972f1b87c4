import { z } from 'zod'
import { AccountSummary } from './credentials.ts'
import { endpoints } from './endpoint.ts'
import { tokenAccesses } from './permissions.ts'
import { EpochMs, Score, Uuid } from './vocabulary.ts'

/** Clients find a minimum with grep: each name once in the body, each number followed by a comma. */
export const Configuration = z
  .object({
    minimumScores: z.object({
      security: Score,
      stability: Score,
      licensing: Score,
      source: z.enum(['account', 'default']),
    }),
    /** How the security score is computed: by CVSS of each finding, or by its severity. */
    securityScoring: z.enum(['cvss', 'severity']),
    /** Whether a password alone lets no member in. */
    requiresMfa: z.boolean(),
  })
  .meta({ id: 'Configuration' })
export type Configuration = z.infer<typeof Configuration>

const ConfigurationChange = z.object({
  minimumScores: z.object({ security: Score, stability: Score, licensing: Score }).partial().optional(),
  securityScoring: z.enum(['cvss', 'severity']).optional(),
  requiresMfa: z.boolean().optional(),
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
    /** To read, to change what is scanned, or all that its member may. */
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

export const accounts = endpoints({
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
    permission: 'account.read',
    summary: 'Minimum scores and the scoring in force',
    responses: { 200: Configuration },
  },
  configure: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/configuration',
    permission: 'configuration.edit',
    summary: 'Change minimum scores or the scoring; what is left out stays',
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
      name: z.string().trim().min(1, 'The name is missing').max(100),
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
