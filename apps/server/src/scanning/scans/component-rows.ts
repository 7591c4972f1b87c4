import { toQuery } from '@assay/engine/advisories/package-query.ts'
import { ecosystemById } from '@assay/engine/ecosystems/ecosystems.ts'
import type { Component } from '@assay/engine/inventory.ts'
import type { ComponentAge, ScanResult } from '@assay/engine/scan-result.ts'
import { createHash } from 'node:crypto'
import type { ComponentRow } from './component-store.ts'

/** The result's components as rows, each with the digest of all that it says: equal ones are one row. */
export function componentRows({ inventory, licenses, outdated, ages, warnings }: ScanResult): ComponentRow[] {
  const { components } = inventory
  const newer = new Map(outdated.map((each) => [each.component, each]))
  const reasons = Map.groupBy(warnings, (each) => each.component)
  const rows = new Map<string, ComponentRow>()
  for (const [index, component] of components.entries()) {
    const verdict = licenses[index]
    const latest = newer.get(index)
    const content = {
      ...identity(component),
      requiredBy: requirers(component, components),
      locations: component.locations.toSorted(),
      licenses: verdict?.licenses ?? [],
      violations: verdict?.violations ?? [],
      latestPatch: latest?.latestPatch ?? null,
      latestMinor: latest?.latestMinor ?? null,
      latestMajor: latest?.latestMajor ?? null,
      stability: (reasons.get(index) ?? []).map(({ reason }) => clean(reason)),
    }
    const age = ages[index] ?? unknownAge
    // Only what is known counts, so that rows from before ages were stored stay as they are.
    const told = JSON.stringify(age.hasKnownReleases ? { ...content, libyears: age.libyears } : content)
    const digest = createHash('sha256').update(told).digest('hex').slice(0, 32)
    rows.set(digest, { ...content, ...age, digest })
  }
  return [...rows.values()]
}

const unknownAge: ComponentAge = { hasKnownReleases: false, libyears: null }

const clean = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()

function identity(component: Component) {
  const { ecosystem, name, version, purl, scope, isDirect } = component
  // As advisories know it: a new advisory finds by it the branches to scan again.
  const packageName =
    ecosystem === null ? name : ecosystemById(ecosystem).normalizeName(toQuery(component).name)
  return {
    ecosystem,
    packageName: clean(packageName),
    name: clean(name),
    version: clean(version),
    purl: purl === null ? null : clean(purl),
    scope,
    isDirect,
  }
}

/** A package can be required from thousands of places; nobody reads more than this. */
const maxRequirers = 100

const requirers = ({ requiredBy }: Component, components: Component[]): string[] =>
  requiredBy
    .slice(0, maxRequirers)
    .map((index) => components[index])
    .filter((each) => each !== undefined)
    .map(({ name, version }) => `${name}@${version}`)
    .sort()
