import { contract } from '@assay/contract/contract.ts'
import { openapi } from '@assay/contract/openapi.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { operates } from '#accounts/account/reach-account.ts'
import type { AppContext } from '#context.ts'
import { isMigrated } from '#platform/database/migrate.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import { listQueuedWork } from './queued-work-store.ts'
import { version } from '#platform/system/version.ts'

/** Readiness probes usually have a timeout of a few seconds. */
const timeoutMs = 3_000

/** Created on the first request: it takes 200 ms, which would delay the start. */
let document: ReturnType<typeof openapi> | undefined

export function systemRoutes({ routes, db, queue, config: { basePath } }: AppContext): void {
  registerRoutes(routes, contract.system, {
    alive: () => Promise.resolve({ status: 'ok' }),
    async ready({ request }) {
      if (routes.leaving?.aborted)
        return respond(503, { status: 'unavailable', reason: 'The process is stopping' })
      const found = unreadiness(db).catch((error: unknown) => {
        request.log.warn({ reason: String(error) }, 'Not ready')
        return silence
      })
      const reason = await Promise.race([found, sleep(timeoutMs, silence, { ref: false })])
      return reason === null ? { status: 'ok' } : respond(503, { status: 'unavailable', reason })
    },
    async queue({ caller }) {
      const isWholeInstallation = await operates(db, caller)
      const work = await listQueuedWork(db, isWholeInstallation ? null : caller.scope, queue.jobs)
      return { isWholeInstallation, work }
    },
    async openapi() {
      document ??= openapi(contract, version)
      return basePath === '' ? document : { ...document, servers: [{ url: basePath }] }
    },
  })
}

const silence = 'The database does not answer'

const unreadiness = async (db: AppContext['db']) =>
  (await isMigrated(db)) ? null : 'The database is not migrated to this version'
