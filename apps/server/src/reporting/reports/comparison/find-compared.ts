import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { listVersions } from '#projects/versions/store.ts'
import { findLastScan } from '#reporting/reports/stored/store.ts'
import { findReport } from '#reporting/reports/stored/find-report.ts'
import { lastDifferentNumber, scanBefore, scanOfOtherBranch } from './changed-components-store.ts'

/** Each side by its report, otherwise that of its published version or the last one of its branch. */
export interface ComparisonChoice {
  projectUuid: string
  from?: string | undefined
  to?: string | undefined
  fromBranch?: string | undefined
  toBranch?: string | undefined
  fromVersion?: string | undefined
  toVersion?: string | undefined
}

type Reported = Awaited<ReturnType<typeof findReport>>

/** Two scans of a project. On one branch, the older one always comes first. */
export async function findCompared(db: Database, scope: Scope, choice: ComparisonChoice) {
  const { projectUuid, fromBranch, toBranch, fromVersion, toVersion } = choice
  const reportOf = async (report: string | undefined, version: string | undefined) =>
    report ?? (version === undefined ? undefined : await reportOfVersion(db, scope, { projectUuid, version }))
  const reportUuid = await reportOf(choice.to, toVersion)
  const to = await findReport(db, scope, { projectUuid, reportUuid, branch: toBranch })
  const base = await reportOf(choice.from, fromVersion)
  const isNamed = base !== undefined || fromBranch !== undefined
  const named = isNamed
    ? { reportUuid: base, branch: fromBranch }
    : { reportUuid: await lastDifferent(db, scope, to) }
  const from = await findReport(db, scope, { projectUuid, ...named })
  const isReversed = from.scan.branch_uuid === to.scan.branch_uuid && from.scan.number > to.scan.number
  return isReversed ? { from: to, to: from } : { from, to }
}

/**
 * The scan before the last change of the branch; if nothing changed until then, the one before, the last one of the
 * branch, or of another.
 */
async function lastDifferent(db: Database, scope: Scope, { project, scan }: Reported): Promise<string> {
  const at = { branchUuid: scan.branch_uuid, number: scan.number }
  const number = await lastDifferentNumber(db, scope, at)
  const last = await findLastScan(db, scope, at.branchUuid)
  return (
    (await scanBefore(db, scope, { ...at, number: number ?? at.number })) ??
    (last?.uuid === scan.uuid ? null : last?.uuid) ??
    (await scanOfOtherBranch(db, scope, { projectUuid: project.uuid, branchUuid: at.branchUuid })) ??
    throwNotFound('report')
  )
}

async function reportOfVersion(
  db: Database,
  scope: Scope,
  { projectUuid, version }: { projectUuid: string; version: string },
): Promise<string> {
  const versions = await listVersions(db, scope, projectUuid)
  return (versions.find(({ name }) => name === version) ?? throwNotFound('version')).reportUuid
}
