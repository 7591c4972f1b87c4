import type { PostgresPoolClient } from 'kysely'
import { DatabaseOutage } from './outage.ts'

type Query = (statement: string, values: readonly unknown[]) => Promise<unknown>

/**
 * Retries a statement outside of transactions once, on a working connection, if the database terminated it, such as by
 * a restart or a timeout. The retry is read-only, so nothing is written twice. If it fails, the first error is thrown.
 */
export function repeatReads(
  first: PostgresPoolClient,
  connect: () => Promise<PostgresPoolClient>,
): PostgresPoolClient {
  let client: PostgresPoolClient | null = first
  let isInTransaction = false
  const release = (isDiscarded?: boolean) => {
    client?.release(isDiscarded)
    client = null
  }
  const queryOf = (of: PostgresPoolClient) => of.query.bind(of) as unknown as Query
  const repeat: Query = async (statement, values) => {
    release()
    client = await connect()
    const query = queryOf(client)
    await query('begin read only', [])
    try {
      return await query(statement, values)
    } finally {
      await query('rollback', [])
    }
  }
  const query: Query = async (statement, values) => {
    if (client === null) throw new Error('The connection was lost')
    isInTransaction ||= /^(?:begin|start)\b/.test(statement)
    try {
      return await queryOf(client)(statement, values)
    } catch (error) {
      if (isInTransaction || !(error instanceof DatabaseOutage) || error.kind === 'storage') throw error
      return await repeat(statement, values).catch(() => Promise.reject(error))
    }
  }
  return { query: query as unknown as PostgresPoolClient['query'], release }
}
