import { contract } from '@assay/contract/contract.ts'
import { ecosystemById } from '@assay/engine/ecosystems/ecosystems.ts'
import { checkOperates } from '#accounts/account/reach-account.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { listAdvisoryDatabases, starterSource } from './database-store.ts'
import { openSync, syncRunning } from './open-sync.ts'
import { receiveUpload } from './receive-upload.ts'
import { findSync, hasUnfinishedSync } from './sync-store.ts'
import { deleteUpload } from './upload-store.ts'

const idle = {
  uuid: null,
  state: 'idle' as const,
  current: '',
  read: 0,
  expected: null,
  added: 0,
  changed: 0,
  unchanged: 0,
  skipped: [],
  reason: null,
  startedAt: null,
  finishedAt: null,
}

/** The one database of advisories that can be synced by a call. */
const checkId = (id: string) => (id === 'osv' ? id : throwNotFound('database'))

export function advisoryDatabasesRoutes({ routes, db, config, queue }: AppContext): void {
  registerRoutes(routes, contract.advisoryDatabases, {
    async list() {
      const rows = await listAdvisoryDatabases(db)
      return rows.map((row) => ({
        id: row.ecosystem,
        name: ecosystemById(row.ecosystem).name,
        advisories: row.advisories,
        newestAt: time(row.newestAt),
        syncedAt: time(row.checkedAt),
        source: row.source === starterSource ? 'starter set' : row.source,
      }))
    },
    async progress({ params }) {
      checkId(params.id)
      return (await findSync(db)) ?? idle
    },
    async sync({ caller, params, body: { from }, change }) {
      checkId(params.id)
      await checkOperates(db, caller)
      await change(async (tx) => ({
        result: await openSync({ queue }, tx, { name: from, request: { kind: 'address', from } }),
        after: { from },
      }))
      return respond(202, (await findSync(db)) ?? idle)
    },
    async upload({ caller, params, query: { name }, request, reply, change }) {
      checkId(params.id)
      await checkOperates(db, caller)
      // Before a body of gigabytes is received in vain.
      if (await hasUnfinishedSync(db)) throw syncRunning()
      const uploadUuid = await receiveUpload(db, {
        request,
        reply,
        maxBytes: config.advisoryUploadLimitBytes,
      })
      try {
        await change(async (tx) => ({
          result: await openSync({ queue }, tx, { name, request: { kind: 'upload', name, uploadUuid } }),
          after: { name },
        }))
      } catch (error) {
        await deleteUpload(db, uploadUuid)
        throw error
      }
      return respond(202, (await findSync(db)) ?? idle)
    },
  })
}

const time = (date: Date | null) => date?.getTime() ?? null
