import { formatPurl } from '../../../purl.ts'
import type { FoundPackage } from '../../model/cataloger.ts'
import { nameOf } from '../../trees/tree.ts'
import type { Manifest } from './jar-metadata.ts'
import { readJarName, stemOf } from './jar-names.ts'
import { knownGroup } from './known-groups.ts'

/**
 * What a jar without a trace of Maven is called, by its file name and manifest. Its group is a guess if they leave one
 * possibility; otherwise it is unknown: of two packages with one artifact, only one is right. null without a version.
 */
export function guessPackage(path: string, manifest: Manifest): FoundPackage | null {
  const named = readJarName(nameOf(path))
  const version =
    named?.version ?? manifest.get('implementation-version') ?? manifest.get('bundle-version') ?? ''
  if (version === '') return null
  const name = named?.artifact ?? titleOf(manifest) ?? stemOf(nameOf(path))
  const group = knownGroup(name, manifest) ?? groupOf(name, manifest)
  const type = group === null ? 'generic' : 'maven'
  const purl = formatPurl({ type, namespace: group, name, version, qualifiers: {}, subpath: null })
  return { purl, sureness: 'guessed', places: [{ path }] }
}

/** Titles for people have blanks. */
const titleOf = (manifest: Manifest): string | undefined => {
  const title = manifest.get('implementation-title') ?? ''
  return /^[A-Za-z][\w.-]*$/.test(title) && !title.includes(':') ? title : undefined
}

/** 'org.example' */
const reversedDomain = /^[a-z][a-z\d_-]*(?:\.[a-z\d_-]+)+$/

function groupOf(artifact: string, manifest: Manifest): string | null {
  // Maven's own archiver writes the group there.
  const vendor = manifest.get('implementation-vendor-id') ?? ''
  const symbolic = (manifest.get('bundle-symbolicname') ?? '').split(';', 1)[0]!.trim()
  const module = manifest.get('automatic-module-name') ?? ''
  const possible = new Set([symbolic, module].flatMap((name) => groupsOf(name, artifact)))
  if ((possible.has(vendor) || possible.size === 0) && isGroup(vendor, artifact)) return vendor
  // Those of Apache's first years are their own groups: commons-chain, commons-digester.
  if (vendor === 'org.apache' && /^commons-[a-z]+$/.test(artifact)) return artifact
  const [only, ...more] = possible
  return only !== undefined && more.length === 0 ? only : null
}

/** Old archives have the organization there, which is not the group: 'org.apache' of org.apache.velocity:velocity. */
const isGroup = (vendor: string, artifact: string): boolean =>
  reversedDomain.test(vendor) &&
  (vendor.split('.').length > 2 || artifact.split('-').some((word) => vendor.split('.').includes(word)))

/**
 * The groups from which the plugin for bundles makes a name: group and artifact, where a word that both have at their
 * border is not repeated. https://felix.apache.org/documentation/subprojects/apache-felix-maven-bundle-plugin-bnd.html
 */
function groupsOf(name: string, artifact: string): string[] {
  if (!reversedDomain.test(name)) return []
  const groups: string[] = []
  if (name.endsWith(`.${artifact}`)) {
    groups.push(name.slice(0, -artifact.length - 1))
    // The group may end with the artifact's name.
    if (!artifact.includes('-')) groups.push(name)
  }
  const parts = name.split('.')
  for (let count = 2; count < parts.length; count++)
    if (artifact === `${parts[count - 1]}-${parts.slice(count).join('-')}`)
      groups.push(parts.slice(0, count).join('.'))
  return groups.filter((group) => reversedDomain.test(group))
}
