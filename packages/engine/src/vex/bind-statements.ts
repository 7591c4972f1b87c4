import type { Component, Inventory, VexStatement } from '../inventory.ts'
import { cpesByProduct } from './cpes-by-product.ts'
import { findReferred } from './find-referred.ts'
import { isSubject, type ProjectProduct } from './is-subject.ts'
import { isVersionOf } from './is-version-of.ts'
import { packageOf, packageOfComponent } from './product-keys.ts'
import { asSourcePackage, sourceOf } from './source-packages.ts'
import type { ProductStatement, VexProduct } from './vex-document.ts'

/** A stored VEX statement of a project or account. */
export interface StoredStatement extends ProductStatement {
  documentUuid: string
  author: string
  /** Whether its document belongs to this project: such statements precede the account's. */
  isOfProject: boolean
}

/** The statements that apply to components of the inventory; those on the whole project apply to all. */
export function bindStatements(
  statements: readonly StoredStatement[],
  inventory: Pick<Inventory, 'components' | 'root' | 'references'>,
  project: ProjectProduct | null = null,
): VexStatement[] {
  if (statements.length === 0) return []
  const bindOne = binderOf(inventory, project)
  return statements.flatMap((statement) => bindOne(statement) ?? [])
}

/** Binds one statement after the other to what the inventory contains; null if it applies to nothing. */
export function binderOf(
  { components, root, references = [] }: Pick<Inventory, 'components' | 'root' | 'references'>,
  project: ProjectProduct | null,
): (statement: StoredStatement) => VexStatement | null {
  const findBinary = finderIn(components)
  const findBuilt = finderIn(components.map(sourceOf))
  const cpes = cpesByProduct(references)
  const subject = { root, references, cpes, project }
  return ({ product, subcomponent, isOfProject, documentUuid, author, at, ...assessment }) => {
    const find = (part: VexProduct): number[] => {
      const source = asSourcePackage(part)
      if (source) return findBuilt(source)
      return /^pkg:/i.test(part.id)
        ? findBinary(part)
        : findReferred(part, { references, cpes, components, isOfProject })
    }
    const isProject = (whole: VexProduct): boolean => isSubject(whole, { ...subject, isOfProject })
    const bound = bind({ product, subcomponent }, { components, find, isProject })
    const source = { documentUuid, author, at, isOfProject }
    return bound && { ...pickAssessment(assessment), components: bound, source }
  }
}

function finderIn(components: readonly Component[]): (product: VexProduct) => number[] {
  const byPackage = Map.groupBy(components.keys(), (index) => packageOfComponent(components[index]!))
  return (product) =>
    (byPackage.get(packageOf(product.id)) ?? []).filter((index) => isVersionOf(product, components[index]!))
}

const pickAssessment = ({ ids, status, justification, detail }: Omit<VexStatement, 'components'>) => ({
  ids,
  status,
  justification,
  detail,
})

interface Binding {
  components: readonly Component[]
  find(product: VexProduct): number[]
  isProject(product: VexProduct): boolean
}

/** Indexes of components, empty for all; null if the statement applies to nothing here. */
function bind(
  { product, subcomponent }: Pick<ProductStatement, 'product' | 'subcomponent'>,
  { components, find, isProject }: Binding,
): number[] | null {
  const found = find(subcomponent ?? product)
  if (isProject(product)) return subcomponent === null ? [] : nullIfEmpty(found)
  if (subcomponent === null) return nullIfEmpty(found)
  const wholes = new Set(find(product))
  // Another package may use the same component in an affected way.
  return nullIfEmpty(found.filter((index) => wholes.size > 0 && isRequiredOnlyBy(components, index, wholes)))
}

const nullIfEmpty = (indexes: number[]) => (indexes.length === 0 ? null : indexes)

/** Search limit for deep graphs, after which a component counts as required by others, too. */
const maxVisited = 1_000

/** Whether every dependency path to a component leads through one of the given ones; false without a graph. */
function isRequiredOnlyBy(
  components: readonly Component[],
  index: number,
  wholes: ReadonlySet<number>,
): boolean {
  const visited = new Set([index])
  for (const at of visited) {
    if (wholes.has(at)) continue
    const { isDirect, requiredBy } = components[at]!
    if (isDirect !== false || requiredBy.length === 0) return false
    for (const by of requiredBy) visited.add(by)
    if (visited.size > maxVisited) return false
  }
  return true
}
