import { ecosystemById } from '../../ecosystems.ts'
import { mergeInfrastructure } from '../../infrastructure/infrastructure.ts'
import type { Component, Inventory, Requirement, SbomReferences, VexStatement } from '../../inventory.ts'
import { finishComponent, identityOfName, mergeComponent, originKey } from './identity.ts'

/** Merges inventories: the same package version in two files is one component with both locations. */
export function mergeInventories(inventories: readonly Inventory[]): Inventory {
  const [first, ...more] = inventories
  if (first && more.length === 0) return first
  const components: Component[] = []
  const indexes = new Map<string, number>()
  const references: SbomReferences[] = []
  const vex = inventories.flatMap((inventory) => {
    const rebased = addComponents(inventory.components, components, indexes)
    for (const each of inventory.references ?? []) references.push(rebaseReferences(each, rebased))
    return (inventory.vex ?? []).flatMap((statement) => rebaseStatement(statement, rebased))
  })
  for (const component of components) finishComponent(component)
  const infrastructure = inventories
    .map((inventory) => inventory.infrastructure)
    .filter((each) => each !== undefined)
  const documents = inventories.flatMap((inventory) => inventory.documents ?? [])
  const exclusions = inventories.flatMap((inventory) => inventory.exclusions ?? [])
  const rules = inventories.flatMap((inventory) => inventory.rules ?? [])
  const policies = inventories.flatMap((inventory) => inventory.policies ?? [])
  const image = inventories.find((inventory) => inventory.image)?.image
  const usage = inventories.find((inventory) => inventory.usage)?.usage
  const linkedVex = inventories.flatMap((inventory) => inventory.linkedVex ?? [])
  const runtimes = inventories.flatMap((inventory) => inventory.runtimes ?? [])
  return {
    formats: [...new Set(inventories.flatMap(({ formats }) => formats))],
    files: [...new Set(inventories.flatMap(({ files }) => files))],
    ...(documents.length > 0 && { documents }),
    root: inventories.find(({ root }) => root !== null)?.root ?? null,
    components,
    ...(image && { image }),
    ...(usage && { usage }),
    ...(vex.length > 0 && { vex }),
    ...(linkedVex.length > 0 && { linkedVex }),
    ...(references.length > 0 && { references }),
    ...(exclusions.length > 0 && { exclusions }),
    ...(rules.length > 0 && { rules }),
    ...(policies.length > 0 && { policies }),
    ...(runtimes.length > 0 && { runtimes }),
    ...(infrastructure.length > 0 && { infrastructure: mergeInfrastructure(infrastructure) }),
    issues: inventories.flatMap(({ issues }) => issues),
  }
}

/** A statement on all components applies to all components of its own document. */
function rebaseStatement(statement: VexStatement, rebased: readonly number[]): VexStatement[] {
  const named = statement.components.map((index) => rebased[index]!)
  const components = [...new Set(named.length === 0 ? rebased : named)]
  return components.length === 0 ? [] : [{ ...statement, components }]
}

function rebaseReferences(references: SbomReferences, rebased: readonly number[]): SbomReferences {
  const rebase = (target: number | 'root') => (target === 'root' ? target : rebased[target]!)
  return {
    ...references,
    refs: new Map(references.refs.entries().map(([ref, target]) => [ref, rebase(target)])),
    cpes: new Map(references.cpes.entries().map(([cpe, targets]) => [cpe, targets.map(rebase)])),
  }
}

/** Returns the new index of each added component. */
function addComponents(
  added: readonly Component[],
  components: Component[],
  indexes: Map<string, number>,
): number[] {
  const seen = new Map<string, number>()
  const rebased = added.map((component) => indexFor(keyOf(component, seen), indexes))
  for (const [at, component] of added.entries()) {
    const requiredBy = component.requiredBy
      .map((index) => rebased[index])
      .filter((index) => index !== undefined)
    const copy: Component = { ...component, requiredBy, locations: [...component.locations] }
    if (component.requirements)
      copy.requirements = component.requirements.map((each) => rebaseRequirement(each, rebased))
    const known = components[rebased[at] ?? components.length]
    if (known) mergeComponent(known, copy)
    else components.push(copy)
  }
  return rebased
}

const rebaseRequirement = (requirement: Requirement, rebased: readonly number[]): Requirement =>
  requirement.by === null ? requirement : { ...requirement, by: rebased[requirement.by] ?? null }

function indexFor(key: string, indexes: Map<string, number>): number {
  const index = indexes.get(key) ?? indexes.size
  indexes.set(key, index)
  return index
}

/**
 * Variants that one document lists separately stay separate: the second variant of a version is merged with the second
 * one of other documents.
 */
function keyOf(component: Component, seen: Map<string, number>): string {
  const { ecosystem, name, version, release = '', purl } = component
  const known = ecosystem === null ? null : ecosystemById(ecosystem)
  const kind = known === null ? (purl?.split(/[?#]/, 1)[0] ?? '') : ''
  const { key } = identityOfName(name, version, known)
  const base = `${kind}${key}${release}\n${originKey(component)}\n`
  const count = (seen.get(base) ?? 0) + 1
  seen.set(base, count)
  return `${base}${count}`
}
