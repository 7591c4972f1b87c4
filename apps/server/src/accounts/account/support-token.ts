import { supportTokenName as name } from '@assay/contract/tokens.ts'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import type { Caller } from '#auth/scope.ts'
import { makeSecret } from '#platform/secrets/secret.ts'
import type { Tx } from '#platform/database/database.ts'
import { limitsOfChild } from '#accounts/tokens/limits-of-child.ts'
import { lockAccount } from '#accounts/account-lock-store.ts'
import { deleteToken, insertToken, listTokens } from '#auth/callers/token-store.ts'

const lifetimeMs = 24 * 3_600_000

export const supportTokenPurpose = (uuid: string) => `support token ${uuid}`

/**
 * The account's support token; null if there is none or it has expired. The token itself is only returned to members
 * who may create one, but not to their API tokens, which may see less or expire earlier.
 */
export async function findSupportToken({ db, vault }: Pick<AppContext, 'db' | 'vault'>, caller: Caller) {
  const { scope, memberUuid } = caller
  const tokens = await listTokens(db, scope, { memberUuid, others: scope })
  const found = tokens.find((token) => token.name === name && (token.expires_at?.getTime() ?? 0) > Date.now())
  const isShown = caller.by.kind === 'session' && caller.scopeFor('configuration.edit') !== null
  return {
    expiresAt: found?.expires_at?.getTime() ?? null,
    token: isShown && found?.sealed ? vault.open(found.sealed, supportTokenPurpose(found.uuid)) : null,
  }
}

/** Creates a read-only token that expires after 24 hours and revokes the previous one. */
export async function makeSupportToken({ vault }: Pick<AppContext, 'vault'>, tx: Tx, caller: Caller) {
  const { scope, memberUuid, token: by } = caller
  const uuid = randomUUID()
  const secret = makeSecret('token', scope.accountUuid, uuid)
  const defaultExpiryMs = Date.now() + lifetimeMs
  const latest = by?.expiresAt ?? null
  const expiresAt = new Date(latest === null ? defaultExpiryMs : Math.min(defaultExpiryMs, latest.getTime()))
  const { parentUuid } = limitsOfChild(caller, { access: 'read', expiresAt })
  // Otherwise concurrent requests would all find the same previous one.
  await lockAccount(tx, scope)
  const anybody = { memberUuid, others: scope }
  const before = (await listTokens(tx, scope, anybody)).filter((token) => token.name === name)
  for (const token of before) await deleteToken(tx, scope, { uuid: token.uuid, ...anybody })
  const row = await insertToken(tx, scope, {
    uuid,
    memberUuid,
    name,
    hash: secret.hash,
    expiresAt,
    access: 'read',
    teamUuid: by?.teamUuid ?? null,
    projectUuid: by?.projectUuid ?? null,
    parentUuid,
    sealed: vault.seal(secret.text, supportTokenPurpose(uuid)),
  })
  return { token: secret.text, expiresAt: row.expires_at?.getTime() ?? expiresAt.getTime() }
}
