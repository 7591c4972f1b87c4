import { existsSync, readFileSync } from 'node:fs'
import { withClient } from './check.ts'
import type { ChaosDatabase } from './database.ts'
import type { Product } from './product.ts'

const shownLines = 40
const responseLimitMs = 5_000

/** The last log lines of server and PostgreSQL, and the current activity of connections. */
export async function diagnose(product: Product, database: ChaosDatabase): Promise<string> {
  const { logPath } = database
  const sections = {
    'requests that failed': linesOf(product.output()).filter(isFailedRequest),
    'the last warnings and errors of the server': linesOf(product.output()).filter(isNotable),
    'the last lines of the server': linesOf(product.output()).slice(-10),
    'the last lines of PostgreSQL': existsSync(logPath) ? linesOf(readFileSync(logPath, 'utf8')) : [],
    connections: await listConnections(database),
  }
  return Object.entries(sections)
    .map(([title, lines]) => [`-- ${title}`, ...lines.slice(-shownLines).map(shorten)].join('\n'))
    .join('\n')
}

const linesOf = (text: string) => text.trimEnd().split('\n')
const shorten = (line: string) => line.slice(0, 2_000)
const isFailedRequest = (line: string) => line.startsWith('{"level":50') && line.includes('"reqId"')
/** Omits lines per request, and per attempt while the database is down. */
const isNotable = (line: string) =>
  !/^\{"level":30|"msg":"(?:Not ready|The queue reported an error)"/.test(line)

async function listConnections(database: ChaosDatabase): Promise<string[]> {
  const connection = database.connection()
  if (!connection) return ['there is no database']
  const statement = `select pid, application_name as name, state, wait_event, pg_blocking_pids(pid) as blocked_by,
    now() - xact_start as transaction, left(query, 200) as query
    from pg_stat_activity where pid <> pg_backend_pid() and client_port is not null`
  const limited = { ...connection, connectionTimeoutMillis: responseLimitMs, query_timeout: responseLimitMs }
  return withClient(limited, async (client) => (await client.query<object>(statement)).rows).then(
    (rows) => rows.map((row) => JSON.stringify(row)),
    (error: unknown) => [`none can be made: ${String(error)}`],
  )
}
