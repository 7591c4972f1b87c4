import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems/ecosystems.ts'
import type { Component, DeclaredLicense } from '../inventory.ts'
import type { ReleasesOf } from '../releases/release.ts'
import { releaseOf } from '../releases/usable-releases.ts'
import type { LicenseSource } from '../vocabulary.ts'
import { readDeclared } from './declared.ts'

/** What an account states of a package in place of what documents and registries say. */
export interface LicenseOverride {
  ecosystem: EcosystemId
  /** Normalized by the ecosystem. */
  packageName: string
  /** '*': every version that has no override of its own. */
  version: string
  /** An SPDX expression. */
  license: string
  /** When it was stated; epoch ms. */
  at: number
}

/** Who says which licenses a component has. */
export interface LicenseOrigin {
  /** null: no license is known. */
  source: LicenseSource | null
  /** 'deps.dev', or the host of the registry; null when the source is no registry. */
  registry: string | null
  /** When the registry was asked or the override was made; epoch ms, null for what the documents declare. */
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

/** Chooses the licenses of components: the account's override, else what is declared, else what the registry says. */
export function licenseChooser({ overrides, releasesOf }: Sources): (component: Licensed) => ChosenLicenses {
  const byPackage = Map.groupBy(overrides, ({ ecosystem, packageName }) => `${ecosystem} ${packageName}`)
  const overrideOf = ({ ecosystem: id, name, version }: Licensed) => {
    if (id === null || byPackage.size === 0) return undefined
    const ecosystem = ecosystemById(id)
    const own = byPackage.get(`${id} ${ecosystem.normalizeName(name)}`) ?? []
    return (
      own.find((each) => each.version === version) ??
      own.find((each) => ecosystem.compareVersions(each.version, version) === 0) ??
      own.find((each) => each.version === '*')
    )
  }
  return (component) => {
    const override = overrideOf(component)
    if (override) return stated(override)
    return component.licenses.some(isDeclared)
      ? { licenses: component.licenses, origin: declared }
      : (registered(component, releasesOf) ?? { licenses: component.licenses, origin: unknown })
  }
}

const declared: LicenseOrigin = { source: 'declared', registry: null, at: null }
const unknown: LicenseOrigin = { source: null, registry: null, at: null }

const isDeclared = (license: DeclaredLicense) => readDeclared(license) !== null

const stated = ({ license, at }: LicenseOverride): ChosenLicenses => ({
  licenses: [{ kind: 'expression', value: license }],
  origin: { source: 'override', registry: null, at },
})

/** What the registry says of exactly this version; null when it says nothing. */
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
