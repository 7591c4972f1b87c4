import { contract } from '@assay/contract/contract.ts'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { AppContext } from '#context.ts'
import { checkAccount } from '#auth/check-account.ts'
import type { Scope } from '#auth/scope.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Database } from '#platform/database/database.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findProject } from '#projects/project-store.ts'
import { findUnmatched } from './find-unmatched.ts'
import { pinReferences } from './pin-references.ts'
import { readVex } from './read-vex.ts'
import { rescanVexSubjectsJob } from './rescan-vex-subjects-job.ts'
import {
  findContent,
  findVex,
  insertVex,
  statementPages,
  vexPages,
  withdrawOlder,
  withdrawVex,
} from './store.ts'
import { wireStatement, wireVex } from './wire-vex.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export function vexRoutes({ routes, db, queue }: AppContext): void {
  registerRoutes(routes, contract.vex, {
    async list({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return streamItems(vexPages(db, caller.scope), wireVex)
    },
    async add({ caller, params, body, change }) {
      checkAccount(caller, params.accountUuid)
      const { scope } = caller
      const { accountUuid } = scope
      const { document: read, issues, bytes } = await readVex(body.file)
      const content = await compress(bytes)
      const projectUuid = body.projectUuid ? (await projectOf(db, scope, body.projectUuid)).uuid : null
      const { document, cpes } = await pinReferences(db, scope, { document: read, projectUuid })
      const { statements } = document
      const unmatched = await findUnmatched(db, scope, { statements, projectUuid, cpes })
      return change(async (tx) => {
        const project = projectUuid && (await projectOf(tx, scope, projectUuid))
        const row = await insertVex(tx, scope, {
          uuid: randomUUID(),
          projectUuid: project ? project.uuid : null,
          createdBy: caller.memberUuid,
          document,
          unmatched,
          content,
        })
        const replaced = await withdrawOlder(tx, scope, row)
        const payloads = [row, ...replaced].map(({ uuid }) => ({ accountUuid, documentUuid: uuid }))
        await queue.sendAll(tx, rescanVexSubjectsJob, { payloads, priority: 'rescan' })
        const after = wireVex(row)
        const target = { vexUuid: row.uuid, ...(project && { projectUuid: project.uuid }) }
        const all = [...issues.map(wireIssue), ...unmatchedIssues(unmatched, body.file.filename)]
        return { result: { ...after, issues: all }, target, after }
      })
    },
    async statements({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      const { uuid } = (await findVex(db, caller.scope, params.vexUuid)) ?? throwNotFound('VEX document')
      return streamItems(statementPages(db, caller.scope, uuid), wireStatement)
    },
    async document({ caller, params, reply }) {
      checkAccount(caller, params.accountUuid)
      const content = (await findContent(db, caller.scope, params.vexUuid)) ?? throwNotFound('VEX document')
      // The content is untrusted: force a download instead of rendering it.
      reply.header('content-disposition', 'attachment; filename="vex.json"')
      return new Uint8Array(await decompress(content))
    },
    remove({ caller, params, change }) {
      checkAccount(caller, params.accountUuid)
      return change(async (tx) => {
        const row = (await withdrawVex(tx, caller.scope, params.vexUuid)) ?? throwNotFound('VEX document')
        const payload = { accountUuid: caller.scope.accountUuid, documentUuid: row.uuid }
        await queue.sendAll(tx, rescanVexSubjectsJob, { payloads: [payload], priority: 'rescan' })
        return { result: {}, before: wireVex(row) }
      })
    },
  })
}

const projectOf = async (db: Database, scope: Scope, uuid: string) =>
  (await findProject(db, scope, uuid)) ?? throwNotFound('project')

/** More are counted; the statements of the document list them all. */
const maxUnmatchedIssues = 100

function unmatchedIssues(unmatched: ReadonlyMap<number, string>, where: string) {
  const named = [...unmatched.values()].slice(0, maxUnmatchedIssues)
  const more = unmatched.size - named.length
  const messages = named.map((why) => `A statement applies to nothing yet: ${why}`)
  return [...messages, ...(more > 0 ? [`${more} more statements apply to nothing yet.`] : [])].map(
    (message) => ({
      code: 'vex-unmatched',
      message,
      where,
    }),
  )
}

const wireIssue = ({ code, message, where }: { code: string; message: string; where: string }) => ({
  code,
  message,
  where,
})
