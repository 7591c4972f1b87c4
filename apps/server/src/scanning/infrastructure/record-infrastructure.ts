import { applyPolicies } from '@assay/engine/infrastructure/apply-policies.ts'
import { compareResults } from '@assay/engine/infrastructure/compare-results.ts'
import type { Infrastructure } from '@assay/engine/infrastructure/infrastructure.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { randomUUID } from 'node:crypto'
import { throwNotFound } from '#platform/http/problem.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Scope } from '#auth/scope.ts'
import { findProject } from '#projects/project-store.ts'
import {
  endResults,
  findLastNumber,
  insertInfrastructureScan,
  insertResults,
  listOpenResults,
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

/** Everything that a scan of infrastructure leaves behind. The caller holds the branch until the transaction ends. */
export async function recordInfrastructure(
  tx: Tx,
  scope: Scope,
  { build, infrastructure, issues, now: wanted }: InfrastructureOf,
): Promise<void> {
  const { projectUuid, branchUuid } = build
  const { rules, results, runs } = infrastructure
  const project = (await findProject(tx, scope, projectUuid)) ?? throwNotFound('project')
  const last = await findLastNumber(tx, scope, branchUuid)
  const now = Math.max(wanted, (last.at ?? 0) + 1)
  const at = { number: last.number + 1, at: new Date(now) }
  const omitted = await addPolicies(tx, scope, rules)
  const policies = await findPolicies(
    tx,
    scope,
    results.map(({ sysid }) => sysid),
  )
  const found = applyPolicies(results, policies, project.tags)
  const open = await listOpenResults(tx, scope, branchUuid)
  const { opened, continued, ended, untouched } = compareResults({ open, found, runs, now })
  await endResults(tx, scope, { ...at, ended })
  await updateResults(tx, scope, continued)
  await insertResults(tx, scope, { ...at, opened, projectUuid, branchUuid })
  const counted = [...opened, ...continued.map((each) => each.found), ...untouched]
  await insertInfrastructureScan(tx, scope, {
    ...at,
    uuid: randomUUID(),
    projectUuid,
    branchUuid,
    buildUuid: build.uuid,
    tools: [...new Set(runs.map(({ tool }) => tool))].sort(),
    severities: countSeverities(counted),
    findingCount: counted.length,
    introducedCount: opened.length,
    fixedCount: ended.filter(({ kind }) => kind === 'removed').length,
    excluded: found.filter(({ excluded }) => excluded !== null),
    issues: omitted === 0 ? issues : [...issues, noRoom(omitted)],
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
