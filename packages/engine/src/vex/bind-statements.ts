import { identityOfPurl } from '../documents/components/identity.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Component, Inventory, VexStatement } from '../inventory.ts'
import { ownProperty } from '../own-property.ts'
import { parsePurl } from '../purl.ts'
import { isRequiredOnlyBy } from './required-only-by.ts'
import { asSourcePackage, sourceOf } from './source-packages.ts'
import { isInRange } from './version-range.ts'
import type { ProductStatement, VexProduct } from './vex-document.ts'

/** A stored VEX statement of a project or account. */
export interface StoredStatement extends ProductStatement {
  documentUuid: string
  author: string
  /** Whether its document belongs to this project: such statements precede the account's. */
  isOfProject: boolean
}

/** Identifiers of the project itself as a product. */
export type ProductIds = readonly string[]

/** The package of a product id, normalized: 'npm lodash'. For anything but package URLs, the id itself. */
export function packageOf(id: string): string {
  const purl = parsePurl(id)
  if (!purl) return id
  const { ecosystem, name } = identityOfPurl(purl, '')
  return ecosystem ? `${ecosystem.id} ${ecosystem.normalizeName(name)}` : `pkg:${purl.type}/${name}`
}

/** The same for a component; null if its package is unknown. */
function packageOfComponent({ ecosystem, name, purl }: Pick<Component, 'ecosystem' | 'name' | 'purl'>) {
  if (ecosystem !== null) return `${ecosystem} ${ecosystemById(ecosystem).normalizeName(name)}`
  return purl === null ? null : packageOf(purl)
}

/** The packages whose statements may apply to the inventory or its subject. */
export function packagesOf({ components, root }: Pick<Inventory, 'components' | 'root'>): Set<string> {
  const all = [...components, ...components.map(sourceOf)]
  const packages = all.map(packageOfComponent).filter((each) => each !== null)
  return new Set(root?.purl ? [...packages, packageOf(root.purl)] : packages)
}

/** The statements that apply to components of the inventory; those on the whole project apply to all. */
export function bindStatements(
  statements: readonly StoredStatement[],
  { components, root }: Pick<Inventory, 'components' | 'root'>,
  productIds: ProductIds = [],
): VexStatement[] {
  if (statements.length === 0) return []
  const findBinary = finderIn(components)
  const findBuilt = finderIn(components.map(sourceOf))
  const find = (product: VexProduct): number[] => {
    const source = asSourcePackage(product)
    return source ? findBuilt(source) : findBinary(product)
  }
  const isProject = (product: VexProduct): boolean =>
    productIds.includes(product.id) || (root !== null && root.purl !== null && isRoot(product, root))
  return statements.flatMap(
    ({ product, subcomponent, isOfProject, documentUuid, author, at, ...assessment }) => {
      const bound = bind({ product, subcomponent }, { components, find, isProject })
      const source = { documentUuid, author, at, isOfProject }
      return bound === null ? [] : [{ ...pickAssessment(assessment), components: bound, source }]
    },
  )
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

/** Whether a component of the product's package is one of the product's versions. */
function isVersionOf({ id, versions }: VexProduct, component: Component): boolean {
  const purl = parsePurl(id)
  if (!purl) return false
  const ecosystem = component.ecosystem === null ? null : ecosystemById(component.ecosystem)
  const { version, release } = identityOfPurl(purl, '')
  if (versions !== null && !isInRange(versions, component.version, ecosystem)) return false
  if (version !== '' && !isSameVersion(version, component)) return false
  if (release !== null && release !== component.release) return false
  const own = component.purl === null ? null : parsePurl(component.purl)
  // A statement on a part of a package, such as a folder of a Go module, does not apply to the rest.
  if (purl.subpath !== null && purl.subpath !== own?.subpath) return false
  return Object.entries(purl.qualifiers).every(
    ([name, value]) => isComparedSeparately(name) || ownProperty(own?.qualifiers ?? {}, name) === value,
  )
}

/** Release and epoch of distribution packages are compared separately. */
const isComparedSeparately = (qualifier: string): boolean => qualifier === 'distro' || qualifier === 'epoch'

function isSameVersion(version: string, component: Component): boolean {
  if (version === component.version) return true
  if (component.ecosystem === null) return false
  return ecosystemById(component.ecosystem).compareVersions(version, component.version) === 0
}

function isRoot(product: VexProduct, root: NonNullable<Inventory['root']>): boolean {
  const purl = root.purl === null ? null : parsePurl(root.purl)
  if (!purl || packageOf(product.id) !== packageOf(root.purl!)) return false
  const { ecosystem, name, version, release } = identityOfPurl(purl, root.version)
  const asComponent = {
    ecosystem: ecosystem?.id ?? null,
    name,
    version,
    ...(release !== null && { release }),
    purl: root.purl,
  } as Component
  return isVersionOf(product, asComponent)
}
