import type { Endpoint } from '@assay/contract/endpoint.ts'
import { parseRole, type TokenAccess } from '@assay/contract/permissions.ts'
import { messages } from '@assay/contract/problem.ts'
import type { FastifyRequest } from 'fastify'
import type { Database } from '#platform/database/database.ts'
import { currentReading } from '#platform/database/standby-reading.ts'
import { Problem } from '#platform/http/problem.ts'
import type { Identity } from './identity.ts'
import { isUseToStore } from '#auth/sessions/last-use.ts'
import type { Caller } from '#auth/scope.ts'
import { isSameHash, readSecret, type Secret } from '#platform/secrets/secret.ts'
import { shareLookup } from './share-lookup.ts'
import { findPrincipalBySession, findPrincipalByToken, type Principal, type TokenPrincipal } from './store.ts'
import { touchSession } from '#auth/sessions/session-store.ts'
import { touchToken } from './token-store.ts'

/** The member of a request, read from the database each time; null without a valid Authorization header, or X-Api-Key where accepted. */
export async function authenticate(
  db: Database,
  request: FastifyRequest,
  { acceptsBasic, acceptsApiKey }: Pick<Endpoint, 'acceptsBasic' | 'acceptsApiKey'>,
): Promise<Identity | null> {
  const { 'x-api-key': key } = request.headers
  if (acceptsApiKey && key !== undefined) return tokenOf(readSecret('token', String(key).trim()))
  const [scheme = '', text = ''] = (request.headers.authorization ?? '').split(/\s+/, 2)
  switch (scheme.toLowerCase()) {
    case '':
      return null
    case 'bearer':
    case 'token':
      return (await bySession(db, readSecret('session', text))) ?? tokenOf(readSecret('token', text))
    case 'basic':
      return acceptsBasic ? tokenOf(readBasic(text)) : rejectType()
    default:
      return rejectType()
  }

  async function tokenOf(secret: Secret | null) {
    const identity = await byToken(db, secret)
    if (!identity) request.invalidToken = secret
    return identity
  }
}

function rejectType(): never {
  throw new Problem(401, 'authTypeUnknown', messages.authTypeUnknown)
}

/** Basic: the account uuid as user name, an API token as password. */
function readBasic(text: string): Secret | null {
  const [accountUuid = '', token = ''] = Buffer.from(text, 'base64').toString().split(':', 2)
  const secret = readSecret('token', token)
  return secret?.accountUuid === accountUuid.toLowerCase() ? secret : null
}

/** Reloads the caller of a long-running response by session or token, without counting as use. null if it has ended. */
export async function authenticateAgain(
  db: Database,
  { accountUuid, by }: { accountUuid: string; by: Caller['by'] },
): Promise<Identity | null> {
  if (by.kind === 'token') {
    const holder = await findPrincipalByToken(db, accountUuid, by.uuid)
    return holder ? identityOf(holder, by, limitsOf(holder)) : null
  }
  const holder = await findPrincipalBySession(db, accountUuid, by.uuid)
  return holder ? identityOf(holder, by, null) : null
}

const lookUpSession = shareLookup(findPrincipalBySession)
const lookUpToken = shareLookup(findPrincipalByToken)

async function bySession(db: Database, secret: Secret | null): Promise<Identity | null> {
  if (!secret) return null
  const holder = await lookUpSession(db, secret.accountUuid, secret.uuid)
  if (!holder || !isSameHash(holder.hash, secret.hash)) return null
  if (isUseToStore(holder) && !currentReading()) await touchSession(db, secret.accountUuid, secret.uuid)
  return identityOf(holder, { kind: 'session', uuid: secret.uuid, confirmedAt: holder.confirmedAt }, null)
}

async function byToken(db: Database, secret: Secret | null): Promise<Identity | null> {
  if (!secret) return null
  const holder = await lookUpToken(db, secret.accountUuid, secret.uuid)
  if (!holder || !isSameHash(holder.hash, secret.hash)) return null
  if (isUseToStore(holder) && !currentReading()) await touchToken(db, secret.accountUuid, secret.uuid)
  return identityOf(holder, { kind: 'token', uuid: secret.uuid }, limitsOf(holder))
}

const limitsOf = ({ access, teamUuid, projectUuid, expiresAt, groupUuids }: TokenPrincipal) => ({
  access: access as TokenAccess,
  teamUuid,
  projectUuid,
  expiresAt,
  groupUuids,
})

/** null for a role this version does not know. */
export function identityOf(
  holder: Omit<Principal, 'hash'>,
  by: Caller['by'],
  token: Identity['token'],
): Identity | null {
  const role = parseRole(holder.role)
  if (!role) return null
  const memberships = holder.memberships.flatMap(({ teamUuid, role: text, groupUuids }) => {
    const parsed = parseRole(text)
    return parsed ? [{ teamUuid, role: parsed, groupUuids }] : []
  })
  const { accountUuid, memberUuid, email, features } = holder
  return { accountUuid, memberUuid, email, role, memberships, features, token, by }
}
