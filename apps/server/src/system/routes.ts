import { contract } from '@assay/contract/contract.ts'
import { openapi } from '@assay/contract/openapi.ts'
import type { Parts } from '../app.ts'
import { isMigrated } from '../database/migrate.ts'
import { implement, reply } from '../http/implement.ts'
import { version } from './version.ts'

export function systemRoutes({ binding, db }: Parts): void {
  const document = openapi(contract, version)
  implement(binding, contract.system, {
    alive: () => Promise.resolve({ status: 'ok' }),
    async ready({ request }) {
      const reason = await unreadiness(db).catch((error: unknown) => {
        request.log.warn({ err: error }, 'Not ready')
        return 'The database does not answer'
      })
      return reason === null ? { status: 'ok' } : reply(503, { status: 'unavailable', reason })
    },
    openapi: () => Promise.resolve(document),
  })
}

const unreadiness = async (db: Parts['db']) =>
  (await isMigrated(db)) ? null : 'The database is not migrated to this version'
