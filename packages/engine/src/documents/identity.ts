import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import { ecosystemOfPurl } from '../ecosystems/ecosystems.ts'
import type { Component } from '../inventory.ts'
import { shortTextOf } from './parsers/json-value.ts'
import type { Purl } from '../purl-types.ts'

/** Which package version a component is, in its ecosystem's spelling. */
export interface Identity {
  ecosystem: Ecosystem | null
  name: string
  version: string
  /** Of a distribution; null when it has none or it is not told. */
  release: string | null
  /** The source package that a distribution's advisories name; null when it is itself or not told. */
  source: Component['source'] | null
  /** Equal for what is one component of a document. */
  key: string
}

/** What a package URL names; the version that its document gives counts only when the URL holds none. */
export function identityOfPurl(purl: Purl, documentVersion: string): Identity {
  const { type, namespace, name, version, qualifiers, subpath } = purl
  const ecosystem = ecosystemOfPurl(purl)
  const plainName = namespace === null ? name : `${namespace}/${name}`
  const given = shortTextOf(version ?? documentVersion)
  const fullName = shortTextOf(ecosystem ? ecosystem.nameFromPurl(namespace, name) : plainName)
  const fullVersion = shortTextOf(ecosystem?.versionFromPurl?.(given, qualifiers, fullName) ?? given)
  const identity = {
    ecosystem,
    name: fullName,
    version: fullVersion,
    release: ecosystem?.release?.fromQualifiers(qualifiers) ?? null,
    source: ecosystem?.sourceFromQualifiers?.(qualifiers, fullVersion) ?? null,
  }
  // Qualifiers tell apart what one version consists of: Maven's classifiers, a distribution's architectures.
  const isPlain = subpath === null && Object.keys(qualifiers).length === 0
  const rest = isPlain ? '' : JSON.stringify([qualifiers, subpath])
  return { ...identity, key: keyOf(ecosystem?.id ?? type, identity, rest) }
}

/** What a document names without a package URL. */
export function identityOfName(name: string, version: string, ecosystem: Ecosystem | null = null): Identity {
  const identity = { ecosystem, name, version, release: null, source: null }
  return { ...identity, key: keyOf(ecosystem?.id ?? '', identity, '') }
}

/** Adds to a component what another listing of the same package version says; finishComponent must follow. */
export function mergeComponent(into: Component, from: Component): void {
  into.purl ??= from.purl
  if (into.scope === 'test') into.scope = from.scope
  if (from.isDirect !== null) into.isDirect = into.isDirect === true || from.isDirect
  if (into.licenses.length === 0) into.licenses = from.licenses
  if (from.copyright !== undefined) into.copyright ??= from.copyright
  if (!from.isOptional) delete into.isOptional
  if (from.hashes) into.hashes ??= from.hashes
  if (from.release !== undefined) into.release ??= from.release
  if (from.source !== undefined) into.source ??= from.source
  if (from.deprecated !== undefined) into.deprecated ??= from.deprecated
  for (const index of from.requiredBy) into.requiredBy.push(index)
  for (const location of from.locations) into.locations.push(location)
}

/** Drops what merging listed twice; once for each component, so that many repetitions stay linear. */
export function finishComponent(component: Component): void {
  if (component.requiredBy.length > 1) component.requiredBy = [...new Set(component.requiredBy)]
  if (component.locations.length > 1) component.locations = [...new Set(component.locations)]
}

function keyOf(kind: string, { ecosystem, name, version }: Omit<Identity, 'key'>, rest: string): string {
  return `${kind}\n${ecosystem?.normalizeName(name) ?? name}\n${version}\n${rest}`
}
