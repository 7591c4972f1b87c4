import type { Ecosystem, ReleaseFit } from '../ecosystems/ecosystem.ts'
import type { Component, ComponentOrigin } from '../inventory.ts'
import type { AffectedPackage } from './advisory.ts'

/** A query for a package of an inventory. */
export interface PackageQuery {
  name: string
  version: string
  /** Release of a distribution. */
  release?: string | undefined
  /** Where it was taken from; absent if unknown. */
  origin?: ComponentOrigin | undefined
}

/** A distribution's package is looked up by name and version of its source package. */
export const toQuery = ({
  name,
  version,
  release,
  source,
  origin,
}: Pick<Component, 'name' | 'version' | 'release' | 'source' | 'origin'>): PackageQuery => ({
  name: source?.name ?? name,
  version: source?.version ?? version,
  release,
  ...(origin && { origin }),
})

/** Whether a record's entry applies to the queried package: by name, and by release or for all releases. */
export function appliesTo(ecosystem: Ecosystem, affected: AffectedPackage, query: PackageQuery): boolean {
  if (affected.ecosystem !== ecosystem.id) return false
  if (ecosystem.normalizeName(affected.name) !== ecosystem.normalizeName(query.name)) return false
  const listed = listedRelease(ecosystem, affected)
  return listed === null || fitOf(ecosystem, listed, query) !== null
}

/** The release of a distribution that an entry is for, with the module stream; null for all. */
export function listedRelease(
  { release }: Ecosystem,
  { suffix, stream }: Pick<AffectedPackage, 'suffix' | 'stream'>,
): string | null {
  const name = release && suffix !== '' ? release.fromSuffix(suffix) : null
  return name === null || stream === undefined ? name : `${name}/${stream}`
}

/** How an entry for a release fits the queried package; null if it does not apply. */
export function fitOf(
  ecosystem: Ecosystem,
  listed: string,
  { version, release }: Pick<PackageQuery, 'version' | 'release'>,
): ReleaseFit | null {
  if (release === undefined) return null
  const fit = ecosystem.release?.fit
  return fit ? fit(listed, { release, version }) : listed === release ? 'same' : null
}
