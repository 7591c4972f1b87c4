import type { Scope } from '../auth/scope.ts'
import type { Tx } from '../database/database.ts'
import { missing, Problem } from '../http/problem.ts'
import { deleteProvider, findProvider, type ProviderType, putProvider } from './provider-store.ts'
import { accountKey } from './settings.ts'
import { deleteExternals } from './store.ts'

interface Wanted {
  type: ProviderType
  settings: { issuer: string }
  /** Sealed; undefined: the one that is kept stays. */
  secret: Uint8Array | null | undefined
}

/** Another issuer gets nothing of the one before: neither its secret nor its people. */
export async function saveProvider(tx: Tx, scope: Scope, { type, settings, secret }: Wanted): Promise<void> {
  const before = await findProvider(tx, scope, type)
  const isOther = before !== undefined && (before.settings as Wanted['settings']).issuer !== settings.issuer
  if (isOther && before.secret !== null && secret === undefined)
    throw new Problem(400, 'secretMissing', 'Another issuer needs its own client secret')
  await putProvider(tx, scope, {
    type,
    settings,
    secret: secret === undefined ? (before?.secret ?? null) : secret,
  })
  if (isOther) await deleteExternals(tx, scope, accountKey(scope.accountUuid, type))
}

export async function forgetProvider(tx: Tx, scope: Scope, type: ProviderType): Promise<void> {
  if (!(await findProvider(tx, scope, type))) missing('provider')
  await deleteProvider(tx, scope, type)
  await deleteExternals(tx, scope, accountKey(scope.accountUuid, type))
}
