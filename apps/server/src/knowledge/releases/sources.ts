import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import type { Config } from '#config.ts'
import { openAuthorization } from '#knowledge/registries/credentials.ts'
import {
  acquireRegistry,
  type QueriedRegistry,
  saveRegistryError,
  saveRegistryFailure,
  saveRegistrySuccess,
} from '#knowledge/registries/state-store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Vault } from '#platform/secrets/vault.ts'
import type { PackageReader } from './clients/client.ts'
import { clientOf } from './clients/clients.ts'
import { depsDevReader, depsDevSystems } from './clients/deps-dev.ts'
import type { Endpoint } from './registry-http.ts'
import { acquireSource, saveSourceError, saveSourceFailure, saveSourceSuccess } from './source-store.ts'

/** Where an ecosystem's releases are read from. */
export interface ReleaseSource {
  /** Whether it speaks the registry's own protocol. */
  isRegistry: boolean
  /** Display name: 'deps.dev' or the registry's host. */
  name: string
  endpoint: Endpoint
  /** Maximum time for a batch of packages. */
  openReader(): PackageReader
  /** Minimum interval between two requests. */
  intervalMs: number
  state: SourceState
}

/** Leases, pauses and errors of a source. */
export interface SourceState {
  /** Leases the source to this reader; false if another one holds it, or it is paused. */
  acquire(db: Database, reader: string): Promise<boolean>
  saveSuccess(db: Database): Promise<void>
  saveFailure(db: Database, failure: { error: string; pauseMs: number | null }): Promise<void>
  /** A failure of one package that does not affect the source. */
  saveError(db: Database, error: string): Promise<void>
}

const stateOf = (name: string): SourceState => ({
  acquire: (db, reader) => acquireSource(db, name, reader),
  saveSuccess: (db) => saveSourceSuccess(db, name),
  saveFailure: (db, failure) => saveSourceFailure(db, name, failure),
  saveError: (db, error) => saveSourceError(db, name, error),
})

const depsDevIntervalMs = 50
const registryIntervalMs = 100

export type Sources = ReadonlyMap<EcosystemId, ReleaseSource>

/** The registries of the settings, and deps.dev for other ecosystems. Releases of those without a source stay unknown. */
export function openSources(releases: Config['releases']): Sources {
  const sourceOf = (id: EcosystemId) => {
    const registry = releases?.registries.find(({ ecosystem }) => ecosystem === id)
    return registry ? registrySource(registry, stateOf(new URL(registry.url).host)) : depsDevFor(releases, id)
  }
  const found = ecosystems.map(({ id }) => [id, sourceOf(id)] as const)
  return new Map(found.flatMap(([id, source]) => (source === null ? [] : [[id, source] as const])))
}

type Registry = NonNullable<Config['releases']>['registries'][number]

/** null if no client supports registries of the ecosystem. */
function registrySource(
  { ecosystem, url, authorization }: Registry,
  state: SourceState,
): ReleaseSource | null {
  const client = clientOf(ecosystem)
  if (client === null) return null
  return {
    isRegistry: true,
    name: new URL(url).host,
    endpoint: { baseUrl: url, authorization },
    openReader: () => client,
    intervalMs: registryIntervalMs,
    state,
  }
}

/** A registry of an account. */
export function accountSource(vault: Vault, registry: QueriedRegistry): ReleaseSource | null {
  const authorization = openAuthorization(vault, registry, registry.credentials)
  return registrySource(
    { ...registry, authorization },
    {
      acquire: (db, reader) => acquireRegistry(db, registry, reader),
      saveSuccess: (db) => saveRegistrySuccess(db, registry),
      saveFailure: (db, failure) => saveRegistryFailure(db, registry, failure),
      saveError: (db, error) => saveRegistryError(db, registry, error),
    },
  )
}

function depsDevFor(releases: Config['releases'], ecosystem: EcosystemId): ReleaseSource | null {
  if (releases?.depsDevUrl === undefined || !depsDevSystems.has(ecosystem)) return null
  const { depsDevUrl, usesBatches } = releases
  return {
    isRegistry: false,
    name: 'deps.dev',
    endpoint: { baseUrl: depsDevUrl },
    openReader: () => depsDevReader({ usesBatches }),
    intervalMs: depsDevIntervalMs,
    state: stateOf('deps.dev'),
  }
}
