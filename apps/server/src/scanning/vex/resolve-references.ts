import { findLinked } from '@assay/engine/documents/link-statements.ts'
import { cpesByProduct, findByCpe } from '@assay/engine/vex/cpes-by-product.ts'
import { purlOfPackage } from '@assay/engine/vex/purl-of-package.ts'
import { readAll, type UnreadDocument } from '#scanning/builds/reading/read-all.ts'

export interface ResolveCall {
  documents: UnreadDocument[]
  /** BOM-Links, references within an SBOM, and CPEs. */
  references: string[]
}

/** A component's package URL, or null for all that the documents describe. */
export type Resolved = [reference: string, purl: string | null][]

/** Runs in a worker. References that the documents do not have are left out. */
export function resolveReferences({ documents, references }: ResolveCall): Resolved {
  const { inventory } = readAll(documents)
  const known = inventory?.references ?? []
  const cpes = cpesByProduct(known)
  return references.flatMap((reference): Resolved => {
    const [target] = findByCpe({ id: reference, versions: null }, cpes)
    const found = target === undefined ? findLinked(known, reference) : target === 'root' ? 'all' : [target]
    if (found === 'all') return [[reference, null]]
    const component = inventory?.components[found?.[0] ?? -1]
    if (!component) return []
    const { ecosystem, purl, name, version } = component
    if (purl !== null) return [[reference, purl]]
    return ecosystem === null ? [] : [[reference, purlOfPackage({ ecosystem, name, version })]]
  })
}
