import { listOf, recordOf, shortTextOf, textOf } from '../documents/parsers/json-value.ts'
import { parsePurl } from '../purl.ts'
import { isOfDistributor, packageOfPlatform, type Platform, platformOf } from './csaf-platforms.ts'
import { productOf, rangeOfVersion, type StatementTarget } from './statement-log.ts'
import type { VexProduct } from './vex-document.ts'

/** Products of a CSAF document, by package URL, CPE or name. */
export interface ProductTree {
  byId: ReadonlyMap<string, StatementTarget[]>
  /** The products of each group, by its id. */
  groups: ReadonlyMap<string, readonly string[]>
}

/** Deeper branches are skipped, because parsing is recursive. */
const maxDepth = 100

/** https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html#322-product-tree-property */
export function readProductTree(tree: Record<string, unknown>): ProductTree {
  const tables: Tables = { named: new Map(), platforms: new Map() }
  for (const product of listOf(tree['full_product_names']))
    addProduct(tables, product, { versions: null, name: '' })
  addBranches(tables, tree['branches'], { depth: 0, versions: null, name: '' })
  const { named, platforms } = tables
  const byId = new Map<string, StatementTarget[]>(
    [...named].map(([id, products]) => [id, products.map((product) => ({ product, subcomponent: null }))]),
  )
  for (const relationship of listOf(tree['relationships'])) {
    const { product_reference: part, relates_to_product_reference: whole, ...rest } = recordOf(relationship)
    const id = textOf(recordOf(rest['full_product_name'])['product_id'])
    const products = named.get(textOf(whole)) ?? []
    // Each has one package URL, or a few in CSAF 2.1, so their product stays small.
    const subcomponents = (named.get(textOf(part)) ?? []).slice(0, maxPurls)
    const platform = platforms.get(textOf(whole))
    const targets = platform
      ? subcomponents.flatMap((product) => packageOfPlatform(product, platform) ?? [])
      : products
          .slice(0, maxPurls)
          .flatMap((product) => subcomponents.map((subcomponent) => ({ product, subcomponent })))
    if (id !== '' && targets.length > 0) byId.set(id, targets)
  }
  return { byId, groups: readGroups(tree['product_groups']) }
}

const maxPurls = 20

interface Tables {
  named: Map<string, VexProduct[]>
  /** Distributions, which have a CPE only. */
  platforms: Map<string, Platform>
}

interface BranchLevel {
  depth: number
  /** From the parent branches. */
  versions: Versions | null
  /** Of the product; '' if no branch says it. */
  name: string
}

interface Versions {
  /** As in the document; Red Hat's branch without a version has the name of the package. */
  name: string
  range: string
  /** Of a single version, which a package URL may contain in another spelling. */
  isSingle: boolean
}

function addBranches(tables: Tables, branches: unknown, level: BranchLevel): void {
  if (level.depth > maxDepth) return
  for (const each of listOf(branches)) {
    const branch = recordOf(each)
    const versions = versionsOf(branch) ?? level.versions
    const isProduct = textOf(branch['category']) === 'product_name'
    const name = isProduct ? shortTextOf(branch['name']) : level.name
    addProduct(tables, branch['product'], { versions, name })
    addBranches(tables, branch['branches'], { depth: level.depth + 1, versions, name })
  }
}

function versionsOf(branch: Record<string, unknown>): Versions | null {
  const category = textOf(branch['category'])
  const name = shortTextOf(branch['name'])
  if (category === 'product_version_range') return { name, range: name, isSingle: false }
  if (category !== 'product_version' || name === '') return null
  return { name, range: rangeOfVersion(name)!, isSingle: true }
}

/** CSAF 2.0 has one package URL, 2.1 a list. */
function addProduct({ named, platforms }: Tables, product: unknown, level: Omit<BranchLevel, 'depth'>): void {
  const { versions } = level
  const members = recordOf(product)
  const id = textOf(members['product_id'])
  const helper = recordOf(members['product_identification_helper'])
  const purls = [helper['purl'], ...listOf(helper['purls'])].flatMap((purl) => {
    const { version = null, name } = parsePurl(textOf(purl)) ?? {}
    const isTold = versions?.isSingle && (version !== null || versions.name === name)
    return productOf([purl], isTold ? null : (versions?.range ?? null)) ?? []
  })
  if (id === '') return
  if (purls.length > 0) return void named.set(id, purls.slice(0, maxPurls))
  const cpe = textOf(helper['cpe'])
  const platform = platformOf(cpe)
  if (platform) platforms.set(id, platform)
  else if (!isOfDistributor(cpe)) {
    const name = level.name || shortTextOf(members['name'])
    const product = productOf([cpe, name], versions?.range ?? null)
    if (product) named.set(id, [name === '' ? product : { ...product, name }])
  }
}

function readGroups(list: unknown): Map<string, readonly string[]> {
  return new Map(
    listOf(list).map((item) => {
      const group = recordOf(item)
      return [textOf(group['group_id']), listOf(group['product_ids']).map(textOf)]
    }),
  )
}
