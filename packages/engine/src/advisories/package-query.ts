import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { Component } from '../inventory.ts'
import type { AffectedPackage } from './advisory.ts'

/** A query for a package of an inventory. */
export interface PackageQuery {
  name: string
  version: string
  /** Release of a distribution. */
  release?: string | undefined
}

/** A distribution's package is looked up by name and version of its source package. */
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

/** Whether a record's entry applies to the queried package: by name, and by release or for all releases. */
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
