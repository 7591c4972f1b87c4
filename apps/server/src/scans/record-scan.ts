import { ecosystemById } from '@assay/engine/ecosystems/ecosystems.ts'
import { isCounted } from '@assay/engine/lifetimes/counts.ts'
import type { Comparison, FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import type { ScanResult } from '@assay/engine/scan-result.ts'
import { randomUUID } from 'node:crypto'
import { raiseRevision } from '../accounts/store.ts'
import type { Scope } from '../auth/scope.ts'
import { type BuildRow, updateBuild } from '../builds/store.ts'
import type { Tx } from '../database/database.ts'
import { componentRows } from './component-rows.ts'
import { endComponents, insertComponents, listComponentDigests } from './component-store.ts'
import {
  endFindings,
  factsKey,
  insertFindings,
  type KnownFinding,
  updateFinding,
  type VersionSpan,
} from './finding-store.ts'
import { insertScan, type LockedBranch } from './store.ts'

interface Recorded {
  build: BuildRow
  branch: LockedBranch
  result: ScanResult
  /** Epoch ms. */
  now: number
  indexVersions: Record<string, number>
}

/** Everything that a scan leaves behind, in the caller's transaction. */
export async function recordScan(tx: Tx, scope: Scope, recorded: Recorded): Promise<void> {
  const { build, branch, result, now, indexVersions } = recorded
  const number = branch.lastNumber + 1
  const at = new Date(now)
  const uuid = randomUUID()
  await recordFindings(tx, scope, { ...recorded, number, at })
  await recordComponents(tx, scope, { branch, result, number })
  const counts = countFindings(branch, result.comparison)
  await insertScan(tx, scope, {
    ...{ uuid, branchUuid: branch.uuid, projectUuid: branch.projectUuid, buildUuid: build.uuid, number, at },
    ...{
      scores: result.scores,
      penalties: result.scores.penalties,
      formulaVersion: result.scores.formulaVersion,
    },
    ...{ outcome: result.outcome, componentCount: result.inventory.components.length },
    ...{ languages: languagesOf(result), files: result.inventory.files, ...counts },
    ...{ issues: result.issues, excluded: excludedOf(result.findings), indexVersions },
  })
  await updateBuild(tx, scope, { uuid: build.uuid, state: 'success', scanUuid: uuid, at })
  // Last, because every scan of the account waits for this row.
  await raiseRevision(tx, scope)
}

function countFindings({ last }: LockedBranch, { opened, continued, ended }: Comparison) {
  const mitigationCount = ended.filter(({ kind }) => kind === 'upgraded' || kind === 'removed').length
  const vulnerabilityCount = opened.length + continued.length
  return {
    vulnerabilityCount,
    vulnerabilityDelta: vulnerabilityCount - last.vulnerabilityCount,
    identifiedCount: opened.length,
    mitigationCount,
    identifiedTotal: last.identifiedTotal + opened.length,
    addressedTotal: last.addressedTotal + mitigationCount,
  }
}

const languagesOf = ({ inventory }: ScanResult): string[] => {
  const ids = new Set(inventory.components.map(({ ecosystem }) => ecosystem).filter((id) => id !== null))
  return [...ids].map((id) => ecosystemById(id).languages[0]).sort()
}

/** Listed in reports, counted nowhere. */
const excludedOf = (findings: FoundFinding[]) => findings.filter((finding) => !isCounted(finding))

async function recordFindings(
  tx: Tx,
  scope: Scope,
  { branch, result, number, at }: Recorded & { number: number; at: Date },
): Promise<void> {
  const { opened, continued, ended } = result.comparison
  // Before the new ones: a lifetime that ends makes room for the next of the same key.
  await endFindings(tx, scope, { ended, number, at })
  for (const { finding, found } of continued) {
    const known = finding as KnownFinding
    const spans = continueSpans(known.spans, found, number)
    if (factsKey(found) === known.facts && JSON.stringify(spans) === JSON.stringify(known.spans)) continue
    await updateFinding(tx, scope, { uuid: known.uuid, found, spans })
  }
  const { uuid: branchUuid, projectUuid } = branch
  const rows = opened.map((found) => ({ uuid: randomUUID(), branchUuid, projectUuid, number, at, found }))
  await insertFindings(tx, scope, rows)
}

/** Versions that are still there go on, with what is known of them today; others end; new ones begin. */
export function continueSpans(spans: VersionSpan[], found: FoundFinding, number: number): VersionSpan[] {
  const current = new Map(found.versions.map((version) => [version.version, version]))
  const kept = spans.map((span) => {
    const now = span.to === null ? current.get(span.version) : undefined
    if (span.to !== null) return span
    current.delete(span.version)
    return now ? { ...now, from: span.from, to: null } : { ...span, to: number }
  })
  return [...kept, ...[...current.values()].map((version) => ({ ...version, from: number, to: null }))]
}

async function recordComponents(
  tx: Tx,
  scope: Scope,
  { branch, result, number }: Pick<Recorded, 'branch' | 'result'> & { number: number },
): Promise<void> {
  const rows = componentRows(result)
  const known = await listComponentDigests(tx, scope, branch.uuid)
  const current = new Set(rows.map(({ digest }) => digest))
  const digests = [...known].filter((digest) => !current.has(digest))
  await endComponents(tx, scope, { branchUuid: branch.uuid, number, digests })
  await insertComponents(tx, scope, {
    ...{ branchUuid: branch.uuid, number },
    rows: rows.filter(({ digest }) => !known.has(digest)),
  })
}
