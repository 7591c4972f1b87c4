import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { copyDatabase, dropDatabase, withDatabase } from './create-template.ts'

export interface FreshDatabase {
  db: Database
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
  const { db, close } = openDatabase({ connection, maxConnections: 8, log: { error: () => undefined } })
  return {
    db,
    connection,
    async drop() {
      await close()
      await dropDatabase(server, name)
    },
  }
}
