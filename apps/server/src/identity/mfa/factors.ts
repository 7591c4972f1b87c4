import type { FactorType, MfaMethod } from '@assay/contract/credentials.ts'
import type { MfaStatus } from '@assay/contract/mfa.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { listPasskeys } from '#identity/passkeys/store.ts'
import { countRecoveryCodes, deleteRecoveryCodes } from './recovery-code-store.ts'
import { endFactors, listFactors, requiresMfa } from './store.ts'

/** The factors a member can answer a challenge with; empty if a password is sufficient. */
export async function methodsOf(db: Database, scope: Scope, memberUuid: string): Promise<MfaMethod[]> {
  const active = (await listFactors(db, scope, memberUuid))
    .filter(({ isActive }) => isActive)
    .map(({ method }) => method as MfaMethod)
  if (active.length === 0) return []
  const { remaining } = await countRecoveryCodes(db, scope, memberUuid)
  return [...active.toSorted(), ...(remaining > 0 ? (['scratch-codes'] as const) : [])]
}

/** Throws 409 for a member without another factor that recovery codes could replace. */
export async function requireFactor(db: Database, scope: Scope, memberUuid: string): Promise<void> {
  if ((await methodsOf(db, scope, memberUuid)).length > 0) return
  throw new Problem(409, 'noFactor', 'Recovery codes need an authenticator app or a phone. Set one up first')
}

export async function statusOf(
  { db, vault }: Pick<AppContext, 'db' | 'vault'>,
  scope: Scope,
  memberUuid: string,
): Promise<MfaStatus> {
  const [factors, { remaining }, required, passkeys] = await Promise.all([
    listFactors(db, scope, memberUuid),
    countRecoveryCodes(db, scope, memberUuid),
    requiresMfa(db, scope),
    listPasskeys(db, scope, memberUuid),
  ])
  const active = new Map(factors.filter(({ isActive }) => isActive).map((each) => [each.method, each]))
  const sms = active.get('sms')
  return {
    memberUuid,
    app: active.has('app'),
    sms: sms !== undefined,
    required,
    scratchCodes: remaining,
    passkeys: passkeys.length,
    phone: sms ? maskPhone(vault.open(sms.secret, purposeOf('sms', memberUuid))) : null,
  }
}

/** Recovery codes replace another factor and are removed with the last one. */
export async function removeFactors(
  tx: Tx,
  scope: Scope,
  { memberUuid, methods }: { memberUuid: string; methods: FactorType[] },
): Promise<void> {
  if (methods.length > 0) await endFactors(tx, scope, { memberUuid, methods })
  const left = await listFactors(tx, scope, memberUuid)
  if (left.every(({ isActive }) => !isActive)) await deleteRecoveryCodes(tx, scope, memberUuid)
}

/** Encryption purpose of a factor's secret. */
export const purposeOf = (method: MfaMethod, memberUuid: string) => `${method} ${memberUuid}`

export const maskPhone = (phone: string) => `…${phone.slice(-3)}`
