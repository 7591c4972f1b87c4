import { randomUUID } from 'node:crypto'
import {
  isSameHash,
  makeSecret,
  type NewSecret,
  randomOf,
  type Secret,
  secretOf,
} from '#platform/secrets/secret.ts'
import type { Vault } from '#platform/secrets/vault.ts'
import type { Database } from '#platform/database/database.ts'
import { findSpentToken, insertSpentToken } from '#auth/sessions/spent-token-store.ts'
import { insertSession, lockSession, rotateSession } from '#auth/sessions/session-store.ts'
import { endSession, type SessionEnd } from './end-session.ts'

const accessLifetimeMs = 15 * 60_000
const sessionLifetimeMs = 30 * 24 * 3_600_000
/** For concurrent refreshes by two tabs, and pages reloaded before the response arrives. */
const graceSeconds = 10

export interface OpenedSession {
  accessToken: string
  expiresInMs: number
  refreshToken: string
}

export interface NewSession {
  accountUuid: string
  memberUuid: string
  providerTokens?: Uint8Array | null
  /** Time of the authentication; defaults to now. */
  confirmedAt?: Date
  /** Idle timeout. */
  idleMs: number
  /** Client address, for the list of sessions. */
  from: { address: string; agent: string }
}

export async function openSession(
  db: Database,
  { accountUuid, memberUuid, providerTokens = null, confirmedAt = new Date(), idleMs, from }: NewSession,
): Promise<OpenedSession> {
  const uuid = randomUUID()
  const access = makeSecret('session', accountUuid, uuid)
  const refresh = makeSecret('refresh', accountUuid, uuid)
  await insertSession(db, {
    accountUuid,
    uuid,
    memberUuid,
    providerTokens,
    accessHash: access.hash,
    accessExpiresAt: new Date(Date.now() + accessLifetimeMs),
    refreshHash: refresh.hash,
    expiresAt: new Date(Date.now() + sessionLifetimeMs),
    confirmedAt,
    idleSeconds: idleMs / 1000,
    ...from,
  })
  return { accessToken: access.text, expiresInMs: accessLifetimeMs, refreshToken: refresh.text }
}

/**
 * Exchanges a refresh token for new tokens; null if invalid. Reuse of any earlier token ends the session, because it
 * may have been stolen. docs/decisions/013-refresh-tokens.md explains why a repetition within seconds returns the same
 * tokens.
 */
export const refreshSession = (
  { db, vault }: { db: Database; vault: Vault },
  { text, from, ...secret }: Secret & { text: string; from: SessionEnd['from'] },
): Promise<OpenedSession | null> =>
  db.transaction().execute(async (tx) => {
    const { accountUuid, uuid, hash } = secret
    const session = await lockSession(tx, accountUuid, uuid)
    if (!session) return null
    const next = successorOf(vault, { accountUuid, uuid, text })
    const tokens = { accessToken: next.access.text, refreshToken: next.refresh.text }
    if (isSameHash(session.refresh_hash, hash)) {
      await insertSpentToken(tx, { accountUuid, sessionUuid: uuid, hash, expiresAt: session.expires_at })
      await rotateSession(tx, {
        accountUuid,
        uuid,
        accessHash: next.access.hash,
        accessExpiresAt: new Date(Date.now() + accessLifetimeMs),
        refreshHash: next.refresh.hash,
      })
      return { ...tokens, expiresInMs: accessLifetimeMs }
    }
    const spent = await findSpentToken(tx, { accountUuid, sessionUuid: uuid, hash, graceSeconds })
    // Forged: it only names a session.
    if (!spent) return null
    if (spent.isRecent && isSameHash(session.refresh_hash, next.refresh.hash))
      return { ...tokens, expiresInMs: Math.max(0, session.access_expires_at.getTime() - Date.now()) }
    await endSession(tx, { accountUuid, uuid }, { action: 'sessions.endedByReuse', from })
    return null
  })

/** The login provider no longer recognizes the member. */
export const endSessionByProvider = (
  db: Database,
  session: { accountUuid: string; uuid: string },
  from: SessionEnd['from'],
): Promise<void> =>
  db.transaction().execute((tx) => endSession(tx, session, { action: 'sessions.endedByProvider', from }))

/** Its member logs out, with the access token or a refresh token of the session. */
export const endSessionByLogout = (
  db: Database,
  session: { accountUuid: string; uuid: string; hash?: Uint8Array },
  from: SessionEnd['from'],
): Promise<void> =>
  db.transaction().execute((tx) => endSession(tx, session, { action: 'credentials.logout', from }))

interface Predecessor {
  accountUuid: string
  uuid: string
  text: string
}

/** Derives the next token pair deterministically from a refresh token and the server's key. */
function successorOf(
  vault: Vault,
  { accountUuid, uuid, text }: Predecessor,
): { access: NewSecret; refresh: NewSecret } {
  const before = randomOf('refresh', text).toString('base64url')
  const next = (kind: 'session' | 'refresh') =>
    secretOf(kind, { accountUuid, uuid, random: vault.hmac(before, `${kind} token after`) })
  return { access: next('session'), refresh: next('refresh') }
}
