import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type OpenDatabase } from '#platform/database/database.ts'
import { copyDatabase, dropDatabase, withDatabase } from './create-template.ts'

export interface FreshDatabase extends Pick<OpenDatabase, 'db' | 'copyRows'> {
  connection: pg.PoolConfig
  drop(): Promise<void>
}

/** Creates a migrated, empty database for one test file. */
export const freshDatabase = (): Promise<FreshDatabase> => copyOf(inject('template'))

/** Creates a database with the starter set of advisories and the queue. */
export const startedDatabase = (): Promise<FreshDatabase> => copyOf(inject('startedTemplate'))

async function copyOf(template: string): Promise<FreshDatabase> {
  const server = inject('connection')
  const name = `assay_test_${randomUUID().replaceAll('-', '')}`
  await copyDatabase(server, { template, name })
  const connection = withDatabase(server, name)
  const { db, copyRows, close } = openDatabase({
    connection,
    maxConnections: 8,
    log: { error: () => undefined },
  })
  return {
    db,
    copyRows,
    connection,
    async drop() {
      await close()
      await dropDatabase(server, name)
    },
  }
}
