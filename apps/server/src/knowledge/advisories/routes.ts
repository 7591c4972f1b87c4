import { contract } from '@assay/contract/contract.ts'
import { freshnessOf } from '@assay/engine/advisories/freshness.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { checkOperates, operates } from '#accounts/account/reach-account.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { type AdvisoryData, listEcosystemsInUse } from '#knowledge/advisories/databases/database-store.ts'
import { describeFeeds } from '#knowledge/advisories/sync/describe-feeds.ts'
import { describeLists } from '#knowledge/advisories/feeds/describe-lists.ts'
import { lists } from '#knowledge/advisories/feeds/feeds.ts'
import { readKnowledge, recordedData, wireData } from '#knowledge/advisories/databases/freshness.ts'
import { openSync, syncRunning } from '#knowledge/advisories/sync/open-sync.ts'
import { receiveUpload } from '#knowledge/advisories/uploads/receive-upload.ts'
import { everyDatabase, requestOf } from '#knowledge/advisories/sync/request-of.ts'
import { findSync, hasUnfinishedSync } from '#knowledge/advisories/sync/sync-store.ts'
import { deleteUpload } from '#knowledge/advisories/uploads/upload-store.ts'

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

const ids: ReadonlySet<string> = new Set([
  everyDatabase,
  ...ecosystems.map(({ id }) => id),
  ...lists.map(({ id }) => id),
])

const checkId = (id: string) => (ids.has(id) ? id : throwNotFound('database'))

const hasData = ({ checkedAt, advisories }: AdvisoryData) => checkedAt !== null || advisories > 0

/** Allowance for clock skew. */
const maxAheadMs = 24 * 3_600_000

interface UploadQuery {
  name: string
  modifiedAt?: number | undefined
  continues?: string | undefined
  hasMore: boolean
}

/** Throws Problem 400 if the time of the file is in the future. */
function uploadOf({ name, modifiedAt: at = Date.now(), continues, hasMore }: UploadQuery) {
  if (at > Date.now() + maxAheadMs)
    throw new Problem(400, 'fileDated', `${name} is dated in the future, so the age of its data is unknown`)
  return { name, at, hasMore, ...(continues !== undefined && { continues }) }
}

/** The newest sync of this database. */
const syncOf = async (db: AppContext['db'], id = everyDatabase) =>
  (await findSync(db, id === everyDatabase ? undefined : id)) ?? idle

export function advisoryDatabasesRoutes({ routes, db, config, queue }: AppContext): void {
  registerRoutes(routes, contract.advisoryDatabases, {
    async list({ caller }) {
      const [{ databases, maxAgeMs, now }, used] = await Promise.all([
        readKnowledge({ db, config }),
        listEcosystemsInUse(db, caller.scope),
      ])
      const shown = [...databases.values()].filter((each) => hasData(each) || used.has(each.ecosystem))
      return shown.map(recordedData).map((row) => {
        const state = freshnessOf(row.checkedAt, { at: now, maxAgeMs })
        const { ecosystem: id, checkedAt: syncedAt, ...rest } = wireData(row, state)
        return { ...rest, id, syncedAt, isInUse: used.has(id) }
      })
    },
    lists: () => describeLists({ db, config }),
    async feeds({ caller }) {
      const [described, maySync, sync] = await Promise.all([
        describeFeeds({ db, config }),
        operates(db, caller),
        syncOf(db),
      ])
      return { ...described, maySync, sync }
    },
    progress: ({ params }) => syncOf(db, checkId(params.id)),
    async sync({ caller, params, body, change }) {
      const from = body?.from
      const id = checkId(params.id)
      await checkOperates(db, caller)
      const request = await requestOf({ db, config }, { id, from })
      await change(async (tx) => ({
        result: await openSync({ queue }, tx, { name: from ?? 'Requested sync', request }),
        after: { id, ...(from !== undefined && { from }) },
      }))
      return syncOf(db)
    },
    async upload({ caller, params, query, request, reply, change }) {
      if (params.id !== everyDatabase) throwNotFound('database')
      await checkOperates(db, caller)
      const upload = uploadOf(query)
      // Reject before receiving a body of gigabytes.
      if (await hasUnfinishedSync(db)) throw syncRunning()
      const uploadUuid = await receiveUpload(db, {
        request,
        reply,
        maxBytes: config.advisoryUploadLimitBytes,
      })
      try {
        await change(async (tx) => ({
          result: await openSync({ queue }, tx, {
            name: upload.name,
            request: { kind: 'upload', ...upload, uploadUuid },
          }),
          after: { name: upload.name },
        }))
      } catch (error) {
        await deleteUpload(db, uploadUuid)
        throw error
      }
      return respond(202, await syncOf(db))
    },
  })
}
