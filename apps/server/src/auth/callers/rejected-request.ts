import type { FurtherAction } from '@assay/contract/audit.ts'
import type { FastifyRequest } from 'fastify'
import { Problem } from '#platform/http/problem.ts'
import type { Secret } from '#platform/secrets/secret.ts'
import type { Identity } from './identity.ts'

/** What the audit log says about a request that was refused: never a secret, and never what was typed. */
export interface RejectedRequest {
  action: Extract<
    FurtherAction,
    'credentials.failed' | 'credentials.lockedOut' | 'access.refused' | 'tokens.misused'
  >
  /** The error type. */
  reason: string
  /** 'session <uuid>', 'token <uuid>', or how someone tried to log in. */
  credential: string
  /** undefined without a login. */
  identity?: Pick<Identity, 'accountUuid' | 'memberUuid' | 'email'> | undefined
  /** The address that was tried. It is recorded only if a member has it. */
  email?: string | undefined
  token?: Secret | undefined
  /** A refresh token that was not accepted; recorded if it names a session that never had it. */
  refreshToken?: Secret | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request, also if the call is not permitted. */
    identity: Identity | null
    /** An API token that is not valid. */
    invalidToken: Secret | null
    rejection: RejectedRequest | null
  }
}

/** What is to be recorded about an error; null for all that says nothing about the sender. */
export function rejectedRequestOf(request: FastifyRequest, error: unknown): RejectedRequest | null {
  const { identity, invalidToken } = request
  if (invalidToken)
    return {
      action: 'tokens.misused',
      reason: 'invalidToken',
      credential: `token ${invalidToken.uuid}`,
      token: invalidToken,
    }
  if (!(error instanceof Problem)) return null
  const { status, errorType: reason, attempt } = error
  if (attempt && status === 401) return { action: 'credentials.failed', reason, ...attempt }
  if (attempt && status === 429) return { action: 'credentials.lockedOut', reason, ...attempt }
  if (status !== 403) return null
  const credential = identity ? `${identity.by.kind} ${identity.by.uuid}` : ''
  return { action: 'access.refused', reason, credential, identity: identity ?? undefined }
}

/** A refresh token that was not accepted. */
export const refusedRefresh = (refreshToken: Secret): RejectedRequest => ({
  action: 'tokens.misused',
  reason: 'forgedRefreshToken',
  credential: `session ${refreshToken.uuid}`,
  refreshToken,
})

/** A login at a provider that was refused, whatever the reason. */
export const refusedLogin = (credential: string, { errorType }: Problem): RejectedRequest => ({
  action: 'credentials.failed',
  reason: errorType,
  credential,
})
