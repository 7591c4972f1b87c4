import type { DefectDojo } from './defectdojo-client.ts'
import {
  branchOfEngagement,
  type DojoEngagement,
  type DojoFinding,
  type DojoProduct,
  type DojoTest,
  stateOf,
  vulnerabilityIdsOf,
} from './defectdojo-objects.ts'
import { inParallel } from './in-parallel.ts'
import type { Resolve, Resolved } from './resolve-component.ts'
import type { Tally } from './tally.ts'

/** A finding about a package, as both servers know it. */
export interface DojoPackageFinding {
  finding: DojoFinding
  resolved: Resolved
}

/** What becomes a branch: engagements of a product with the same branch. */
export interface DojoBranch {
  branch: string
  /** Epoch ms of its newest report; null if it is not known. */
  at: number | null
  findings: DojoPackageFinding[]
  mitigated: DojoPackageFinding[]
}

export interface DojoProject {
  product: DojoProduct
  branches: DojoBranch[]
}

/** Everything that is about packages; the rest is counted, product by product. */
export async function readDojo(from: DefectDojo, resolve: Resolve, tally: Tally): Promise<DojoProject[]> {
  const [products, allEngagements, allTests, findings] = await Promise.all([
    from.list<DojoProduct>('products'),
    from.list<DojoEngagement>('engagements'),
    from.list<DojoTest>('tests'),
    from.list<DojoFinding>('findings'),
  ])
  const engagements = byId(allEngagements)
  const tests = byId(allTests)
  const placed = findings.flatMap((finding): Placed[] => {
    const test = tests.get(finding.test)
    const engagement = test && engagements.get(test.engagement)
    return engagement ? [{ finding, test, engagement }] : []
  })
  const ofProduct = Map.groupBy(placed, ({ engagement }) => engagement.product)
  const projects = await inParallel(products, async (product) => ({
    product,
    branches: await readBranches(ofProduct.get(product.id) ?? [], { product, resolve, tally }),
  }))
  return projects.filter(({ branches }) => branches.length > 0)
}

interface Placed {
  finding: DojoFinding
  test: DojoTest
  engagement: DojoEngagement
}

async function readBranches(
  placed: readonly Placed[],
  { product, resolve, tally }: { product: DojoProduct; resolve: Resolve; tally: Tally },
): Promise<DojoBranch[]> {
  const branches = new Map<string, DojoBranch>()
  const others = new Map<string, number>()
  for (const { finding, test, engagement } of placed) {
    const why = whySkipped(finding)
    if (why !== null) {
      others.set(why, (others.get(why) ?? 0) + 1)
      continue
    }
    const named = { name: finding.component_name!, version: finding.component_version! }
    const resolved = await resolve({ ...named, ids: vulnerabilityIdsOf(finding) })
    if ('why' in resolved) {
      tally.leftOut.push({ what, name: `${product.name}: ${finding.title}`, why: resolved.why })
      continue
    }
    const name = branchOfEngagement(engagement)
    const branch = branches.get(name) ?? { branch: name, at: null, findings: [], mitigated: [] }
    branch.at = newest(branch.at, test.updated ?? finding.date)
    const isMitigated = stateOf(finding) === 'mitigated'
    branch[isMitigated ? 'mitigated' : 'findings'].push({ finding, resolved })
    branches.set(name, branch)
  }
  for (const [why, count] of others)
    tally.leftOut.push({ what, name: product.name, why: `${count} ${count === 1 ? 'is' : 'are'} ${why}` })
  return [...branches.values()]
}

const what = 'Findings'

function whySkipped(finding: DojoFinding): string | null {
  const state = stateOf(finding)
  if (state === 'mitigated' && !((timeOf(finding.date) ?? Infinity) < (timeOf(finding.mitigated) ?? 0)))
    return 'mitigated, without the days on which they began and ended'
  if (state === 'duplicate') return 'marked as duplicates of others'
  const isOfPackage =
    finding.component_name && finding.component_version && vulnerabilityIdsOf(finding).length > 0
  return isOfPackage ? null : 'about something else than a package in a version'
}

const byId = <Item extends { id: number }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]))

function newest(known: number | null, text: string | null | undefined): number | null {
  const at = timeOf(text)
  return at === null ? known : Math.max(known ?? at, at)
}

/** Epoch ms. */
export function timeOf(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}
