import type { Ecosystem } from '../../ecosystems/ecosystem.ts'
import { ecosystemOfPurl } from '../../ecosystems.ts'
import type { Component } from '../../inventory.ts'
import { type Sureness, sureness } from '../../vocabulary.ts'
import { mergeOrigin } from '../../merge-origin.ts'
import { shortTextOf } from '../parsers/json-value.ts'
import type { Purl } from '../../purl-types.ts'

/** The identity of a component, in its ecosystem's spelling. */
export interface Identity {
  ecosystem: Ecosystem | null
  name: string
  version: string
  /** Release of a distribution; null if absent or unknown. */
  release: string | null
  /** The source package named in a distribution's advisories; null if it is the same or unknown. */
  source: Component['source'] | null
  /** Equal for the same component within a document. */
  key: string
}

/** Identifies a component by its package URL; the document's version applies only if the URL has none, its name to complete a subpath. */
export function identityOfPurl(purl: Purl, documentVersion: string, documentName = ''): Identity {
  const { type, namespace, name, version, qualifiers, subpath } = purl
  const ecosystem = ecosystemOfPurl(purl)
  const plainName = namespace === null ? name : `${namespace}/${name}`
  const versionText = shortTextOf(version ?? documentVersion)
  const packageName = ecosystem ? ecosystem.nameFromPurl(namespace, name) : plainName
  const partName =
    subpath === null ? undefined : ecosystem?.nameFromSubpath?.(packageName, subpath, documentName)
  const fullName = shortTextOf(partName ?? packageName)
  const fullVersion = shortTextOf(
    ecosystem?.versionFromPurl?.(versionText, qualifiers, fullName) ?? versionText,
  )
  // Qualifiers distinguish variants of one version: Maven classifiers, distribution architectures.
  const part = partName === undefined ? subpath : null
  const isPlain = part === null && Object.keys(qualifiers).length === 0
  const rest = isPlain ? '' : JSON.stringify([qualifiers, part])
  return {
    ecosystem,
    name: fullName,
    version: fullVersion,
    release: ecosystem?.release?.fromQualifiers(qualifiers) ?? null,
    source: ecosystem?.sourceFromQualifiers?.(qualifiers, fullVersion) ?? null,
    key: keyOf(ecosystem?.id ?? type, { ecosystem, name: fullName, version: fullVersion }, rest),
  }
}

/** Identifies a component that has no package URL. */
export function identityOfName(name: string, version: string, ecosystem: Ecosystem | null = null): Identity {
  const key = keyOf(ecosystem?.id ?? '', { ecosystem, name, version }, '')
  return { ecosystem, name, version, release: null, source: null, key }
}

/** Merges another listing of the same package version into a component; finishComponent must follow. */
export function mergeComponent(into: Component, from: Component): void {
  mergeOrigin(into, from)
  into.purl ??= from.purl
  if (into.scope === 'test') into.scope = from.scope
  if (from.isDirect !== null) into.isDirect = into.isDirect === true || from.isDirect
  if (into.licenses.length === 0) into.licenses = from.licenses
  if (from.copyright !== undefined) into.copyright ??= from.copyright
  if (!from.isOptional) delete into.isOptional
  if (from.hashes) into.hashes ??= from.hashes
  if (from.references) into.references ??= from.references
  if (from.ancestors) into.ancestors ??= from.ancestors
  if (from.release !== undefined) into.release ??= from.release
  if (from.source !== undefined) into.source ??= from.source
  if (from.deprecated !== undefined) into.deprecated ??= from.deprecated
  if (from.layer) into.layer ??= from.layer
  if (from.evidence) into.evidence ??= from.evidence
  if (from.sureness) into.sureness = surest(into.sureness, from.sureness)
  if (from.requirements) (into.requirements ??= []).push(...from.requirements)
  for (const index of from.requiredBy) into.requiredBy.push(index)
  for (const location of from.locations) into.locations.push(location)
}

const surest = (one: Sureness | undefined, other: Sureness): Sureness =>
  one === undefined || sureness.indexOf(other) < sureness.indexOf(one) ? other : one

/** Distinguishes what is not from a registry: it need not have the contents of a registry's package of its version. */
export const originKey = ({ origin }: Component): string =>
  origin === undefined || origin.kind.endsWith('-registry') ? '' : origin.kind

/** Removes duplicates left by merging; once per component, so that many repetitions stay linear. */
export function finishComponent(component: Component): void {
  if (component.requiredBy.length > 1) component.requiredBy = [...new Set(component.requiredBy)]
  if (component.locations.length > 1) component.locations = [...new Set(component.locations)]
}

function keyOf(
  kind: string,
  { ecosystem, name, version }: Pick<Identity, 'ecosystem' | 'name' | 'version'>,
  rest: string,
): string {
  return `${kind}\n${ecosystem?.normalizeName(name) ?? name}\n${version}\n${rest}`
}
