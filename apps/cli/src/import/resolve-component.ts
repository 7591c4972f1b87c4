import { packageKey } from '@assay/engine/keys.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import { purlOfName } from '@assay/engine/purl-of-name.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import type { Api } from '../api.ts'

/** A package under an advisory, as this server names them. */
export interface Resolved {
  advisoryUuid: string
  ecosystem: Ecosystem
  packageName: string
  purl: string
}

interface Named {
  ids: readonly string[]
  name: string
  version: string
}

export type Resolve = (named: Named) => Promise<Resolved | { why: string }>

/**
 * Which package a finding is about. DefectDojo does not say of which ecosystem a component is; the advisory does, since it
 * names the packages that it is about.
 */
export function componentResolver(api: Api): Resolve {
  const known = new Map<string, Promise<Advisory | null>>()
  const lookUp = (id: string) => {
    const found = known.get(id) ?? readAdvisory(api, id)
    known.set(id, found)
    return found
  }
  return async ({ ids, name, version }) => {
    for (const id of ids) {
      const advisory = await lookUp(id)
      if (!advisory) continue
      const [one, ...more] = packagesNamed(advisory, name)
      if (!one) return { why: `${id} is about no package of this name here` }
      if (more.length > 0) return { why: `packages of this name in several ecosystems have ${id}` }
      if (one.ecosystem.release)
        return { why: 'the release of the distribution is not known: scan the image instead' }
      const purl = purlOfName({ ecosystem: one.ecosystem.id, name: one.packageName, version })
      return { ...one, advisoryUuid: advisory.uuid, purl }
    }
    return { why: `${ids.join(', ')} is not known here` }
  }
}

interface Advisory {
  uuid: string
  packages: { ecosystem: Ecosystem; packageName: string }[]
}

async function readAdvisory(api: Api, id: string): Promise<Advisory | null> {
  try {
    const { uuid, affected } = await api.vulnerabilities.get({ params: { id } })
    const packages = affected.flatMap(({ ecosystem: name, package: packageName }) => {
      const ecosystem = ecosystems.find((each) => each.id === name || each.osvName === name)
      return ecosystem ? [{ ecosystem, packageName }] : []
    })
    return { uuid, packages }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

/** By its name, or by the last part of it, which some scanners report alone. Copies of distributions come last. */
function packagesNamed({ packages }: Advisory, name: string): Advisory['packages'] {
  const isSame = ({ ecosystem, packageName }: Advisory['packages'][number]) =>
    ecosystem.normalizeName(packageName) === ecosystem.normalizeName(name)
  const isPart = ({ packageName }: { packageName: string }) =>
    packageName.split(/[:/]/).at(-1)!.toLowerCase() === name.split(/[:/]/).at(-1)!.toLowerCase()
  const same = packages.filter(isSame)
  const found = same.length > 0 ? same : packages.filter(isPart)
  const own = found.filter(({ ecosystem }) => ecosystem.repackages !== true && !ecosystem.release)
  const chosen = own.length > 0 ? own : found
  return [...new Map(chosen.map((each) => [packageKey(each.ecosystem.id, each.packageName), each])).values()]
}
