import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type {
  RegistryAnswer,
  RegistryDocument,
  RegistryFacts,
} from '@assay/engine/resolution/model/registry-facts.ts'
import { readOfResource } from '@assay/engine/resolution/nuget/resource-address.ts'
import type { Egress } from '#platform/egress/egress.ts'
import { type Get, SourceError } from './clients/client.ts'
import { matchesPrefix } from './clients/name-pattern.ts'
import { createPacer, type Endpoint, getFrom } from './registry-http.ts'

/** The registries that are asked, in the order in which they are. Cloneable. */
export interface RegistrySources {
  /** Of packages with these names only; no other registry hears of them. endpoint null: it is off. */
  own: { ecosystem: EcosystemId; prefixes: string[]; endpoint: Endpoint | null }[]
  /** For all other packages. */
  general: { ecosystem: EcosystemId; endpoints: Endpoint[] }[]
  egress: Egress
}

export interface FactLimits {
  /** Time until which registries are asked. */
  budgetMs: number
  requests: number
  bytes: number
}

export interface LimitedFacts extends RegistryFacts {
  /** Why something could not be asked for, as a sentence; null if everything was answered. */
  failure(): string | null
}

const requestsAtOnce = 8
const intervalMs = 100 / requestsAtOnce
const timeoutMs = 20_000
const maxKeptBytes = 64 * 1024 * 1024
const listAgeMs = 60 * 60 * 1_000
/** A registry that could not be reached is left alone for so long. */
const pauseMs = 60_000
/** As is one that failed so often in a row. */
const maxFailures = 3
const maxPaused = 1_000

/** Documents of registries, of all resolutions of this thread; the oldest first. */
const kept = new Map<string, { bytes: Uint8Array; at: number }>()
let keptBytes = 0
/** By base address, until when. */
const paused = new Map<string, number>()

/** Documents of registries, for the resolution of manifests. Beyond the limits, only what is kept can be told. */
export function openRegistryFacts(sources: RegistrySources, limits: FactLimits): LimitedFacts {
  const until = Date.now() + limits.budgetMs
  const left = { requests: limits.requests, bytes: limits.bytes }
  const egress = { ...sources.egress, timeoutMs }
  const turn = createPacer(intervalMs)
  const readers = new Map<Endpoint, Get>()
  /** In a row, since it last answered: a first one is that of a registry that is out of reach. */
  const failures = new Map<Endpoint, number>()
  let failure: string | null = null
  const fail = (reason: string): 'unreachable' => {
    failure ??= reason
    return 'unreachable'
  }
  const readerOf = (endpoint: Endpoint): Get => {
    const validators = { etag: null, lastModified: null }
    const reader = readers.get(endpoint) ?? getFrom(endpoint, { egress, turn, validators })
    readers.set(endpoint, reader)
    return reader
  }
  const ask = async (endpoint: Endpoint, { path, accept }: RegistryDocument): Promise<RegistryAnswer> => {
    const { baseUrl } = endpoint
    const { host } = new URL(baseUrl)
    if (Date.now() > until) return fail('The time for asking registries was over.')
    if ((paused.get(baseUrl) ?? 0) > Date.now()) return fail(`${host} could not be reached.`)
    if (left.requests-- <= 0 || left.bytes <= 0) return fail('It needs more of registries than is asked for.')
    try {
      const response = await readerOf(endpoint)(path, accept === undefined ? {} : { accept })
      failures.set(endpoint, 0)
      if (response.kind !== 'found') return 'absent'
      left.bytes -= response.bytes.length
      return response.bytes
    } catch (error) {
      // The rest is resolved without it.
      if (!(error instanceof SourceError)) throw error
      const inRow = (failures.get(endpoint) ?? maxFailures - 1) + 1
      if (error.concerns !== 'package') failures.set(endpoint, inRow)
      if (error.concerns === 'source' || (error.concerns === 'both' && inRow >= maxFailures)) pause(baseUrl)
      return fail(`${host} could not be reached.`)
    }
  }
  const readFrom = async (endpoint: Endpoint, document: RegistryDocument): Promise<RegistryAnswer> => {
    const key = [endpoint.baseUrl, document.path, document.accept ?? ''].join('\n')
    const found = kept.get(key)
    if (found && (document.isFixed || found.at > Date.now() - listAgeMs)) return found.bytes
    const answer = await ask(endpoint, document)
    if (answer instanceof Uint8Array) keep(key, answer)
    // What was kept of a list is better than nothing.
    return answer === 'unreachable' ? (found?.bytes ?? answer) : answer
  }
  return {
    failure: () => failure,
    async read(ecosystem, document) {
      const endpoints = endpointsOf(sources, ecosystem, document.name)
      if (endpoints.length === 0) return fail(`No registry is set up for ${ecosystemById(ecosystem).name}.`)
      let last: RegistryAnswer = 'absent'
      for (const endpoint of endpoints) {
        const answer = await readOfResource(document, (each) =>
          isReachable(each.path, endpoint, ecosystem) ? readFrom(endpoint, each) : Promise.resolve('absent'),
        )
        if (answer instanceof Uint8Array) return answer
        if (answer === 'unreachable') last = answer
      }
      return last
    },
  }
}

/** The one with the longest prefix of the name, otherwise those for all packages. */
function endpointsOf(
  { own, general }: RegistrySources,
  ecosystem: EcosystemId,
  name: string | undefined,
): Endpoint[] {
  const normalized = name === undefined ? null : ecosystemById(ecosystem).normalizeName(name)
  const matching = own
    .filter((each) => each.ecosystem === ecosystem)
    .flatMap(({ prefixes, endpoint }) => prefixes.map((prefix) => ({ prefix, endpoint })))
    .filter(({ prefix }) => normalized !== null && matchesPrefix([prefix], normalized))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)[0]
  if (matching) return matching.endpoint === null ? [] : [matching.endpoint]
  return general.find((each) => each.ecosystem === ecosystem)?.endpoints ?? []
}

/** What a registry names elsewhere is read from its own host and, by TLS, those of the public registry. */
function isReachable(path: string, { baseUrl }: Endpoint, ecosystem: EcosystemId): boolean {
  if (path.startsWith('/')) return true
  const { host, protocol } = new URL(path)
  const { registryHosts = [] } = ecosystemById(ecosystem)
  return host === new URL(baseUrl).host || (protocol === 'https:' && registryHosts.includes(host))
}

function pause(baseUrl: string): void {
  if (paused.size >= maxPaused) paused.clear()
  paused.set(baseUrl, Date.now() + pauseMs)
}

function keep(key: string, bytes: Uint8Array): void {
  keptBytes -= kept.get(key)?.bytes.length ?? 0
  kept.delete(key)
  kept.set(key, { bytes, at: Date.now() })
  keptBytes += bytes.length
  for (const [oldest, { bytes: dropped }] of kept) {
    if (keptBytes <= maxKeptBytes) break
    kept.delete(oldest)
    keptBytes -= dropped.length
  }
}
