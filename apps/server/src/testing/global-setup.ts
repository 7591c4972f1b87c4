import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { jobs, withoutSchedule } from '#jobs.ts'
import { loadStarter } from '#knowledge/advisories/ingestion/load-starter.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { copyDatabase, createTemplate, dropDatabase, withDatabase } from './create-template.ts'
import { startPreparedCluster, template as preparedTemplate } from './prepared-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    connection: pg.PoolConfig
    /** Name of the migrated, empty database. */
    template: string
    /** Name of a database whose server was started once. */
    startedTemplate: string
  }
}

/** Starts one PostgreSQL per run, with the templates that test files copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Configuration of the tests. The product reads its settings only in config.ts.
  const url = process.env['DATABASE_URL']
  const isExternal = url !== undefined && url !== ''
  const { connection, template, stop } = isExternal ? await external(url) : await embedded()
  project.provide('connection', connection)
  project.provide('template', template)
  const startedTemplate = `assay_started_${process.pid}`
  await copyDatabase(connection, { template, name: startedTemplate })
  await startOnce(withDatabase(connection, startedTemplate))
  project.provide('startedTemplate', startedTemplate)
  return async () => {
    await dropDatabase(connection, startedTemplate)
    await stop()
  }
}

/** Loads the starter set of advisories and creates the queue. */
async function startOnce(connection: pg.PoolConfig): Promise<void> {
  const log = { error: () => undefined }
  const { db, close } = openDatabase({ connection, maxConnections: 8, log })
  await loadStarter(db)
  const queue = await openQueue({ connection, jobs: jobs.map(withoutSchedule), log })
  await queue.stop()
  await close()
}

interface Prepared {
  connection: pg.PoolConfig
  template: string
  stop(): Promise<void>
}

async function external(url: string): Promise<Prepared> {
  const connection = { connectionString: url }
  const template = `assay_template_${process.pid}`
  await createTemplate(connection, template)
  const stop = () => dropDatabase(connection, template)
  return { connection, template, stop }
}

async function embedded(): Promise<Prepared> {
  const { connection, stop } = await startPreparedCluster()
  return { connection: { ...connection }, template: preparedTemplate, stop }
}
