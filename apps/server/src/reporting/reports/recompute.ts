import type { AppContext } from '#context.ts'
import type { Change } from '#auth/router/change.ts'
import type { Caller } from '#auth/scope.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { awaitBuild } from '#scanning/builds/await-build.ts'
import { rescanBranch } from '#scanning/builds/uploads/submit-build.ts'
import { findReport } from './stored/find-report.ts'
import { readReport } from './read-report.ts'

interface RescanRequest {
  caller: Caller
  change: Change
  projectUuid: string
  branch: { uuid: string; name: string }
  /** The report to return; by default the branch's last one. */
  reportUuid?: string
}

/** Rescans the last inventory of a branch and returns a report of it. Throws 503 if that takes too long. */
export async function recompute(
  context: AppContext,
  { caller, change, projectUuid, branch, reportUuid }: RescanRequest,
) {
  const { db, queue } = context
  const { scope } = caller
  const rescan = { branchUuid: branch.uuid, createdBy: caller.memberUuid }
  const id = await change(async (tx) => {
    const id = (await rescanBranch({ tx, queue }, scope, rescan)) ?? throwNotFound('report')
    return { result: id, target: { id }, after: { branch: branch.name } }
  })
  const build = await awaitBuild(context, scope, id)
  if (build.state !== 'success') {
    throw new Problem(
      503,
      'scanPending',
      build.reason ?? 'The scan is taking longer than usual. Request the report again later',
    )
  }
  return readReport(
    context,
    scope,
    await findReport(db, scope, { projectUuid, branch: branch.name, reportUuid }),
  )
}
