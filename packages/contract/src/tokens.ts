import { z } from 'zod'
import { nameOf } from './name.ts'
import { endpoints } from './endpoint.ts'
import { tokenAccesses } from './permissions.ts'
import { EpochMs, someOf, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** An API token, without its secret. */
export const Token = named('Token', {
  uuid: Uuid,
  name: z.string(),
  memberUuid: Uuid,
  createdAt: EpochMs,
  expiresAt: EpochMs.nullable(),
  lastUsedAt: EpochMs.nullable(),
  /** Read only, read and scan, all permissions of its member, or SCIM only. */
  access: z.enum(tokenAccesses),
  /** The team or project it is limited to; null for everything its member can access. */
  teamUuid: Uuid.nullable(),
  projectUuid: Uuid.nullable(),
})

/** Name of the account's only support token. */
export const supportTokenName = 'Support token'

const TokenName = nameOf(100, 'The name is missing').refine(
  (name) => name !== supportTokenName,
  'This name is reserved for the support token',
)

export const tokens = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/tokens',
    permission: 'tokens.read-self',
    summary: "List the caller's API tokens; with the permission, those of all members",
    responses: { 200: z.array(Token) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/tokens',
    permission: 'tokens.create-self',
    summary: 'Create an API token; the token is shown only once',
    body: z.object({
      name: TokenName,
      expiresAt: EpochMs.optional(),
      access: z.enum(tokenAccesses).default('admin'),
      teamUuid: Uuid.optional(),
      projectUuid: Uuid.optional(),
      /** Another member that the token acts for; requires 'tokens.create-any'. */
      memberUuid: Uuid.optional(),
    }),
    errors: ['loginTooOld'],
    responses: { 200: Token.extend({ token: z.string() }).meta({ id: 'NewToken' }) },
  },
  update: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/tokens/{tokenUuid}',
    permission: 'tokens.edit-self',
    summary:
      'Rename an API token or make it expire earlier; with the permission, also one of another member. The expiry cannot be extended',
    body: someOf(z.object({ name: TokenName.optional(), expiresAt: EpochMs.optional() })),
    errors: ['tokenProlonged', 'supportTokenNamed'],
    responses: { 200: Token },
  },
  revoke: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/tokens/{tokenUuid}',
    permission: 'tokens.delete-self',
    summary: 'Revoke an API token immediately',
    responses: { 200: z.object({}) },
  },
})
