import type { CredentialKind } from '@assay/contract/registries.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

const columns = [
  'uuid',
  'ecosystem',
  'pattern',
  'prefixes',
  'url',
  'credential_kind as credentialKind',
  'credentials',
  'is_enabled as enabled',
  'created_at as createdAt',
  'changed_at as changedAt',
  'last_success_at as lastSuccessAt',
  'last_error_at as lastErrorAt',
  'error',
  'failures',
  'resumes_at as resumesAt',
] as const

const registriesOf = (db: Database, { accountUuid }: Scope) =>
  db
    .selectFrom('package_registry')
    .select([...columns])
    .where('account_uuid', '=', accountUuid)

export type RegistryRow = NonNullable<Awaited<ReturnType<typeof findRegistry>>>

export const listRegistries = (db: Database, scope: Scope): Promise<RegistryRow[]> =>
  registriesOf(db, scope).orderBy('ecosystem').orderBy('pattern').orderBy('uuid').execute()

export const findRegistry = (db: Database, scope: Scope, uuid: string) =>
  registriesOf(db, scope).where('uuid', '=', uuid).executeTakeFirst()

export const lockRegistry = (tx: Tx, scope: Scope, uuid: string) =>
  registriesOf(tx, scope).where('uuid', '=', uuid).forUpdate().executeTakeFirst()

export interface RegistryContent {
  pattern: string
  prefixes: string[]
  url: string
  credentialKind: CredentialKind
  credentials: Uint8Array | null
  enabled: boolean
}

interface NewRegistry extends RegistryContent {
  uuid: string
  ecosystem: string
}

export async function insertRegistry(
  tx: Tx,
  { accountUuid }: Scope,
  { uuid, ecosystem, ...content }: NewRegistry,
): Promise<void> {
  await tx
    .insertInto('package_registry')
    .values({ account_uuid: accountUuid, uuid, ecosystem, ...rowOf(content) })
    .execute()
}

/** The change may have fixed the error: the registry is queried again at once. */
export async function updateRegistry(
  tx: Tx,
  { accountUuid }: Scope,
  { uuid, ecosystem: _unchanged, ...content }: NewRegistry,
): Promise<void> {
  const now = new Date()
  await tx
    .updateTable('package_registry')
    .set({
      ...rowOf(content),
      changed_at: now,
      failures: 0,
      error: null,
      last_error_at: null,
      resumes_at: now,
    })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .execute()
}

const rowOf = ({ pattern, prefixes, url, credentials, credentialKind, enabled }: RegistryContent) => ({
  pattern,
  prefixes,
  url,
  credentials,
  credential_kind: credentialKind,
  is_enabled: enabled,
})

export const deleteRegistry = (tx: Tx, { accountUuid }: Scope, uuid: string) =>
  tx.deleteFrom('package_registry').where('account_uuid', '=', accountUuid).where('uuid', '=', uuid).execute()
