import { packageKey } from '../keys.ts'
import { overrideOf } from './override-of.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Component, DeclaredLicense } from '../inventory.ts'
import type { ReleasesOf } from '../releases/release.ts'
import { releaseOf } from '../releases/usable-releases.ts'
import type { LicenseSource } from '../vocabulary.ts'
import { isDeclared } from './declared.ts'

/** An account's override of a package's licenses. */
export interface LicenseOverride {
  ecosystem: EcosystemId
  /** Normalized by the ecosystem. */
  packageName: string
  /** '*' applies to every version without its own override. */
  version: string
  /** An SPDX expression. */
  license: string
  /** When it was set; epoch ms. */
  at: number
}

/** The source of a component's licenses. */
export interface LicenseOrigin {
  /** null if no license is known. */
  source: LicenseSource | null
  /** 'deps.dev', or the host of the registry; null for other sources. */
  registry: string | null
  /** When the registry was queried or the override was made; epoch ms, null for declared licenses. */
  at: number | null
}

export interface ChosenLicenses {
  licenses: readonly DeclaredLicense[]
  origin: LicenseOrigin
}

type Licensed = Pick<Component, 'ecosystem' | 'name' | 'version' | 'licenses'>

interface Sources {
  overrides: readonly LicenseOverride[]
  releasesOf: ReleasesOf
}

/** Chooses the licenses of components: from an override, the document or the registry, in this order. */
export function licenseChooser({ overrides, releasesOf }: Sources): (component: Licensed) => ChosenLicenses {
  const byPackage = Map.groupBy(overrides, ({ ecosystem, packageName }) => packageKey(ecosystem, packageName))
  const findOverride = ({ ecosystem: id, name, version }: Licensed) => {
    if (id === null || byPackage.size === 0) return undefined
    const ecosystem = ecosystemById(id)
    const own = byPackage.get(packageKey(id, ecosystem.normalizeName(name))) ?? []
    return overrideOf(own, { ecosystem, version })
  }
  return (component) => {
    const override = findOverride(component)
    if (override) return stated(override)
    return component.licenses.some(isDeclared)
      ? { licenses: component.licenses, origin: declared }
      : (registered(component, releasesOf) ?? { licenses: component.licenses, origin: unknown })
  }
}

const declared: LicenseOrigin = { source: 'declared', registry: null, at: null }
const unknown: LicenseOrigin = { source: null, registry: null, at: null }

const stated = ({ license, at }: LicenseOverride): ChosenLicenses => ({
  licenses: [{ kind: 'expression', value: license }],
  origin: { source: 'override', registry: null, at },
})

/** The registry's license for exactly this version; null if unknown. */
function registered(
  { ecosystem: id, name, version }: Licensed,
  releasesOf: ReleasesOf,
): ChosenLicenses | null {
  if (id === null) return null
  const ecosystem = ecosystemById(id)
  const known = releasesOf(id, ecosystem.normalizeName(name))
  const texts = (known && releaseOf(ecosystem, known, version)?.licenses) ?? []
  const licenses = texts.map((value): DeclaredLicense => ({ kind: 'expression', value })).filter(isDeclared)
  if (!known || licenses.length === 0) return null
  return { licenses, origin: { source: 'registry', registry: known.source, at: known.checkedAt } }
}
