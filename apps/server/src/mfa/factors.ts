import type { MfaMethod } from '@assay/contract/credentials.ts'
import type { MfaStatus } from '@assay/contract/mfa.ts'
import type { Parts } from '../app.ts'
import type { Scope } from '../auth/scope.ts'
import type { Database, Tx } from '../database/database.ts'
import { listPasskeys } from '../passkeys/store.ts'
import { countScratchCodes, deleteScratchCodes } from './scratch-code-store.ts'
import { endFactors, listFactors, requiresMfa } from './store.ts'

/** What the member can answer a challenge with; none when a password is all there is. */
export async function methodsOf(db: Database, scope: Scope, memberUuid: string): Promise<MfaMethod[]> {
  const active = (await listFactors(db, scope, memberUuid))
    .filter(({ isActive }) => isActive)
    .map(({ method }) => method as MfaMethod)
  if (active.length === 0) return []
  const { remaining } = await countScratchCodes(db, scope, memberUuid)
  return [...active.toSorted(), ...(remaining > 0 ? (['scratch-codes'] as const) : [])]
}

export async function statusOf(
  { db, vault }: Pick<Parts, 'db' | 'vault'>,
  scope: Scope,
  memberUuid: string,
): Promise<MfaStatus> {
  const [factors, { remaining }, required, passkeys] = await Promise.all([
    listFactors(db, scope, memberUuid),
    countScratchCodes(db, scope, memberUuid),
    requiresMfa(db, scope),
    listPasskeys(db, scope, memberUuid),
  ])
  const active = new Map(factors.filter(({ isActive }) => isActive).map((each) => [each.method, each]))
  const sms = active.get('sms')
  return {
    ...{ memberUuid, app: active.has('app'), sms: sms !== undefined, required, scratchCodes: remaining },
    passkeys: passkeys.length,
    phone: sms ? maskPhone(vault.open(sms.secret, purposeOf('sms', memberUuid))) : null,
  }
}

/** Scratch codes stand in for another factor, and end with the last. */
export async function removeFactors(
  tx: Tx,
  scope: Scope,
  { memberUuid, methods }: { memberUuid: string; methods: ('app' | 'sms')[] },
): Promise<void> {
  if (methods.length > 0) await endFactors(tx, scope, { memberUuid, methods })
  const left = await listFactors(tx, scope, memberUuid)
  if (left.every(({ isActive }) => !isActive)) await deleteScratchCodes(tx, scope, memberUuid)
}

/** What a factor's secret is sealed for. */
export const purposeOf = (method: MfaMethod, memberUuid: string) => `${method} ${memberUuid}`

export const maskPhone = (phone: string) => `…${phone.slice(-3)}`
