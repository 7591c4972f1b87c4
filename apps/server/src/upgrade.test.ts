import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renewIndexes } from '#knowledge/advisories/indexes/renew-indexes.ts'
import { migrate, migrationNames } from '#platform/database/migrate.ts'
import { call, endpoints, sendAll } from '#testing/contract-calls.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { loadRelease, readRelease, type Release, releases } from '#testing/load-release.ts'
import { sessionOf } from '#testing/sessions.ts'
import { startTestServer, type TestClient, type TestServer } from '#testing/test-server.ts'

// Databases as earlier versions left them, with what they answered.

describe.each(releases)('a database of %s', (name) => {
  let server: TestServer
  let release: Release
  let member: TestClient
  let empty: string[]
  let migrated: string[]

  beforeAll(async () => {
    release = await readRelease(name)
    const database = await freshDatabase()
    await sql`drop schema public cascade; create schema public`.execute(database.db)
    await migrate(database.db, name)
    await loadRelease(database.db, release)
    const { rows } = await sql<{ table: string }>`
      select tablename as table from pg_tables where schemaname = 'public' order by 1`.execute(database.db)
    empty = rows.map(({ table }) => table).filter((table) => !release.tables.has(table))
    migrated = await migrate(database.db)
    await renewIndexes(database.db)
    // Its secrets are encrypted with this key.
    server = await startTestServer({ database, settings: { ASSAY_SECRET_KEY: 'k'.repeat(40) } })
    member = sessionOf(server, release.authorization.replace('token ', ''))
  })
  afterAll(() => server.stop())

  const get = async (path: string) => {
    const headers = { authorization: release.authorization }
    const response = await fetch(server.url + path, { headers })
    return { path, status: response.status, body: (await response.json()) as unknown }
  }

  test('has rows in the tables that its file names, and is migrated', () => {
    expect(empty.filter((table) => !table.startsWith('migration'))).toEqual(release.empty)
    expect(migrated).toEqual(migrationNames.slice(migrationNames.indexOf(name) + 1))
  })

  test('accepts what processes of its version go on sending', async () => {
    const refused = await server.db.connection().execute(async (session) => {
      const messages: string[] = []
      for (const statement of release.statements) {
        const prepare = sql.raw(`prepare older as ${statement}`).execute(session)
        const problem = await prepare.then(
          () => undefined,
          (error: Error) => `${error.message}: ${statement.slice(0, 200)}`,
        )
        if (problem === undefined) await sql`deallocate older`.execute(session)
        else messages.push(problem)
      }
      return messages
    })
    expect(refused).toEqual([])
  })

  test('answers what it answered', async () => {
    const now = await sendAll(release.answers, ({ path }) => get(path))
    const differing = release.answers.flatMap(({ call: id, path, body }, index) => {
      const lost = differencesOf(body, now[index]!.body)
      return now[index]!.status === 200 && lost.length === 0
        ? []
        : [{ id, path, status: now[index]!.status, lost: lost.slice(0, 5) }]
    })
    expect(differing).toEqual([])
  })

  test('answers every call without an error of the server', async () => {
    // What others answer, what has to be fast, and a file of the build, which need not exist.
    const skipped = new Set(['barista.ping', 'system.ready', 'cli.download'])
    const calls = endpoints.filter(({ id, endpoint }) => endpoint.method === 'GET' && !skipped.has(id))
    const { authorization, ids } = release
    const statuses = await sendAll(calls, async (each) => {
      const { status } = await call(server, each, { authorization, ids })
      return `${each.id} ${status}`
    })
    expect(statuses.filter((each) => / 5\d\d$/.test(each))).toEqual([])
  })

  test('goes on with the same findings, and says what fixed them', async () => {
    const url = 'https://example.org/shop'
    const upload = (packages: string[]) =>
      member.uploads.intoNew({ body: { file: filePart(npmInventory(packages)), url, branch: 'main' } })
    const { rows } = await sql<{ uuid: string; introduced: Date }>`
      select finding.uuid, introduced_at as introduced from finding
      join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
      join branch on branch.account_uuid = finding.account_uuid and branch.uuid = finding.branch_uuid
      where project.url = ${url} and branch.name = 'main' and ended_at is null`.execute(server.db)
    expect(rows).toHaveLength(1)
    const { uuid: projectUuid } = await upload([
      'lodash@4.17.21',
      'left-pad@1.3.0',
      'minimist@1.2.5',
      'new@1.0.0',
    ])
    const [open] = await member.scans.findings({ params: { projectUuid } })
    expect(open).toMatchObject({
      package: 'minimist',
      lifetime: { introducedAt: rows[0]!.introduced.getTime() },
    })
    await upload(['lodash@4.17.21', 'left-pad@1.3.0', 'minimist@1.2.8'])
    expect(await member.scans.findings({ params: { projectUuid } })).toEqual([])
    const { rows: ended } = await sql<{ kind: string }>`
      select end_kind as kind from finding where uuid = ${rows[0]!.uuid}`.execute(server.db)
    expect(ended).toEqual([{ kind: 'upgraded' }])
  })
})

/**
 * What is computed when it is asked for: times of the last use, commands that were not tried, and how many advisories
 * there are, of which the file has those with findings.
 */
const ofToday = new Set(['advisories', 'checkedAt', 'command', 'features', 'lastUsedAt'])

/** What was there and is not any more, by path. Later versions may add fields, and items with an id. */
function differencesOf(before: unknown, after: unknown, at = ''): string[] {
  if (typeof before !== 'object' || before === null)
    return Object.is(before, after) ? [] : [`${at}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`]
  if (typeof after !== 'object' || after === null) return [`${at}: gone`]
  const now = new Map(Object.entries(after).map(([key, value]) => [keyOf(key, value), value as unknown]))
  return Object.entries(before).flatMap(([key, value]) =>
    ofToday.has(key) ? [] : differencesOf(value, now.get(keyOf(key, value)), `${at}.${key}`),
  )
}

/** Items of a list with an id are the same wherever they stand. */
function keyOf(key: string, value: unknown): string {
  if (!/^\d+$/.test(key) || typeof value !== 'object' || value === null || !('uuid' in value)) return key
  return `${String(value.uuid)} ${'branch' in value ? String(value.branch) : ''}`
}
