import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createTemplate, dropDatabase } from './create-template.ts'
import { startPreparedCluster, template as preparedTemplate } from './prepared-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    connection: pg.PoolConfig
    template: string
  }
}

/** One PostgreSQL per run with a migrated template, which each test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The tests' own configuration: the product reads its settings in config.ts alone.
  const url = process.env['DATABASE_URL']
  const isExternal = url !== undefined && url !== ''
  const { connection, template, stop } = isExternal ? await external(url) : await embedded()
  project.provide('connection', connection)
  project.provide('template', template)
  return stop
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
