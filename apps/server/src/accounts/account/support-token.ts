import { supportTokenName as name } from '@assay/contract/tokens.ts'
import { randomUUID } from 'node:crypto'
import type { Caller } from '#auth/scope.ts'
import { makeSecret } from '#platform/secrets/secret.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { limitsOfChild } from '#accounts/tokens/limits-of-child.ts'
import { lockAccount } from '#accounts/account-lock-store.ts'
import { deleteToken, insertToken, listTokens } from '#auth/token-store.ts'

const lifetimeMs = 24 * 3_600_000

/** The account's support token; null when there is none or it is over. */
export async function findSupportToken(db: Database, { scope, memberUuid }: Caller) {
  const tokens = await listTokens(db, scope, { memberUuid, others: scope })
  return (
    tokens.find((token) => token.name === name && (token.expires_at?.getTime() ?? 0) > Date.now()) ?? null
  )
}

/** To read with for a day. The one of before ends. */
export async function makeSupportToken(tx: Tx, caller: Caller) {
  const { scope, memberUuid, token: by } = caller
  const uuid = randomUUID()
  const secret = makeSecret('token', scope.accountUuid, uuid)
  const wantedMs = Date.now() + lifetimeMs
  const latest = by?.expiresAt ?? null
  const expiresAt = new Date(latest === null ? wantedMs : Math.min(wantedMs, latest.getTime()))
  const { parentUuid } = limitsOfChild(caller, { access: 'read', expiresAt })
  // Else those who make one at once would all find the same one before.
  await lockAccount(tx, scope)
  const anybody = { memberUuid, others: scope }
  const before = (await listTokens(tx, scope, anybody)).filter((token) => token.name === name)
  for (const token of before) await deleteToken(tx, scope, { uuid: token.uuid, ...anybody })
  await insertToken(tx, scope, {
    uuid,
    memberUuid,
    name,
    hash: secret.hash,
    expiresAt,
    access: 'read',
    teamUuid: by?.teamUuid ?? null,
    projectUuid: by?.projectUuid ?? null,
    parentUuid,
  })
  return { token: secret.text, expiresAt: expiresAt.getTime() }
}
