import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems.ts'
import { formatPurl } from '../purl.ts'
import { packageOf } from './product-keys.ts'

interface PackageVersion {
  ecosystem: EcosystemId
  name: string
  version: string
}

/** Derives a package URL for a component without one: of the possible splits of its name, the one that parses back. */
export function purlOfPackage({ ecosystem: id, name, version }: PackageVersion): string {
  const ecosystem = ecosystemById(id)
  const key = `${id} ${ecosystem.normalizeName(name)}`
  const splits = [':', '/'].flatMap((separator): [string, string][] => {
    const at = name.lastIndexOf(separator)
    return at > 0 && at < name.length - 1 ? [[name.slice(0, at), name.slice(at + 1)]] : []
  })
  const namespaces = (ecosystem.purlNamespaces ?? []).map((namespace): [string, string] => [namespace, name])
  const whole: [null, string] = [null, name]
  const purls = [...splits, ...namespaces, whole].map(([namespace, last]) =>
    formatPurl({ type: ecosystem.purlType, namespace, name: last, version, qualifiers: {}, subpath: null }),
  )
  return purls.find((purl) => packageOf(purl) === key) ?? purls.at(-1)!
}
