import type { Issue } from '@assay/engine/inventory.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findMainBranch, findProject } from '#projects/project-store.ts'
import { findLastScan, findScan } from './store.ts'

/** Resolves a report, the last one of a branch, or the last one of the project's default branch. */
export interface ReportChoice {
  projectUuid: string
  branch?: string | undefined
  reportUuid?: string | undefined
}

/** The project with the named branch, main, or the most recently scanned one. */
export async function findBranchOf(db: Database, scope: Scope, choice: ReportChoice) {
  const { project, branch } = await findAnyBranchOf(db, scope, choice)
  return { project, branch: branch ?? throwNotFound('report') }
}

/** For collections: the branch is null if none is named and the project has none yet. */
export async function findAnyBranchOf(db: Database, scope: Scope, choice: ReportChoice) {
  const { projectUuid, branch: name } = choice
  const project = (await findProject(db, scope, projectUuid)) ?? throwNotFound('project')
  if (name === undefined) return { project, branch: (await findMainBranch(db, scope, projectUuid)) ?? null }
  const branch = (await findBranch(db, scope, { projectUuid, name })) ?? throwNotFound('report')
  return { project, branch }
}

/** Throws 404 if there is none in scope. */
export const findReport = async (db: Database, scope: Scope, choice: ReportChoice) =>
  (await findAnyReport(db, scope, choice)) ?? throwNotFound('report')

/** For collections: null if the project or branch has no report yet. */
export async function findAnyReport(db: Database, scope: Scope, choice: ReportChoice) {
  if (choice.reportUuid !== undefined) return findNamed(db, scope, { ...choice, uuid: choice.reportUuid })
  const { project, branch } = await findAnyBranchOf(db, scope, choice)
  const scan = branch && (await findLastScan(db, scope, branch.uuid))
  return scan ? { project, branch: branch.name, scan } : null
}

/** Ended findings that the account no longer keeps are not in the lists of a scan that counted them. */
const removedFindings = (count: number): Issue => ({
  code: 'findings-removed',
  message: `Findings of this scan that ended since and are no longer kept: ${count}`,
  where: '',
})

async function findNamed(db: Database, scope: Scope, of: { projectUuid: string; uuid: string }) {
  const project = (await findProject(db, scope, of.projectUuid)) ?? throwNotFound('project')
  const { branch, keptFindings, ...scan } = (await findScan(db, scope, of)) ?? throwNotFound('report')
  const removed = scan.covered.findings - keptFindings
  const issues = removed > 0 ? [...(scan.issues as Issue[]), removedFindings(removed)] : scan.issues
  return { project, branch, scan: { ...scan, issues } }
}
