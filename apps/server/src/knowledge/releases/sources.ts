import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystems } from '@assay/engine/ecosystems/ecosystems.ts'
import type { Config } from '#config.ts'
import type { PackageReader } from './clients/client.ts'
import { clientOf } from './clients/clients.ts'
import { depsDevReader, depsDevSystems } from './clients/deps-dev.ts'
import { findRegistries } from './machine/client-configurations.ts'
import { type MachineRegistry, openMachine } from './machine/machine.ts'
import type { Endpoint } from './registry-http.ts'

/** Where releases of an ecosystem's packages are read from. */
export interface ReleaseSource {
  /** As people are told: 'deps.dev', or a registry's host. */
  name: string
  endpoint: Endpoint
  /** For a batch of packages. */
  openReader(): PackageReader
  /** Between two requests. */
  intervalMs: number
}

const depsDevIntervalMs = 50
const registryIntervalMs = 100

export interface Sources {
  /** Those that have any. */
  ecosystems: readonly EcosystemId[]
  /** null: there is none, and releases stay unknown. */
  of(ecosystem: EcosystemId, name: string): ReleaseSource | null
}

/** A registry that the operator named, else one that the machine's package clients are set to use, else deps.dev. */
export async function openSources(releases: Config['releases']): Promise<Sources> {
  const found = releases?.machine
    ? await findRegistries(openMachine(releases.machine))
    : new Map<EcosystemId, []>()
  const candidates = new Map(
    ecosystems.map(({ id }) => {
      const own = (releases?.registries ?? []).filter(({ ecosystem }) => ecosystem === id)
      return [id, [...own, ...(found.get(id) ?? [])] as MachineRegistry[]] as const
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

function sourceAt({ url, authorization }: MachineRegistry, ecosystem: EcosystemId): ReleaseSource | null {
  const client = clientOf(ecosystem)
  if (url === null || client === null) return null
  return {
    name: new URL(url).host,
    endpoint: { baseUrl: url, authorization },
    openReader: () => client,
    intervalMs: registryIntervalMs,
  }
}

function depsDevFor(releases: Config['releases'], ecosystem: EcosystemId): ReleaseSource | null {
  if (releases?.depsDevUrl === undefined || !depsDevSystems.has(ecosystem)) return null
  const { depsDevUrl, usesBatches } = releases
  return {
    name: 'deps.dev',
    endpoint: { baseUrl: depsDevUrl },
    openReader: () => depsDevReader({ usesBatches }),
    intervalMs: depsDevIntervalMs,
  }
}
