import type { Ecosystem } from '../../ecosystems/ecosystem.ts'
import { ecosystemOfPurl, ecosystems } from '../../ecosystems.ts'
import { formatPurl, parsePurl } from '../../purl.ts'
import type { Listed } from './component-list.ts'
import { listOf, recordOf, textOf } from '../parsers/json-value.ts'

interface Unlisted {
  group: string
  name: string
  version: string
}

/** What an SBOM says about the ecosystem of a component without a package URL. */
export interface EcosystemHints {
  /** As in CycloneDX. */
  properties?: unknown
  /** The only type of package URLs in the document. */
  soleType?: string | null
}

/**
 * The package URL of a component that has none: its group belongs to one ecosystem, as 'org.slf4j' and '@babel' do, or
 * the generator says which one. '' if group, name or ecosystem are not plain.
 */
export function inferPurl({ group, name, version }: Unlisted, hints: EcosystemHints = {}): string {
  const [namespace, last] = group === '' ? splitName(name) : [group, name]
  if (last === '' || version === '' || /\s/.test(namespace + last)) return ''
  const ecosystem =
    ecosystems.find(({ ownsGroup }) => ownsGroup?.(namespace)) ?? ecosystemOfHints(namespace, hints)
  if (!ecosystem) return ''
  const parts = { type: ecosystem.purlType, namespace: namespace || null, name: last, version }
  const purl = formatPurl({ ...parts, qualifiers: {}, subpath: null })
  const parsed = parsePurl(purl)
  return parsed && ecosystemOfPurl(parsed) === ecosystem ? purl : ''
}

/** Makes the inferred package URL, if there is one, that of the component. */
export function addInferred(listed: Listed, purl: string): void {
  if (purl === '') return
  listed.purl = purl
  listed.isInferred = true
}

/** 'org.slf4j:slf4j-api', '@babel/core'. */
function splitName(name: string): [string, string] {
  const at = name.includes(':') ? name.lastIndexOf(':') : name.lastIndexOf('/')
  return at === -1 ? ['', name] : [name.slice(0, at), name.slice(at + 1)]
}

function ecosystemOfHints(
  namespace: string,
  { properties, soleType }: EcosystemHints,
): Ecosystem | undefined {
  const types = listOf(properties).flatMap((each) => {
    const { name, value } = recordOf(each)
    const [, prefix] = /^cdx:([\w.-]+):/.exec(textOf(name)) ?? []
    return prefix ?? (typeProperties.has(textOf(name)) ? textOf(value) : [])
  })
  const told = ecosystems.find(({ sbomTypes = [] }) => types.some((type) => sbomTypes.includes(type)))
  if (told) return namespace === '' && told.needsGroup ? undefined : told
  return namespace === '' || !soleType
    ? undefined
    : ecosystems.find(({ purlType, ownsGroup }) => purlType === soleType && ownsGroup !== undefined)
}

/** In which generators write the kind of a package. */
const typeProperties = new Set(['syft:package:type', 'aquasecurity:trivy:PkgType'])

/** The type of all package URLs of a CycloneDX document; null if there are several. */
export function soleTypeOf(purls: Iterable<string>): string | null {
  const types = new Set<string>()
  for (const purl of purls) {
    const type = /^pkg:\/*([^/]+)\//i.exec(purl)?.[1]?.toLowerCase()
    if (type !== undefined) types.add(type)
    if (types.size > 1) return null
  }
  return [...types][0] ?? null
}

const filePattern =
  /(?:^|\/)[\w.+-]*\.(?:json|lock|lockb|toml|xml|txt|ya?ml|mod|sum|lockfile|resolved|snapshot)$/i

/** A lockfile or another container of packages that generators such as Trivy list as an application. */
export function isContainer({ name, version }: Unlisted, properties: unknown): boolean {
  if (version !== '') return false
  const isOfTrivy = listOf(properties).some((each) =>
    textOf(recordOf(each)['name']).startsWith('aquasecurity:trivy:'),
  )
  return isOfTrivy || filePattern.test(name)
}
