import { listOf, recordOf, shortTextOf, textOf } from '../documents/parsers/json-value.ts'
import { productOf, type StatementTarget } from './statement-log.ts'
import type { VexProduct } from './vex-document.ts'

/** Products of a CSAF document that have a package URL. */
export interface ProductTree {
  byId: ReadonlyMap<string, StatementTarget[]>
  /** The products of each group, by its id. */
  groups: ReadonlyMap<string, readonly string[]>
}

/** Deeper branches are skipped, because parsing is recursive. */
const maxDepth = 100

/** https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html#322-product-tree-property */
export function readProductTree(tree: Record<string, unknown>): ProductTree {
  const named = new Map<string, VexProduct[]>()
  for (const product of listOf(tree['full_product_names'])) addProduct(named, product, null)
  addBranches(named, tree['branches'], 0)
  const byId = new Map<string, StatementTarget[]>(
    [...named].map(([id, products]) => [id, products.map((product) => ({ product, subcomponent: null }))]),
  )
  for (const each of listOf(tree['relationships'])) {
    const { product_reference: part, relates_to_product_reference: whole, ...rest } = recordOf(each)
    const id = textOf(recordOf(rest['full_product_name'])['product_id'])
    const products = named.get(textOf(whole)) ?? []
    // Each has one package URL, or a few in CSAF 2.1, so their product stays small.
    const subcomponents = (named.get(textOf(part)) ?? []).slice(0, maxPurls)
    const targets = products
      .slice(0, maxPurls)
      .flatMap((product) => subcomponents.map((subcomponent) => ({ product, subcomponent })))
    if (id !== '' && targets.length > 0) byId.set(id, targets)
  }
  return { byId, groups: readGroups(tree['product_groups']) }
}

const maxPurls = 20

function addBranches(named: Map<string, VexProduct[]>, branches: unknown, depth: number): void {
  if (depth > maxDepth) return
  for (const each of listOf(branches)) {
    const branch = recordOf(each)
    const isRange = textOf(branch['category']) === 'product_version_range'
    addProduct(named, branch['product'], isRange ? shortTextOf(branch['name']) : null)
    addBranches(named, branch['branches'], depth + 1)
  }
}

/** CSAF 2.0 has one package URL, 2.1 a list. */
function addProduct(named: Map<string, VexProduct[]>, product: unknown, versions: string | null): void {
  const members = recordOf(product)
  const id = textOf(members['product_id'])
  const helper = recordOf(members['product_identification_helper'])
  const purls = [helper['purl'], ...listOf(helper['purls'])].flatMap(
    (purl) => productOf([purl], versions) ?? [],
  )
  if (id !== '' && purls.length > 0) named.set(id, purls.slice(0, maxPurls))
}

function readGroups(list: unknown): Map<string, readonly string[]> {
  return new Map(
    listOf(list).map((each) => {
      const group = recordOf(each)
      return [textOf(group['group_id']), listOf(group['product_ids']).map(textOf)]
    }),
  )
}
