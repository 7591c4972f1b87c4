import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { Component } from '../inventory.ts'
import type { AffectedPackage } from './advisory.ts'

/** What an index is asked about a package of an inventory. */
export interface PackageQuery {
  name: string
  version: string
  /** Of a distribution. */
  release?: string | undefined
}

/** A distribution's package is asked about under the name and version of the source that it was built from. */
export const toQuery = ({
  name,
  version,
  release,
  source,
}: Pick<Component, 'name' | 'version' | 'release' | 'source'>): PackageQuery => ({
  name: source?.name ?? name,
  version: source?.version ?? version,
  release,
})

/** Whether what a record says of a package is about the one asked for: its name, and its release or all of them. */
export function appliesTo(
  ecosystem: Ecosystem,
  affected: Pick<AffectedPackage, 'ecosystem' | 'name' | 'suffix'>,
  { name, release }: Pick<PackageQuery, 'name' | 'release'>,
): boolean {
  if (affected.ecosystem !== ecosystem.id) return false
  if (ecosystem.normalizeName(affected.name) !== ecosystem.normalizeName(name)) return false
  const meant = ecosystem.release?.fromSuffix(affected.suffix) ?? null
  return meant === null || meant === release
}
