import type { PackageRegistry } from '@assay/contract/registries.ts'
import { sourceStateOf } from '#knowledge/releases/source-state.ts'
import type { RegistryRow } from '#knowledge/registries/store.ts'

type Counts = PackageRegistry['packages']

/** Without its credentials. */
export function wireRegistry(row: RegistryRow, packages: Counts, now: number): PackageRegistry {
  const { uuid, ecosystem, pattern, url, credentialKind, enabled, error } = row
  return {
    uuid,
    ecosystem,
    pattern,
    url,
    credentials: credentialKind as PackageRegistry['credentials'],
    enabled,
    state: stateOf(row),
    lastSuccessAt: row.lastSuccessAt?.getTime() ?? null,
    lastErrorAt: row.lastErrorAt?.getTime() ?? null,
    error,
    resumesAt: enabled && row.resumesAt.getTime() > now ? row.resumesAt.getTime() : null,
    packages,
    createdAt: row.createdAt.getTime(),
    changedAt: row.changedAt.getTime(),
  }
}

const stateOf = (row: RegistryRow): PackageRegistry['state'] => (row.enabled ? sourceStateOf(row) : 'off')
