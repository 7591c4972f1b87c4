import { contract } from '@assay/contract/contract.ts'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { listTrust } from '#scanning/signatures/list-trust.ts'
import { addVex } from './add-vex.ts'
import { verifyInWorker } from './read-vex.ts'
import { rescanVexSubjectsJob } from './rescan-vex-subjects-job.ts'
import { findContent, findVex, statementPages, vexPages, withdrawVex } from './store.ts'
import { wireStatement, wireVex } from './wire-vex.ts'

const decompress = promisify(zstdDecompress)

export function vexRoutes({ routes, db, queue }: AppContext): void {
  registerRoutes(routes, contract.vex, {
    list: async ({ caller }) => streamItems(vexPages(db, caller.scope), wireVex),
    add: async ({ caller, body, change }) =>
      addVex({ db, queue }, { caller, change }, { file: body.file, projectUuid: body.projectUuid ?? null }),
    async statements({ caller, params }) {
      const { uuid } = (await findVex(db, caller.scope, params.vexUuid)) ?? throwNotFound('VEX document')
      return streamItems(statementPages(db, caller.scope, uuid), wireStatement)
    },
    async signature({ caller, params }) {
      const content = (await findContent(db, caller.scope, params.vexUuid)) ?? throwNotFound('VEX document')
      const bytes = new Uint8Array(await decompress(content))
      return verifyInWorker({ path: 'vex.json', bytes }, await listTrust(db, caller.scope))
    },
    async document({ caller, params, reply }) {
      const content = (await findContent(db, caller.scope, params.vexUuid)) ?? throwNotFound('VEX document')
      // The content is untrusted: force a download instead of rendering it.
      reply.header('content-disposition', 'attachment; filename="vex.json"')
      return new Uint8Array(await decompress(content))
    },
    remove: ({ caller, params, change }) =>
      change(async (tx) => {
        const row = (await withdrawVex(tx, caller.scope, params.vexUuid)) ?? throwNotFound('VEX document')
        const payload = { accountUuid: caller.scope.accountUuid, documentUuid: row.uuid }
        await queue.sendAll(tx, rescanVexSubjectsJob, { payloads: [payload], priority: 'rescan' })
        return { result: {}, before: wireVex(row) }
      }),
  })
}
