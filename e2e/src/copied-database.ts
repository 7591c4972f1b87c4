import { copyDatabase, dropDatabase } from '@assay/server/testing/create-template.ts'
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'

/** URL of a database on the cluster whose socket is in this folder. */
export const urlOf = (socketFolder: string, database: string): string =>
  `postgres://assay@localhost/${database}?host=${encodeURIComponent(socketFolder)}`

/** Copies the database created by the first start of the product. */
export async function copyProductDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const cluster = inject('productCluster')
  const connection = { connectionString: urlOf(cluster, 'postgres') }
  const name = `assay_e2e_${randomUUID().replaceAll('-', '')}`
  await copyDatabase(connection, { template: inject('productTemplate'), name })
  return {
    url: urlOf(cluster, name),
    drop: () => dropDatabase(connection, name),
  }
}
