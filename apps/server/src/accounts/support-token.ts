import { supportTokenName as name } from '@assay/contract/accounts.ts'
import { randomUUID } from 'node:crypto'
import type { Caller } from '../auth/scope.ts'
import { makeSecret } from '../auth/secret.ts'
import type { Database } from '../database/database.ts'
import { deleteToken, insertToken, listTokens } from '../tokens/store.ts'

const lifetimeMs = 24 * 3_600_000

/** The account's support token; null when there is none or it is over. */
export async function findSupportToken(db: Database, { scope, memberUuid }: Caller) {
  const tokens = await listTokens(db, scope, { memberUuid, others: scope })
  return (
    tokens.find((token) => token.name === name && (token.expires_at?.getTime() ?? 0) > Date.now()) ?? null
  )
}

/** To read with for a day. The one of before ends. */
export async function makeSupportToken(db: Database, { scope, memberUuid }: Caller) {
  const uuid = randomUUID()
  const secret = makeSecret('token', scope.accountUuid, uuid)
  const expiresAt = new Date(Date.now() + lifetimeMs)
  await db.transaction().execute(async (tx) => {
    const anybody = { memberUuid, others: scope }
    const before = (await listTokens(tx, scope, anybody)).filter((token) => token.name === name)
    for (const token of before) await deleteToken(tx, scope, { uuid: token.uuid, ...anybody })
    await insertToken(tx, scope, {
      ...{ uuid, memberUuid, name, hash: secret.hash, expiresAt },
      ...{ access: 'read', teamUuid: null, projectUuid: null },
    })
  })
  return { token: secret.text, expiresAt: expiresAt.getTime() }
}
