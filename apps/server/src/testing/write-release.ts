import { sql } from 'kysely'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { startTestCluster } from '#platform/database/embedded/test-cluster.ts'
import { migrate } from '#platform/database/migrate.ts'
import { call, endpoints } from './contract-calls.ts'
import { createResources, type Ids } from './contract-ids.ts'
import { fillAccount } from './fill-account.ts'
import { releaseSettings } from './fill-integrations.ts'
import { fillRelease } from './fill-release.ts'
import { filePart, npmInventory } from './inventories.ts'
import { readRelease } from './load-release.ts'
import { listenToStatements } from './sent-statements.ts'
import { openSessionFor } from './sessions.ts'
import { startTestServer, type TestMember, type TestServer } from './test-server.ts'

interface WrittenRelease {
  /** The last migration. */
  name: string
  /** JSON. */
  lines: string[]
}

/** Fills a database of this version through its own calls, and writes its rows, what it answers, and what it sends. */
export async function writeRelease(): Promise<WrittenRelease> {
  const cluster = await startTestCluster()
  const listener = await listenToStatements({ ...cluster.connection })
  const { connection } = listener
  const database = openDatabase({ connection, maxConnections: 20, log: { error: () => undefined } })
  const name = (await migrate(database.db)).at(-1)!
  const server = await startTestServer({
    database: { ...database, connection, drop: database.close },
    settings: releaseSettings,
  })
  try {
    return { name, lines: await writeLines(server, () => listener.take()) }
  } finally {
    await server.stop()
    await listener.stop()
    await cluster.stop()
  }
}

async function writeLines(server: TestServer, take: () => string[]): Promise<string[]> {
  const member = await server.newAccount()
  const ids = await createResources(server, member)
  await changeAll(server)
  await fillOther(server)
  await fillRelease(server)
  take()
  await uploadTwice(member)
  const answers = await answersOf(server, member, ids)
  await server.mailed()
  await prune(server.db)
  const statements = shortest(take().filter(isOfProduct))
  const { tables, empty } = await readTables(server.db)
  return [
    { authorization: member.authorization, ids, empty },
    ...tables,
    ...answers,
    ...statements.map((statement) => ({ statement })),
  ].map((line) => JSON.stringify(line))
}

/** In another account: some end what the answers need. */
async function changeAll(server: TestServer): Promise<void> {
  const member = await server.newAccount()
  const ids = await createResources(server, member)
  for (const each of endpoints.filter(({ endpoint }) => !['GET', 'DELETE'].includes(endpoint.method))) {
    // Some end all sessions.
    const isForSessions = each.endpoint.permission === 'session'
    const authorization = isForSessions ? await openSessionFor(server, member) : member.authorization
    await (await call(server, each, { authorization, ids })).arrayBuffer()
  }
}

/** In a third one, with what no call creates. */
async function fillOther(server: TestServer): Promise<void> {
  const other = await server.newAccount()
  const teamUuid = await server.addTeam(other, 'filled')
  const { accountUuid, uuid: memberUuid } = other
  await fillAccount(server.db, { accountUuid, memberUuid, teamUuid, rows: 1 })
}

/** The second fixes a finding, and leaves one open. */
async function uploadTwice({ api }: TestMember): Promise<void> {
  for (const lodash of ['4.17.4', '4.17.21']) {
    const file = filePart(npmInventory([`lodash@${lodash}`, 'left-pad@1.3.0', 'minimist@1.2.5']))
    await api.uploads.intoNew({ body: { file, url: 'https://example.org/shop', branch: 'main' } })
  }
}

/** Of calls that answer the same at any later time. */
async function answersOf(server: TestServer, { authorization }: TestMember, ids: Ids) {
  const { answers } = await readRelease('001-baseline')
  const steady = new Set(answers.map((answer) => answer.call))
  const day = new Date().toISOString().slice(0, 10)
  const found: { call: string; path: string; body: unknown }[] = []
  for (const each of endpoints.filter(({ id }) => steady.has(id))) {
    const query: Ids = /^(?:metrics|trends)\./.test(each.id) ? { startDate: day, endDate: day } : {}
    const response = await call(server, each, { authorization, ids, query })
    const text = await response.text()
    if (response.status === 200 && response.headers.get('content-type')?.startsWith('application/json'))
      found.push({
        call: each.id,
        path: response.url.slice(server.url.length),
        body: JSON.parse(text) as unknown,
      })
  }
  return found
}

/** Not of the queue, which has a schema of its own, and nothing that PostgreSQL cannot prepare. */
const isOfProduct = (text: string) =>
  /^\s*(?:with|select|insert|update|delete)\b/i.test(text) && !/\bqueue\./.test(text)

/** One for any number of values. */
function shortest(texts: readonly string[]): string[] {
  const shapes = Map.groupBy(texts, (text) =>
    text
      .replaceAll(/\$\d+/g, '?')
      .replaceAll(/\?(?:, \?)+/g, '?')
      .replaceAll(/\(\?\)(?:, \(\?\))+/g, '(?)'),
  )
  return [...shapes.values()].map((same) => same.toSorted((a, b) => a.length - b.length)[0]!)
}

/** Only advisories with findings, and nothing that is large and says nothing. */
async function prune(db: Database): Promise<void> {
  for (const statement of [
    ...['advisory_record', 'advisory_alias'].map(
      (table) => sql`
        delete from ${sql.table(table)} where advisory_uuid not in (select advisory_uuid from finding)`,
    ),
    sql`delete from advisory where uuid not in (select advisory_uuid from finding)`,
    sql`delete from advisory_day where day > (select min(day) from advisory_day)`,
    sql`delete from assistant_conversation where uuid not in (select uuid from assistant_conversation limit 5)`,
    sql`delete from idempotency_key where digest > (select min(digest) from idempotency_key)`,
    sql`update advisory_index set content = '\\x00', is_stale = true`,
  ])
    await statement.execute(db)
}

/** Rows of all tables, those first that others refer to. */
async function readTables(db: Database) {
  const tables: { table: string; row: unknown }[] = []
  const empty: string[] = []
  for (const table of await tablesInOrder(db)) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(each) - array(
        select column_name::text from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'ALWAYS') as row
      from ${sql.table(table)} each`.execute(db)
    if (rows.length === 0) empty.push(table)
    tables.push(...rows.map(({ row }) => ({ table, row })))
  }
  return { tables, empty: empty.toSorted() }
}

async function tablesInOrder(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; needs: string[] }>`
    select relname as name, array(
      select confrelid::regclass::text from pg_constraint
      where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as needs
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'migration%'
    order by relname`.execute(db)
  const done = new Set<string>()
  while (done.size < rows.length)
    for (const { name, needs } of rows) if (needs.every((need) => done.has(need))) done.add(name)
  return [...done]
}
