import { contract } from '@assay/contract/contract.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { RepositoryRejection } from '#integrations/repositories/connection/client.ts'
import { ServiceFailure, ServiceRejection, UnexpectedResponse } from '#integrations/core/call-service.ts'
import { Postponed } from '#integrations/core/integration.ts'
import { outdatedEcosystems, readKnowledge } from '#knowledge/advisories/databases/freshness.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findMainBranch, findProject } from '#projects/project-store.ts'
import { awaitBuild } from '#scanning/builds/await-build.ts'
import { buildResponse } from '#scanning/builds/build-response.ts'
import { beginPull, rescanBranch } from '#scanning/builds/uploads/submit-build.ts'
import { findRemote, findSite } from './find-remote.ts'
import { pullRepositoryJob } from './pull-repository-job.ts'
import { findCommit, findDefaultBranch, type Remote } from './read-repository.ts'

export function pullServerRoutes(context: AppContext): void {
  const { routes, db, queue } = context
  registerRoutes(routes, contract.pullServer, {
    connection: async ({ caller }) => ({ connection: await findSite(context, caller.scope) }),
    async refresh({ caller, params: { projectUuid }, query, change }) {
      const { scope } = caller
      const project = (await findProject(db, scope, projectUuid)) ?? throwNotFound('project')
      const remote = await findRemote(context, scope, project.url)
      const branch = await findBranchToScan(context, scope, { projectUuid, name: query.branch, remote })
      const source = remote ? ('pull' as const) : ('rescan' as const)
      const start = remote ? startPull : startRescan
      const id = await change(async (tx) => {
        const id = await start({ tx, queue }, caller, { projectUuid, branch })
        return { result: id, target: { id }, after: { branch, source } }
      })
      const build = await awaitBuild(context, scope, id)
      return { ...buildResponse(scope, build, outdatedEcosystems(await readKnowledge(context))), source }
    },
  })
}

interface ToScan {
  projectUuid: string
  branch: string
}

interface Writer extends Pick<AppContext, 'queue'> {
  tx: Tx
}

/** A branch that waits to be fetched is not fetched twice. */
async function startPull({ tx, queue }: Writer, caller: Caller, { projectUuid, branch }: ToScan) {
  const { uuid, isNew } = await beginPull(tx, caller, { projectUuid, branch })
  const payload = { accountUuid: caller.scope.accountUuid, buildUuid: uuid }
  if (isNew) await queue.send(tx, pullRepositoryJob, payload)
  return uuid
}

async function startRescan(writer: Writer, { scope, memberUuid }: Caller, { projectUuid, branch }: ToScan) {
  const found = (await findBranch(writer.tx, scope, { projectUuid, name: branch })) ?? throwNotFound('report')
  const rescan = { branchUuid: found.uuid, createdBy: memberUuid }
  return (await rescanBranch(writer, scope, rescan)) ?? throwNotFound('report')
}

/** A branch that was never scanned must exist in the repository, so that a typo creates nothing. */
async function findBranchToScan(
  { db }: Pick<AppContext, 'db'>,
  scope: Scope,
  { projectUuid, name, remote }: { projectUuid: string; name: string | undefined; remote: Remote | null },
): Promise<string> {
  const stored =
    name === undefined
      ? await findMainBranch(db, scope, projectUuid)
      : await findBranch(db, scope, { projectUuid, name })
  if (stored) return stored.name
  if (!remote) throwNotFound('report')
  if (name === undefined) return asProblem(() => findDefaultBranch(remote))
  if ((await asProblem(() => findCommit(remote, name))) === null) throwNotFound('branch')
  return name
}

/** Interactive requests return the service's own error message. */
async function asProblem<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof RepositoryRejection && error.status === 404) throwNotFound('repository')
    const isOfService = [ServiceRejection, ServiceFailure, UnexpectedResponse, Postponed].some(
      (kind) => error instanceof kind,
    )
    throw isOfService ? new Problem(502, 'integrationFailed', (error as Error).message) : error
  }
}
