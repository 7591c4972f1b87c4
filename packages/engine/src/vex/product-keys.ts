import { parseCpe } from '../cpe.ts'
import { identityOfPurl } from '../documents/components/identity.ts'
import { parseBomLink, documentOfLink } from '../documents/sbom/bom-link.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Component, Inventory, SbomReferences } from '../inventory.ts'
import { parsePurl } from '../purl.ts'
import { sourceOf } from './source-packages.ts'
import type { VexProduct } from './vex-document.ts'

/** The package of a product id, normalized: 'npm lodash'. For anything but package URLs, the id itself. */
export function packageOf(id: string): string {
  const purl = parsePurl(id)
  if (!purl) return id
  const { ecosystem, name } = identityOfPurl(purl, '')
  return ecosystem ? `${ecosystem.id} ${ecosystem.normalizeName(name)}` : `pkg:${purl.type}/${name}`
}

/** The same for a component; null if its package is unknown. */
export function packageOfComponent({
  ecosystem,
  name,
  purl,
}: Pick<Component, 'ecosystem' | 'name' | 'purl'>) {
  if (ecosystem !== null) return `${ecosystem} ${ecosystemById(ecosystem).normalizeName(name)}`
  return purl === null ? null : packageOf(purl)
}

/** By what the statements on a product are found: its package, name, CPE or document. */
export function keyOfProduct({ id, name, isRef }: VexProduct): string {
  if (isRef) return refKey
  if (/^pkg:/i.test(id)) return packageOf(id)
  const link = parseBomLink(id)
  if (link) return documentOfLink(link)
  const cpe = parseCpe(id)
  if (cpe) return cpeKey(cpe.product)
  return name === undefined ? id : nameKey(name)
}

const refKey = 'bom-ref'
const cpeKey = (product: string): string => `cpe ${product}`
export const nameKey = (name: string): string => `name ${name.toLowerCase()}`

/** The keys of products that the inventory contains or is about. */
export function keysOfInventory(
  inventory: Pick<Inventory, 'components' | 'root' | 'references'>,
): Set<string> {
  const { components, references = [] } = inventory
  const all = [...components, ...components.map(sourceOf)]
  const packages = all.map(packageOfComponent).filter((each) => each !== null)
  const cpes = references.flatMap((each) => [...each.cpes.keys()])
  return new Set([
    ...packages,
    ...keysOfSubject(inventory),
    ...cpes.flatMap((cpe) => keyOfCpe(cpe) ?? []),
    ...(references.length > 0 ? [refKey] : []),
  ])
}

/** Those of what it is about: its root component and its documents. */
export function keysOfSubject({ root, references = [] }: Pick<Inventory, 'root' | 'references'>): string[] {
  const cpes = references.flatMap((each) => [...each.cpes].filter(([, targets]) => targets.includes('root')))
  return [
    ...(root === null ? [] : [nameKey(root.name)]),
    ...(root?.purl ? [packageOf(root.purl)] : []),
    ...cpes.flatMap(([cpe]) => keyOfCpe(cpe) ?? []),
    ...references.flatMap(documentsOf),
  ]
}

const documentsOf = ({ serial, version }: SbomReferences): string[] =>
  serial === null ? [] : [documentOfLink({ serial, version })]

function keyOfCpe(text: string): string | null {
  const cpe = parseCpe(text)
  return cpe && cpeKey(cpe.product)
}
