import type { Scope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import { missing } from '../http/problem.ts'
import { findProject, listBranches } from '../projects/store.ts'
import { findLastScan, findScan } from './store.ts'

/** What a call means: a report, else the last one of a branch, else of the branch that speaks for the project. */
export interface ReportChoice {
  projectUuid: string
  branch?: string | undefined
  reportUuid?: string | undefined
}

/** The project with the branch that is meant: the named one, else main, else the one scanned last. */
export async function findBranchOf(db: Database, scope: Scope, choice: ReportChoice) {
  const { projectUuid, branch: name } = choice
  const project = (await findProject(db, scope, projectUuid)) ?? missing('project')
  const branches = await listBranches(db, scope, projectUuid)
  const branch =
    name === undefined
      ? (branches.find((each) => each.name === 'main' && each.last_number > 0) ?? branches[0])
      : branches.find((each) => each.name === name)
  return { project, branch: branch ?? missing('report') }
}

/** In reach of the scope; 404 when there is none. */
export async function findReport(db: Database, scope: Scope, choice: ReportChoice) {
  if (choice.reportUuid !== undefined) return findNamed(db, scope, { ...choice, uuid: choice.reportUuid })
  const { project, branch } = await findBranchOf(db, scope, choice)
  const scan = (await findLastScan(db, scope, branch.uuid)) ?? missing('report')
  return { project, branch: branch.name, scan }
}

async function findNamed(db: Database, scope: Scope, of: { projectUuid: string; uuid: string }) {
  const project = (await findProject(db, scope, of.projectUuid)) ?? missing('project')
  const { branch, ...scan } = (await findScan(db, scope, of)) ?? missing('report')
  return { project, branch, scan }
}
