import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { changeProject } from '#projects/projects/change-project.ts'
import { sendBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import { findBranch, findProject, findProjectByUrl } from '#projects/project-store.ts'
import { insertFirstSeen } from '#scanning/scans/first-seen-store.ts'
import { findUnfinished, findUnfinishedOf } from '#scanning/builds/store.ts'
import { documentOf, receiveUpload } from '#scanning/builds/uploads/receive-upload.ts'
import { checkExpiry } from '#triage/findings/check-expiry.ts'
import { decideTold } from './decide-told.ts'
import { readFirstSeen } from './read-first-seen.ts'

export function importsRoutes(context: AppContext): void {
  registerRoutes(context.routes, contract.imports, {
    async addVersion({
      caller,
      change,
      body: { file, firstSeen, at = Date.now(), follows, isLatest, ...body },
    }) {
      const { scope } = caller
      const { url, branch, name, tags } = body
      const seen = firstSeen ? readFirstSeen(firstSeen) : []
      const build = await receiveUpload(
        context,
        { caller, change },
        {
          documents: [documentOf({ file })],
          at: new Date(Math.min(at, Date.now())),
          async target(tx) {
            await requireNew(tx, scope, { url, branch, follows, at })
            return { project: { url, name: name || url, tags }, branch }
          },
          async also(tx, { projectUuid: uuid, branchUuid }) {
            await insertFirstSeen(tx, scope, { branchUuid, seen })
            if (isLatest === 'true') await changeProject(tx, scope, { uuid, defaultBranch: branch })
            return {}
          },
        },
      )
      return { id: build.uuid, projectUuid: build.projectUuid, branchUuid: build.branchUuid }
    },
    decide({ caller, params, body, change }) {
      for (const { expiresAt } of body.findings) checkExpiry(expiresAt)
      return change(async (tx) => {
        const { uuid: projectUuid } =
          (await findProject(tx, caller.scope, params.projectUuid)) ?? throwNotFound('project')
        if (await findUnfinishedOf(tx, caller.scope, projectUuid)) throw beingScanned('project')
        const { findings, branches } = await decideTold(tx, caller, { projectUuid, told: body.findings })
        await sendBranches(tx, context.queue, branches)
        const set = findings.filter(({ outcome }) => outcome === 'set' || outcome === 'waiting').length
        const comments = findings.reduce((sum, each) => sum + each.comments.added, 0)
        return { result: { findings }, after: { set, comments } }
      })
    },
  })
}

/** History goes before what there is, so an import that is repeated adds nothing. */
async function requireNew(
  tx: Tx,
  scope: Scope,
  { url, branch, follows, at }: { url: string; branch: string; follows: number | undefined; at: number },
): Promise<void> {
  const project = await findProjectByUrl(tx, scope, url)
  const found = project && (await findBranch(tx, scope, { projectUuid: project.uuid, name: branch }))
  if (found && (await findUnfinished(tx, scope, { branchUuid: found.uuid }))) throw beingScanned('branch')
  if (follows === undefined) {
    if (found && found.last_number > 0)
      throw new Problem(409, 'alreadyExists', 'The branch already has scans')
    return
  }
  if (found?.last_scanned_at?.getTime() !== follows || at <= follows)
    throw new Problem(409, 'alreadyExists', 'The branch has other scans')
}

const beingScanned = (what: 'branch' | 'project') =>
  new Problem(409, 'conflict', `The ${what} is being scanned`)
