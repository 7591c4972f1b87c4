import { randomUUID } from 'node:crypto'
import { makeSecret, type Secret, isSameHash } from '../auth/secret.ts'
import type { Database } from '../database/database.ts'
import { insertSession, lockSession, revokeSession, rotateSession } from './store.ts'

const accessLifetimeMs = 15 * 60_000
const sessionLifetimeMs = 30 * 24 * 3_600_000
/** Two tabs of one browser may refresh at once with the same cookie; later use is theft. */
const reuseGraceMs = 10_000

export interface OpenedSession {
  accessToken: string
  expiresInMs: number
  /** null: the cookie that the browser has is still the right one. */
  refreshToken: string | null
}

export interface NewSession {
  accountUuid: string
  memberUuid: string
  providerTokens: Uint8Array | null
  /** For how long it may lie unused. */
  idleMs: number
  /** Where it is opened from, for the list of the member's sessions. */
  from: { address: string; agent: string }
}

export async function openSession(
  db: Database,
  { accountUuid, memberUuid, providerTokens, idleMs, from }: NewSession,
): Promise<OpenedSession> {
  const uuid = randomUUID()
  const { access, refresh, accessExpiresAt } = makePair(accountUuid, uuid)
  await insertSession(db, {
    accountUuid,
    uuid,
    memberUuid,
    providerTokens,
    accessHash: access.hash,
    accessExpiresAt,
    refreshHash: refresh.hash,
    expiresAt: new Date(Date.now() + sessionLifetimeMs),
    idleSeconds: idleMs / 1000,
    ...from,
  })
  return { accessToken: access.text, expiresInMs: accessLifetimeMs, refreshToken: refresh.text }
}

/** New tokens for old; null when the old one is not valid. A refresh token used twice ends its session. */
export const refreshSession = (db: Database, secret: Secret): Promise<OpenedSession | null> =>
  db.transaction().execute(async (tx) => {
    const session = await lockSession(tx, secret.accountUuid, secret.uuid)
    if (!session) return null
    if (!isSameHash(session.refresh_hash, secret.hash)) {
      const isSpent =
        session.spent_refresh_hash !== null && isSameHash(session.spent_refresh_hash, secret.hash)
      const isRace =
        isSpent && session.spent_at !== null && Date.now() - session.spent_at.getTime() < reuseGraceMs
      if (isSpent && !isRace) await revokeSession(tx, secret.accountUuid, secret.uuid)
      return null
    }
    const { access, refresh, accessExpiresAt } = makePair(secret.accountUuid, secret.uuid)
    await rotateSession(tx, {
      ...{ accountUuid: secret.accountUuid, uuid: secret.uuid, accessHash: access.hash, accessExpiresAt },
      ...{ refreshHash: refresh.hash, spent: session.refresh_hash },
    })
    return { accessToken: access.text, expiresInMs: accessLifetimeMs, refreshToken: refresh.text }
  })

function makePair(accountUuid: string, uuid: string) {
  return {
    access: makeSecret('session', accountUuid, uuid),
    refresh: makeSecret('refresh', accountUuid, uuid),
    accessExpiresAt: new Date(Date.now() + accessLifetimeMs),
  }
}
