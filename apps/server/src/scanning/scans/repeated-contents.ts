import { isCounted } from '@assay/engine/lifetimes/counts.ts'
import type { FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import { documentsOf } from '@assay/engine/lifetimes/scanned-documents.ts'
import type { RuleResult } from '@assay/engine/policies/rule.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { asStored } from '#platform/database/json-text.ts'
import { listRuleResults } from '#scanning/rules/result-store.ts'
import { keyOf } from './content-patch.ts'
import type { ScanContent } from './content-store.ts'
import { listImages } from './image-store.ts'
import type { Recorded } from './recorded.ts'

type Scanned = Pick<Recorded, 'branch' | 'result' | 'coverage' | 'ruleResults'>

export const contentOf = ({ result, coverage }: Pick<Recorded, 'result' | 'coverage'>): ScanContent => ({
  files: result.inventory.files,
  documents: documentsOf(result.inventory),
  issues: result.issues,
  excluded: excludedOf(result.findings),
  gaps: coverage.gaps,
})

/** Listed in reports but not counted. */
export const excludedOf = (findings: FoundFinding[]) => findings.filter((finding) => !isCounted(finding))

/** The content of the branch's last scan for each scan that repeats it with its image and rule results, else null. */
export async function repeatedContents(
  tx: Tx,
  scope: Scope,
  all: readonly Scanned[],
): Promise<(string | null)[]> {
  const alike = all.filter(hasSameContent)
  const uuids = alike.map(({ branch }) => branch.last!.uuid)
  const results = await listRuleResults(tx, scope, uuids)
  const images = await listImages(tx, scope, uuids)
  const isRepeated = ({ branch: { last }, ruleResults, result: { inventory } }: Scanned) =>
    isDeepStrictEqual(
      (results.get(last!.uuid) ?? []).map(orderedHits),
      (asStored(ruleResults) as RuleResult[]).map(orderedHits),
    ) && isDeepStrictEqual(images.get(last!.uuid) ?? null, asStored(inventory.image ?? null))
  const repeated = new Set(alike.filter(isRepeated))
  return all.map((each) => (repeated.has(each) ? each.branch.last!.contentUuid : null))
}

function hasSameContent(scanned: Scanned): boolean {
  const { last } = scanned.branch
  if (!last?.contentUuid) return false
  const { files, documents, issues, excluded, contentGaps: gaps } = last
  const before = { files, documents, issues, excluded, gaps }
  const now = asStored(contentOf(scanned)) as Lists
  // Most are in the same order, which is compared in a fraction of the time.
  return isDeepStrictEqual(before, now) || isDeepStrictEqual(ordered(before), ordered(now))
}

type Lists = Record<keyof ScanContent, unknown>

/** Documents list their components in any order, and what is said of these follows it. */
const ordered = ({ files, documents, issues, excluded, gaps }: Lists) => ({
  files,
  documents,
  lists: [issues, excluded, gaps].map((list) => inOrder(list as unknown[])),
})

const orderedHits = (result: RuleResult) => ({ ...result, hits: inOrder(result.hits) })

const inOrder = (list: readonly unknown[]) => list.map(keyOf).toSorted()
