import { ecosystems } from '@assay/engine/ecosystems.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { openAuthorization } from '#knowledge/registries/credentials.ts'
import { listRegistries } from '#knowledge/registries/store.ts'
import { egressOf } from '#platform/egress/egress.ts'
import type { RegistrySources } from './registry-facts.ts'
import type { Endpoint } from './registry-http.ts'

/**
 * The registries of an account, for the packages that it names; for all others those of the settings or, unless the
 * operator wants no requests to public services, the public ones. null if none may be asked.
 */
export async function registrySourcesOf(
  { config, db, vault }: Pick<AppContext, 'config' | 'db' | 'vault'>,
  scope: Scope,
): Promise<RegistrySources | null> {
  const { releases } = config
  if (!releases) return null
  const isPublicAsked = releases.depsDevUrl !== undefined
  const own = (await listRegistries(db, scope)).flatMap(({ ecosystem, prefixes, url, enabled, ...row }) => {
    const known = ecosystems.find(({ id }) => id === ecosystem)
    if (!known) return []
    const key = { accountUuid: scope.accountUuid, uuid: row.uuid }
    const open = () => endpointOf(url, openAuthorization(vault, key, row.credentials))
    return [{ ecosystem: known.id, prefixes, endpoint: enabled ? open() : null }]
  })
  const general = ecosystems.flatMap(({ id, registryUrls = [] }) => {
    const set = releases.registries.find(({ ecosystem }) => ecosystem === id)
    if (set) return [{ ecosystem: id, endpoints: [endpointOf(set.url, set.authorization)] }]
    return isPublicAsked ? [{ ecosystem: id, endpoints: registryUrls.map((url) => endpointOf(url)) }] : []
  })
  return own.length + general.length === 0 ? null : { own, general, egress: egressOf(config, 'registry') }
}

/** Lists of Python packages are in the folder 'simple' of an index, which is the address that pip is set up with. */
const endpointOf = (url: string, authorization?: string): Endpoint => ({
  baseUrl: url.replace(/\/simple$/, ''),
  authorization,
})
