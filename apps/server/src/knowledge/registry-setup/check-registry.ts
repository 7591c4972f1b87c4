import type { RegistryCheck } from '@assay/contract/registries.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { AppContext } from '#context.ts'
import { type ReadResult, SourceError } from '#knowledge/releases/clients/client.ts'
import { clientOf } from '#knowledge/releases/clients/clients.ts'
import { createPacer, getFrom } from '#knowledge/releases/registry-http.ts'
import { egressOf } from '#platform/egress/egress.ts'

interface Check {
  ecosystem: EcosystemId
  url: string
  authorization: string | undefined
  /** As entered. */
  name: string
}

const intervalMs = 100
/** Short, because a user is waiting. */
const timeoutMs = 20_000

/** Queries a registry for one package, as the background jobs do. */
export async function checkRegistry(
  { config }: Pick<AppContext, 'config'>,
  { ecosystem: id, url, authorization, name }: Check,
): Promise<RegistryCheck> {
  const ecosystem = ecosystemById(id)
  const get = getFrom(
    { baseUrl: url, authorization },
    {
      egress: { ...egressOf(config, 'registry'), timeoutMs },
      turn: createPacer(intervalMs),
      validators: { etag: null, lastModified: null },
    },
  )
  const request = {
    ecosystem: id,
    name: ecosystem.normalizeName(name),
    displayName: name,
    versions: [],
    known: [],
  }
  const { host } = new URL(url)
  try {
    return describe(await clientOf(id)!.read(get, request), { id, host, name })
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { outcome: 'failed', message: error.message, versions: 0, newest: null }
  }
}

interface CheckedPackage {
  id: EcosystemId
  host: string
  name: string
}

function describe(result: ReadResult, { id, host, name }: CheckedPackage): RegistryCheck {
  if (result === 'absent' || result === 'unchanged')
    return { outcome: 'absent', message: `${host} does not know ${name}`, versions: 0, newest: null }
  const { isStable, compareVersions } = ecosystemById(id)
  const [newest = null] = result.releases
    .filter(({ version, isYanked }) => !isYanked && isStable(version))
    .map(({ version }) => version)
    .toSorted((a, b) => compareVersions(b, a) ?? 0)
  const count = result.releases.length
  const versions = `${count} ${count === 1 ? 'version' : 'versions'}`
  const message = `${host} lists ${versions} of ${name}${newest === null ? '' : `, the newest is ${newest}`}`
  return { outcome: 'found', message, versions: count, newest }
}
