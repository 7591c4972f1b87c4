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
import { findRegistries } from './package-manager-config/package-manager-configs.ts'
import { type ConfiguredRegistry, openConfigFiles } from './package-manager-config/config-files.ts'
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

export interface Sources {
  /** Ecosystems that have a source. */
  ecosystems: readonly EcosystemId[]
  /** null: there is no source, and releases stay unknown. */
  of(ecosystem: EcosystemId, name: string): ReleaseSource | null
}

/** The registry configured by the operator, otherwise that of the machine's package clients, otherwise deps.dev. */
export async function openSources(releases: Config['releases']): Promise<Sources> {
  const found = releases?.packageManagerConfig
    ? await findRegistries(openConfigFiles(releases?.packageManagerConfig))
    : new Map<EcosystemId, []>()
  const candidates = new Map(
    ecosystems.map(({ id }) => {
      const own = (releases?.registries ?? []).filter(({ ecosystem }) => ecosystem === id)
      return [id, [...own, ...(found.get(id) ?? [])] as ConfiguredRegistry[]] as const
    }),
  )
  const hasSource = (id: EcosystemId) =>
    depsDevFor(releases, id) !== null || candidates.get(id)!.some((each) => sourceAt(each, id) !== null)
  return {
    ecosystems: ecosystems.flatMap(({ id }) => (releases && hasSource(id) ? id : [])),
    of(ecosystem, name) {
      const registry = candidates
        .get(ecosystem)!
        .find(({ matches }) => matches === undefined || matches(name))
      return registry ? sourceAt(registry, ecosystem) : depsDevFor(releases, ecosystem)
    },
  }
}

function sourceAt({ url, authorization }: ConfiguredRegistry, ecosystem: EcosystemId): ReleaseSource | null {
  if (url === null) return null
  return registrySource({ ecosystem, url, authorization }, stateOf(new URL(url).host))
}

interface RegistryAddress {
  ecosystem: EcosystemId
  url: string
  authorization: string | undefined
}

/** null if no client supports registries of the ecosystem. */
function registrySource(
  { ecosystem, url, authorization }: RegistryAddress,
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
