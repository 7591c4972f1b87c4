import { contract } from '@assay/contract/contract.ts'
import type { AcceptedGap as WireGap } from '@assay/contract/gaps.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { AcceptedGap } from '@assay/engine/coverage.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { randomUUID } from 'node:crypto'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import { sendBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import type { Tx } from '#platform/database/database.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findProject } from '#projects/project-store.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import {
  type AcceptedGapRow,
  acceptedGapPages,
  endAcceptedGap,
  insertAcceptedGap,
  listBranchesWithGaps,
  lockSame,
} from './store.ts'

export function gapsRoutes({ routes, db, queue }: Pick<AppContext, 'routes' | 'db' | 'queue'>): void {
  const rescan = async (tx: Tx, row: AcceptedGapRow) =>
    sendBranches(tx, queue, await listBranchesWithGaps(tx, row))

  registerRoutes(routes, contract.gaps, {
    list: ({ caller }) => Promise.resolve(streamItems(acceptedGapPages(db, caller.scope), wireGap)),
    async accept({ caller, body, change }) {
      const { scope, memberUuid } = caller
      const { reason, expiresAt } = body
      if (expiresAt !== null && expiresAt <= Date.now())
        throw new Problem(400, 'invalidInput', 'The end date is in the past')
      return change(async (tx) => {
        const project =
          body.projectUuid && ((await findProject(tx, scope, body.projectUuid)) ?? throwNotFound('project'))
        const subject = subjectOf(body)
        const projectUuid = project ? project.uuid : null
        const same = await lockSame(tx, scope, { subject, projectUuid })
        if (same) throw new Problem(409, 'gapAccepted', `The acceptance ${same.uuid} already covers the same`)
        const row = await insertAcceptedGap(tx, scope, {
          uuid: randomUUID(),
          subject,
          reason,
          expiresAt,
          projectUuid,
          createdBy: memberUuid,
        })
        await incrementRevision(tx, scope)
        await rescan(tx, row)
        const after = wireGap(row)
        return { result: after, target: { gapUuid: row.uuid }, after }
      })
    },
    async remove({ caller, params, change }) {
      const { scope } = caller
      return change(async (tx) => {
        const before = (await endAcceptedGap(tx, scope, params.gapUuid)) ?? throwNotFound('accepted gap')
        await incrementRevision(tx, scope)
        await rescan(tx, before)
        return { result: {}, before: wireGap(before) }
      })
    },
  })
}

type Body = ParsedInput<typeof contract.gaps.accept>['body']

/** The contract validates that exactly one is given. */
function subjectOf({ package: of, file, kind }: Body): AcceptedGap['subject'] {
  if (of) return { ecosystem: ecosystemOf(of.ecosystem), packageName: of.name }
  return kind === undefined ? { file: file! } : { kind }
}

function ecosystemOf(id: string | null): EcosystemId | null {
  if (id === null) return null
  const found = ecosystems.find((each) => each.id === id)
  if (!found) throw new Problem(400, 'invalidInput', `The ecosystem '${id}' is unknown`)
  return found.id
}

const wireGap = (row: AcceptedGapRow): WireGap => ({
  uuid: row.uuid,
  ...wireSubject(row.subject as AcceptedGap['subject']),
  reason: row.reason,
  projectUuid: row.project_uuid,
  teamUuids: row.team_uuids,
  createdBy: row.created_by,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at?.getTime() ?? null,
})

const wireSubject = (subject: AcceptedGap['subject']): Pick<WireGap, 'package' | 'file' | 'kind'> =>
  'packageName' in subject
    ? { package: { ecosystem: subject.ecosystem, name: subject.packageName } }
    : subject
