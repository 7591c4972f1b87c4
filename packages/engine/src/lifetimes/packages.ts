import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import { isOrdered } from '../ecosystems/unordered-version.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Component, Inventory } from '../inventory.ts'
import { packageKey } from '../keys.ts'

/** All components of an inventory that belong to one package. */
export interface InventoryPackage {
  ecosystem: Ecosystem
  /** Normalized by the ecosystem's rule. */
  name: string
  /** As written in the inventory; the first in code point order if there are several spellings. */
  displayName: string
  components: Component[]
}

/** The packages of an inventory by packageKey, without components of unknown ecosystems. */
export function groupPackages(inventory: Inventory): Map<string, InventoryPackage> {
  const packages = new Map<string, InventoryPackage>()
  for (const component of inventory.components) {
    if (component.ecosystem === null) continue
    const ecosystem = ecosystemById(component.ecosystem)
    const name = ecosystem.normalizeName(component.name)
    const key = packageKey(ecosystem.id, name)
    const known = packages.get(key)
    if (!known) {
      packages.set(key, { ecosystem, name, displayName: component.name, components: [component] })
      continue
    }
    known.components.push(component)
    if (component.name < known.displayName) known.displayName = component.name
  }
  return packages
}

/** Whether the ecosystem can parse the version, unlike '' or 'latest'. */
export function isVersion(ecosystem: Ecosystem, version: string): boolean {
  return isOrdered(ecosystem, version)
}

/** A total order: by version, then spelling; invalid versions last, by spelling. */
export function versionOrder(ecosystem: Ecosystem): (a: string, b: string) => number {
  return (a, b) =>
    Number(!isVersion(ecosystem, a)) - Number(!isVersion(ecosystem, b)) ||
    (ecosystem.compareVersions(a, b) ?? 0) ||
    compareText(a, b)
}

/** Compares by code unit, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
