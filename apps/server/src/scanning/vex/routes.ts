import { contract } from '@assay/contract/contract.ts'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { AppContext } from '#context.ts'
import { checkAccount } from '#auth/check-account.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findProject } from '#projects/project-store.ts'
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
      const { document, issues, bytes } = await readVex(body.file)
      const content = await compress(bytes)
      return change(async (tx) => {
        const project =
          body.projectUuid && ((await findProject(tx, scope, body.projectUuid)) ?? throwNotFound('project'))
        const row = await insertVex(tx, scope, {
          uuid: randomUUID(),
          projectUuid: project ? project.uuid : null,
          createdBy: caller.memberUuid,
          document,
          content,
        })
        const replaced = await withdrawOlder(tx, scope, row)
        const payloads = [row, ...replaced].map(({ uuid }) => ({ accountUuid, documentUuid: uuid }))
        await queue.sendAll(tx, rescanVexSubjectsJob, { payloads, priority: 'rescan' })
        const after = wireVex(row)
        const target = { vexUuid: row.uuid, ...(project && { projectUuid: project.uuid }) }
        return { result: { ...after, issues: issues.map(wireIssue) }, target, after }
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

const wireIssue = ({ code, message, where }: { code: string; message: string; where: string }) => ({
  code,
  message,
  where,
})
