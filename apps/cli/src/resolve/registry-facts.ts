import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type {
  RegistryAnswer,
  RegistryDocument,
  RegistryFacts,
} from '@assay/engine/resolution/model/registry-facts.ts'
import { readOfResource } from '@assay/engine/resolution/nuget/resource-address.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../scan/program-environment.ts'
import { fetchDocument } from './fetch-document.ts'
import { isWheelMetadata, readWheelMetadata } from './wheel-metadata.ts'
import { mappedRegistries } from './nuget-registries.ts'
import type { PackageRegistry } from './package-registry.ts'
import { findRegistries } from './registries.ts'
import { registryCache } from './registry-cache.ts'

interface FactsOptions {
  environment: Environment
  /** Folder of what is kept of registries. */
  folder: string
  /** Whether registries are asked for what is not kept. */
  isOnline: boolean
  /** Of the projects. */
  folders?: readonly string[]
}

const maxRequests = 8
/** Lists of versions grow. */
const listAgeMs = 60 * 60 * 1_000

/** From what the user's package manager downloaded, from what was kept, then from the registry. */
export function openFacts({ environment, folder, isOnline, folders }: FactsOptions): RegistryFacts {
  const cache = registryCache(folder)
  const limit = limiter(maxRequests)
  const registries = new Map<EcosystemId, Promise<PackageRegistry[]>>()
  const registriesOf = (id: EcosystemId) => {
    const known = registries.get(id) ?? findRegistries(id, { environment, ...(folders && { folders }) })
    registries.set(id, known)
    return known
  }
  /** Those that cannot be reached are asked only once. */
  const lost = new Set<PackageRegistry>()
  const readFrom = async (registry: PackageRegistry, document: RegistryDocument): Promise<RegistryAnswer> => {
    const { path, isFixed, accept } = document
    const url = path.startsWith('/') ? registry.url + path : path
    const address = [url, ...(accept === undefined ? [] : [accept])].join('\n')
    const kept = await cache.get(address, isFixed || !isOnline ? Infinity : listAgeMs)
    if (kept || !isOnline || lost.has(registry)) return kept ?? 'unreachable'
    const answer = await limit(() => fetchFrom(registry, document))
    if (answer instanceof Uint8Array) await cache.put(address, answer)
    if (answer === 'unreachable') lost.add(registry)
    // What was kept of a list is better than nothing.
    return answer === 'unreachable' ? ((await cache.get(address, Infinity)) ?? answer) : answer
  }
  return {
    async read(ecosystem, document) {
      const downloaded = await findDownloaded(ecosystem, document, environment)
      if (downloaded) return downloaded
      let last: RegistryAnswer = 'unreachable'
      for (const registry of registriesFor(await registriesOf(ecosystem), document)) {
        if (registry.isUntrusted) return 'unreachable'
        const answer = await readOfResource(document, (each) =>
          isReachable(each.path, registry, ecosystem) ? readFrom(registry, each) : Promise.resolve('absent'),
        )
        if (answer instanceof Uint8Array) return answer
        if (last !== 'absent') last = answer
      }
      return last
    },
  }
}

/** Packages of a scope with a registry of its own, or that are mapped to one, are only there. */
function registriesFor(
  all: readonly PackageRegistry[],
  { path, name = '' }: RegistryDocument,
): PackageRegistry[] {
  if (all.some(({ patterns }) => patterns !== undefined)) return mappedRegistries(all, name)
  const scope = /^\/(@[^/%]+)(?:%2f|\/)/i.exec(path)?.[1]
  const own = all.filter((each) => each.scope !== undefined && each.scope === scope)
  return own.length > 0 ? own : all.filter((each) => each.scope === undefined)
}

async function fetchFrom(
  registry: PackageRegistry,
  { path, accept }: RegistryDocument,
): Promise<RegistryAnswer> {
  const answer = await fetchDocument({ registry, path, accept })
  return answer === 'absent' && isWheelMetadata(path) ? readWheelMetadata(registry, path) : answer
}

/** What a registry names elsewhere is read from its own host and those of the public registry, and by TLS. */
function isReachable(path: string, { url }: PackageRegistry, ecosystem: EcosystemId): boolean {
  if (path.startsWith('/')) return true
  const { host, protocol } = new URL(path)
  const { registryHosts = [] } = ecosystemById(ecosystem)
  return host === new URL(url).host || (protocol === 'https:' && registryHosts.includes(host))
}

/** Maven keeps descriptions under the paths of its repositories. */
async function findDownloaded(
  ecosystem: EcosystemId,
  { path, isFixed }: RegistryDocument,
  environment: Environment,
): Promise<Uint8Array | null> {
  if (ecosystem !== 'maven' || !isFixed) return null
  const file = join(environment['HOME'] || homedir(), '.m2', 'repository', path)
  return readFile(file).then(
    (bytes) => new Uint8Array(bytes),
    () => null,
  )
}

/** Runs so many at once. */
function limiter(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
