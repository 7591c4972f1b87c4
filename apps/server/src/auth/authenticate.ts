import { isTeamRole, parseRole, permissionsOf } from '@assay/contract/permissions.ts'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, callerScope } from './scope.ts'
import { isSameHash, readSecret, type Secret } from './secret.ts'
import { findSessionHolder, findTokenHolder, type Holder, touchToken } from './store.ts'

/** The caller of a request, read from the database each time; null without a valid Authorization header. */
export async function authenticate(db: Database, request: FastifyRequest): Promise<Caller | null> {
  const [scheme = '', text = ''] = (request.headers.authorization ?? '').split(/\s+/, 2)
  switch (scheme.toLowerCase()) {
    case '':
      return null
    case 'bearer':
      return (await bySession(db, readSecret('session', text))) ?? byToken(db, readSecret('token', text))
    case 'token':
      return byToken(db, readSecret('token', text))
    default:
      throw new Problem(401, 'authTypeUnknown', 'The authorization type must be Bearer or token')
  }
}

async function bySession(db: Database, secret: Secret | null): Promise<Caller | null> {
  if (!secret) return null
  const holder = await findSessionHolder(db, secret.accountUuid, secret.uuid)
  if (!holder || !isSameHash(holder.hash, secret.hash)) return null
  return callerOf(holder, { kind: 'session', uuid: secret.uuid })
}

async function byToken(db: Database, secret: Secret | null): Promise<Caller | null> {
  if (!secret) return null
  const holder = await findTokenHolder(db, secret.accountUuid, secret.uuid)
  if (!holder || !isSameHash(holder.hash, secret.hash)) return null
  await touchToken(db, secret.accountUuid, secret.uuid)
  return callerOf(holder, { kind: 'token', uuid: secret.uuid })
}

function callerOf(holder: Holder, by: Caller['by']): Caller | null {
  const role = parseRole(holder.role)
  if (!role) return null
  const teams = isTeamRole(role) ? holder.teams : 'all'
  return {
    scope: callerScope(holder.accountUuid, teams),
    memberUuid: holder.memberUuid,
    role,
    permissions: permissionsOf(role),
    by,
  }
}
