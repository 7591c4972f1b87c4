import { parseCpe } from '../cpe.ts'
import type { SbomReferences } from '../inventory.ts'
import { isInRange } from './version-range.ts'
import type { VexProduct } from './vex-document.ts'

/** The components with a CPE of each vendor and product, with the version in it. */
export type CpesByProduct = ReadonlyMap<
  string,
  readonly { version: string | null; target: number | 'root' }[]
>

export function cpesByProduct(references: readonly SbomReferences[]): CpesByProduct {
  const listed = references.flatMap(({ cpes }) =>
    [...cpes].flatMap(([text, targets]) => {
      const cpe = parseCpe(text)
      return cpe ? targets.map((target) => ({ ...cpe, target })) : []
    }),
  )
  return Map.groupBy(listed, ({ product }) => product)
}

/** The components that a product's CPE names, in one of its versions. */
export function findByCpe({ id, versions }: VexProduct, cpes: CpesByProduct): (number | 'root')[] {
  const stated = parseCpe(id)
  const found = stated ? (cpes.get(stated.product) ?? []) : []
  const targets = found.flatMap(({ version, target }) => {
    const isVersion =
      versions === null
        ? stated!.version === null || stated!.version === version
        : version !== null && isInRange(versions, version, null)
    return isVersion ? [target] : []
  })
  return [...new Set(targets)]
}
