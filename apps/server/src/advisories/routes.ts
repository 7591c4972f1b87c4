import { contract } from '@assay/contract/contract.ts'
import { ecosystemById, ecosystems } from '@assay/engine/ecosystems/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkOperates } from '../accounts/reach-account.ts'
import type { Parts } from '../app.ts'
import { fetchToFile } from '../http/egress.ts'
import { implement, reply } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { listDatabases } from './store.ts'
import { findSync } from './sync-store.ts'
import { startSync, type SyncSource } from './sync.ts'

const idle = {
  ...{
    uuid: null,
    state: 'idle' as const,
    current: '',
    read: 0,
    expected: null,
    added: 0,
    changed: 0,
    unchanged: 0,
  },
  ...{ skipped: [], reason: null, startedAt: null, finishedAt: null },
}

/** The one database of advisories that can be synced by a call. */
const checkId = (id: string) => (id === 'osv' ? id : missing('database'))

export function databasesRoutes(parts: Parts): void {
  const { binding, db, config } = parts
  const log = binding.app.log
  implement(binding, contract.databases, {
    async list() {
      const rows = await listDatabases(db)
      return rows.map((row) => ({
        ...{
          id: row.ecosystem,
          name: ecosystemById(row.ecosystem as EcosystemId).name,
          advisories: row.advisories,
        },
        ...{ newestAt: time(row.newestAt), syncedAt: time(row.syncedAt), source: row.source ?? '' },
      }))
    },
    async progress({ params }) {
      checkId(params.id)
      return (await findSync(db)) ?? idle
    },
    async sync({ caller, params, body, record }) {
      checkId(params.id)
      await checkOperates(db, caller)
      await begin(remoteSource(body.from, config))
      record({ after: { from: body.from } })
      return reply(202, (await findSync(db)) ?? idle)
    },
    async upload({ caller, params, query, request, record }) {
      checkId(params.id)
      await checkOperates(db, caller)
      const folder = await mkdtemp(join(tmpdir(), 'assay-sync-'))
      const path = join(folder, 'upload')
      const remove = () => rm(folder, { recursive: true, force: true })
      try {
        await pipeline(request.body as Readable, createWriteStream(path))
        await begin({ name: query.name, files: () => one({ path, name: query.name }) }, remove)
      } catch (error) {
        await remove()
        throw error
      }
      record({ after: { name: query.name } })
      return reply(202, (await findSync(db)) ?? idle)
    },
  })

  async function begin(source: SyncSource, after: () => Promise<void> = () => Promise.resolve()) {
    const { done } = await startSync({ ...parts, log }, source)
    void done
      .then(after)
      .catch((error: unknown) => log.error({ err: error }, 'A sync could not be cleaned up'))
  }
}

const time = (date: Date | null) => date?.getTime() ?? null

async function* one<T>(item: T): AsyncGenerator<T> {
  yield item
}

const archiveLimitBytes = 2 * 1024 ** 3

/** An address of one file, or a base under which each ecosystem has its all.zip, as the OSV project lays them out. */
function remoteSource(from: string, config: Parts['config']): SyncSource {
  const isFile = /\.(zip|gz|jsonl?|ndjson|csv)$/.test(new URL(from).pathname)
  const base = from.replace(/\/+$/, '')
  const addresses = isFile
    ? [from]
    : ecosystems.map(({ osvName }) => `${base}/${encodeURIComponent(osvName)}/all.zip`)
  return {
    name: from,
    async *files() {
      const folder = await mkdtemp(join(tmpdir(), 'assay-sync-'))
      try {
        for (const address of addresses) {
          const path = join(folder, 'download')
          await fetchToFile(address, path, {
            limitBytes: archiveLimitBytes,
            allowsPrivate: config.allowsPrivateNetworks,
          })
          yield { path, name: address }
        }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}
