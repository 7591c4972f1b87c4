import { readConfig } from '@assay/server/config.ts'
import { startServer } from '@assay/server/server.ts'
import { administer, copyDatabase } from '@assay/server/testing/create-template.ts'
import { cheapHash } from '@assay/server/testing/sessions.ts'
import { startPreparedCluster, template } from '@assay/server/testing/prepared-cluster.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { browserPath } from './browser.ts'
import { urlOf } from './copied-database.ts'
import { productSettings } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    productCluster: string
    productTemplate: string
  }
}

const productTemplate = 'assay_product'

/** Starts one PostgreSQL for the run, with the database created by the first start of a product. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (browserPath() === undefined) return () => Promise.resolve()
  const { connection, stop } = await startPreparedCluster()
  await copyDatabase(connection, { template, name: productTemplate })
  await startOnce(urlOf(connection.host, productTemplate))
  const url = { connectionString: urlOf(connection.host, productTemplate) }
  // By default, tests treat the starter set as complete, current advisory data.
  await administer(url, `update advisory_database set checked_at = now(), source = 'test'`)
  // Most visits begin with a login.
  await administer(url, `update member set password_hash = '${await cheapHash}'`)
  project.provide('productCluster', connection.host)
  project.provide('productTemplate', productTemplate)
  return stop
}

/** Creates what the first start creates: the account, the starter set of advisories and its indexes. */
async function startOnce(databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-e2e-'))
  try {
    const server = await startServer(
      readConfig({ ...productSettings, ASSAY_DATA: folder, DATABASE_URL: databaseUrl }),
    )
    await server.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
