import { findLinked } from '../documents/link-statements.ts'
import { parseBomLink } from '../documents/sbom/bom-link.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Component, SbomReferences } from '../inventory.ts'
import { type CpesByProduct, findByCpe } from './cpes-by-product.ts'
import { isInRange } from './version-range.ts'
import type { VexProduct } from './vex-document.ts'

interface Referred {
  references: readonly SbomReferences[]
  cpes: CpesByProduct
  components: readonly Component[]
  isOfProject: boolean
}

/** The components that a BOM-Link, a reference within the project's SBOM or a CPE names. */
export function findReferred(product: VexProduct, referred: Referred): number[] {
  const { references, cpes, components, isOfProject } = referred
  if (product.isRef && !isOfProject) return []
  if (product.isRef || parseBomLink(product.id)) {
    const found = findLinked(references, product.id)
    return Array.isArray(found) ? found.filter((index) => isIn(product, components[index]!)) : []
  }
  return findByCpe(product, cpes).filter((index) => index !== 'root')
}

const isIn = ({ versions }: VexProduct, { ecosystem, version }: Component): boolean =>
  versions === null || isInRange(versions, version, ecosystem === null ? null : ecosystemById(ecosystem))
