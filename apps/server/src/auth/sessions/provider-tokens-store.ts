import type { Database } from '#platform/database/database.ts'

/** The provider's tokens of a session; null for other logins. */
export const findProviderTokens = async (
  db: Database,
  { accountUuid, uuid, hash }: { accountUuid: string; uuid: string; hash?: Uint8Array },
): Promise<Uint8Array | null> =>
  (
    await db
      .selectFrom('session')
      .select('provider_tokens')
      .where('account_uuid', '=', accountUuid)
      .where('uuid', '=', uuid)
      .$if(hash !== undefined, (query) => query.where('refresh_hash', '=', hash!))
      .executeTakeFirst()
  )?.provider_tokens ?? null

/** Lease of a check, after which it is repeated, since storing its result may have failed. */
const checkLeaseMs = 60_000

/** The provider's tokens, if a check is due. Only one of several concurrent callers gets them. */
export async function claimProviderCheck(
  db: Database,
  {
    accountUuid,
    uuid,
    hash,
    everyMs,
  }: { accountUuid: string; uuid: string; hash: Uint8Array; everyMs: number },
): Promise<Uint8Array | null> {
  const row = await db
    .updateTable('session')
    .set({ provider_checked_at: new Date(Date.now() - everyMs + checkLeaseMs) })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .where('refresh_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('provider_tokens', 'is not', null)
    .where('provider_checked_at', '<', new Date(Date.now() - everyMs))
    .returning('provider_tokens')
    .executeTakeFirst()
  return row?.provider_tokens ?? null
}

/** Records the check and stores the encrypted new tokens, if any. */
export const completeProviderCheck = (
  db: Database,
  { accountUuid, uuid, sealed }: { accountUuid: string; uuid: string; sealed: Uint8Array | null },
) =>
  db
    .updateTable('session')
    .set({ provider_checked_at: new Date(), ...(sealed && { provider_tokens: sealed }) })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .execute()
