import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type {
  RegistryAnswer,
  RegistryDocument,
  RegistryFacts,
} from '@assay/engine/resolution/model/registry-facts.ts'
import type { AppContext } from '#context.ts'
import { egressOf } from '#platform/egress/egress.ts'
import { type Get, SourceError } from './clients/client.ts'
import { createPacer, getFrom } from './registry-http.ts'
import { openSources, type ReleaseSource } from './sources.ts'

const requestsAtOnce = 8
const maxKeptBytes = 64 * 1024 * 1024
const listAgeMs = 60 * 60 * 1_000

/** Documents of registries, of all resolutions of this process; the oldest first. */
const kept = new Map<string, { bytes: Uint8Array; at: number }>()
let keptBytes = 0

/**
 * Documents of the registries of the settings, for the resolution of manifests. Without such a registry, and once the
 * time is over, nothing can be told.
 */
export function openRegistryFacts(
  { config }: Pick<AppContext, 'config'>,
  { budgetMs }: { budgetMs: number },
): RegistryFacts {
  const until = Date.now() + budgetMs
  const sources = openSources(config.releases)
  const egress = egressOf(config, 'registry')
  const readers = new Map<EcosystemId, Reader | null>()
  const readerOf = (ecosystem: EcosystemId): Reader | null => {
    const known = readers.get(ecosystem)
    if (known !== undefined) return known
    const source = sources.get(ecosystem)
    const reader = source?.isRegistry ? open(source) : null
    readers.set(ecosystem, reader)
    return reader
  }
  const open = (source: ReleaseSource): Reader => {
    const turn = createPacer(source.intervalMs / requestsAtOnce)
    const validators = { etag: null, lastModified: null }
    return { source, get: getFrom(source.endpoint, { egress, turn, validators }) }
  }
  return {
    async read(ecosystem, document) {
      const reader = readerOf(ecosystem)
      if (reader === null || !isReachable(document.path, reader.source, ecosystem)) return 'unreachable'
      const { baseUrl } = reader.source.endpoint
      const key = [baseUrl, document.path, document.accept ?? ''].join('\n')
      const found = kept.get(key)
      if (found && (document.isFixed || found.at > Date.now() - listAgeMs)) return found.bytes
      if (Date.now() > until) return 'unreachable'
      const answer = await ask(reader.get, document)
      if (answer instanceof Uint8Array) keep(key, answer)
      return answer
    },
  }
}

interface Reader {
  source: ReleaseSource
  get: Get
}

async function ask(get: Get, { path, accept }: RegistryDocument): Promise<RegistryAnswer> {
  try {
    const response = await get(path, accept === undefined ? {} : { accept })
    return response.kind === 'found' ? response.bytes : 'absent'
  } catch (error) {
    // The rest is resolved without it.
    if (error instanceof SourceError) return 'unreachable'
    throw error
  }
}

/** What a registry names elsewhere is read from its own host and those of the public registry. */
function isReachable(path: string, { endpoint }: ReleaseSource, ecosystem: EcosystemId): boolean {
  if (path.startsWith('/')) return true
  const { host } = new URL(path)
  const { registryHosts = [] } = ecosystemById(ecosystem)
  return host === new URL(endpoint.baseUrl).host || registryHosts.includes(host)
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
