import { identityOfPurl } from '../documents/components/identity.ts'
import { findLinked } from '../documents/link-statements.ts'
import { parseBomLink } from '../documents/sbom/bom-link.ts'
import type { Component, Inventory } from '../inventory.ts'
import { parsePurl } from '../purl.ts'
import { type CpesByProduct, findByCpe } from './cpes-by-product.ts'
import { isVersionOf } from './is-version-of.ts'
import { packageOf } from './product-keys.ts'
import { isInRange } from './version-range.ts'
import type { VexProduct } from './vex-document.ts'

/** The project itself as a product. */
export interface ProjectProduct {
  /** IRIs. */
  ids: readonly string[]
  name: string
}

interface Subject extends Required<Pick<Inventory, 'root' | 'references'>> {
  cpes: CpesByProduct
  project: ProjectProduct | null
  /** Whether the document was added for this project: a name alone is enough then. */
  isOfProject: boolean
}

/** Whether the product is the project, or what its SBOM describes. */
export function isSubject(product: VexProduct, subject: Subject): boolean {
  const { root, references, cpes, project, isOfProject } = subject
  if (product.isRef || parseBomLink(product.id))
    return (isOfProject || !product.isRef) && findLinked(references, product.id) === 'all'
  if (project?.ids.includes(product.id)) return true
  if (root?.purl && isRoot(product, { ...root, purl: root.purl })) return true
  return findByCpe(product, cpes).includes('root') || isNamed(product, subject)
}

/** Other products may have the same name, so a document for all projects has to name the version as well. */
function isNamed({ name, versions }: VexProduct, { root, project, isOfProject }: Subject): boolean {
  if (name === undefined) return false
  const isName = (known: string) => known.toLowerCase() === name.toLowerCase()
  if (root && isName(root.name)) {
    if (versions !== null && root.version !== '') return isInRange(versions, root.version, null)
    return isOfProject
  }
  return isOfProject && project !== null && isName(project.name)
}

function isRoot(product: VexProduct, root: { version: string; purl: string }): boolean {
  const purl = parsePurl(root.purl)
  if (!purl || packageOf(product.id) !== packageOf(root.purl)) return false
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
