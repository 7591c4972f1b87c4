import { applyPolicies, type EvaluatedResult } from '@assay/engine/infrastructure/apply-policies.ts'
import { carryOver } from '@assay/engine/infrastructure/carry-over.ts'
import { compareResults } from '@assay/engine/infrastructure/compare-results.ts'
import {
  type Infrastructure,
  type InfrastructureResult,
  resultKey,
} from '@assay/engine/infrastructure/infrastructure.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { throwNotFound } from '#platform/http/problem.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Scope } from '#auth/scope.ts'
import { findProject } from '#projects/project-store.ts'
import {
  endResults,
  findLast,
  insertInfrastructureScan,
  insertResults,
  type KnownResult,
  type LastInfrastructureScan,
  listOpenResults,
  readIntroductions,
  updateResults,
} from './finding-store.ts'
import { addPolicies, findPolicies } from './store.ts'

interface InfrastructureOf {
  build: { uuid: string; projectUuid: string; branchUuid: string }
  infrastructure: Infrastructure
  issues: Issue[]
  /** Epoch ms. */
  now: number
}

/** Records an infrastructure scan with its findings. The caller holds the branch lock. */
export async function recordInfrastructure(
  tx: Tx,
  scope: Scope,
  { build, infrastructure, issues, now }: InfrastructureOf,
): Promise<void> {
  const omitted = await addPolicies(tx, scope, infrastructure.rules)
  const stored = await readKnown(tx, scope, build.branchUuid)
  const outcome = await compare(tx, scope, { ...build, infrastructure, known: stored, now })
  await keep(tx, scope, {
    ...outcome,
    ...build,
    buildUuid: build.uuid,
    tools: [...new Set(infrastructure.runs.map(({ tool }) => tool))].sort(),
    issues: omitted === 0 ? issues : [...issues, noRoom(omitted)],
  })
}

/** Re-evaluates known results after a policy change. Records nothing if nothing changes. The caller holds the branch lock. */
export async function reevaluate(
  tx: Tx,
  scope: Scope,
  { projectUuid, branchUuid, now }: { projectUuid: string; branchUuid: string; now: number },
): Promise<void> {
  const stored = await readKnown(tx, scope, branchUuid)
  const { last } = stored
  if (!last || !(await findProject(tx, scope, projectUuid))) return
  const infrastructure = { rules: [], results: [], runs: [] }
  const outcome = await compare(tx, scope, { projectUuid, infrastructure, known: stored, now })
  if (isUnchanged(outcome, last)) return
  const { tools, issues } = last
  await keep(tx, scope, { ...outcome, projectUuid, branchUuid, buildUuid: null, tools, issues })
}

type Comparison = ReturnType<typeof compareResults<KnownResult>>

interface PreviousState {
  last: LastInfrastructureScan | undefined
  open: KnownResult[]
}

const readKnown = async (tx: Tx, scope: Scope, branchUuid: string): Promise<PreviousState> => ({
  last: await findLast(tx, scope, branchUuid),
  open: await listOpenResults(tx, scope, branchUuid),
})

interface Outcome extends Comparison {
  number: number
  at: Date
  excluded: EvaluatedResult[]
  /** Opened ones that the last scan excluded. */
  returned: EvaluatedResult[]
}

async function compare(
  tx: Tx,
  scope: Scope,
  {
    projectUuid,
    infrastructure,
    known: { last, open },
    now: requestedAt,
  }: { projectUuid: string; infrastructure: Infrastructure; known: PreviousState; now: number },
): Promise<Outcome> {
  const project = (await findProject(tx, scope, projectUuid)) ?? throwNotFound('project')
  const before = [...open, ...(last?.excluded ?? [])].map(asFound)
  const results = [...infrastructure.results, ...carryOver(before, infrastructure)]
  const policies = await findPolicies(
    tx,
    scope,
    results.map(({ sysid }) => sysid),
  )
  const found = applyPolicies(results, policies, project.tags)
  const now = Math.max(requestedAt, (last?.scannedAt ?? 0) + 1)
  const comparison = compareResults({ open, found, runs: infrastructure.runs, now })
  const excludedBefore = new Set(last?.excluded.map(resultKey))
  return {
    ...comparison,
    returned: comparison.opened.filter((each) => excludedBefore.has(resultKey(each))),
    number: (last?.number ?? 0) + 1,
    at: new Date(now),
    excluded: found.filter(({ excluded }) => excluded !== null),
  }
}

/** The severity reported by the scanner. */
const asFound = (result: KnownResult | EvaluatedResult): InfrastructureResult => ({
  sysid: result.sysid,
  tool: result.tool,
  path: result.path,
  fingerprint: result.fingerprint,
  line: result.line,
  message: result.message,
  severity: result.scannerSeverity,
  suppression: result.suppression,
  document: result.document,
})

const isUnchanged = (
  { opened, ended, continued, excluded }: Outcome,
  last: LastInfrastructureScan,
): boolean =>
  opened.length === 0 &&
  ended.length === 0 &&
  continued.every(({ finding, found }) => finding.severity === found.severity) &&
  isDeepStrictEqual(excluded, last.excluded)

interface StoredOutcome extends Outcome {
  projectUuid: string
  branchUuid: string
  buildUuid: string | null
  tools: string[]
  issues: Issue[]
}

async function keep(
  tx: Tx,
  scope: Scope,
  { opened, returned, continued, ended, excluded, number, at, ...of }: StoredOutcome,
): Promise<void> {
  const { projectUuid, branchUuid, buildUuid, tools, issues } = of
  await endResults(tx, scope, { number, at, ended })
  await updateResults(tx, scope, continued)
  const introductions = await readIntroductions(tx, scope, { branchUuid, results: returned })
  await insertResults(tx, scope, { number, at, opened, introductions, projectUuid, branchUuid })
  const counted = [...opened, ...continued.map(({ found }) => found)]
  await insertInfrastructureScan(tx, scope, {
    uuid: randomUUID(),
    projectUuid,
    branchUuid,
    buildUuid,
    number,
    at,
    tools,
    excluded,
    issues,
    severities: countSeverities(counted),
    findingCount: counted.length,
    introducedCount: opened.length - introductions.size,
    fixedCount: ended.filter(({ kind }) => kind === 'removed').length,
  })
}

function countSeverities(counted: readonly { severity: Severity }[]): Partial<Record<Severity, number>> {
  const counts: Partial<Record<Severity, number>> = {}
  for (const { severity } of counted) counts[severity] = (counts[severity] ?? 0) + 1
  return counts
}

const noRoom = (omitted: number): Issue => ({
  code: 'policies-too-many',
  message: `The account has as many rules as it can have: ${omitted} more have no policy.`,
  where: 'policies',
})
