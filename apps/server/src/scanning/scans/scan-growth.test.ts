import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { accountScope } from '#auth/scope.ts'
import { openAdvisories } from '#knowledge/advisories/indexes/advisories.ts'
import { compileStale } from '#knowledge/advisories/indexes/compile-stale.ts'
import { ingest } from '#knowledge/advisories/ingestion/ingest.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { scanBuild } from './scan-build.ts'

const some = 150
const many = 1200
const fewPerFinding = 50

/**
 * What a scan writes is unknown to the planner's statistics until long after its transaction, so that it may choose a
 * plan that reads all of it for each row: seconds for hundreds of findings, and no end for thousands.
 */
test.each([
  ['without statistics', false],
  ['with statistics of another account', true],
])('the first scan of an account reads rows in proportion to its findings, %s', async (_, hasStatistics) => {
  const server = await startTestServer({ withWorker: false })
  try {
    const names = Array.from({ length: many }, (_, at) => `package-${at}`)
    const texts = names.map((name) => ({ text: JSON.stringify(advisoryOf(name)), where: name }))
    await ingest(server.db, 'test', texts)
    await compileStale(server.db)
    const advisories = openAdvisories({ db: server.db, folder: server.config.dataFolder })
    const scan = async (count: number) => {
      const member = await server.newAccount()
      const packages = names.slice(0, count).map((name) => `${name}@1.0.0`)
      const url = 'https://example.org/many'
      const body = { file: filePart(npmInventory(packages)), url, branch: 'main', wait: 'false' } as const
      const { id } = await member.api.uploads.intoNew({ body })
      const before = await rowsOf(server)
      await scanBuild({ db: server.db, advisories }, accountScope(member.accountUuid), { buildUuid: id })
      const after = await rowsOf(server)
      expect(after.findings - before.findings).toBe(count)
      return Object.fromEntries(
        Object.entries(after.read).map(([table, read]) => [table, read - before.read[table]!]),
      )
    }
    if (hasStatistics) {
      await scan(some)
      await sql`vacuum analyze`.execute(server.db)
    }
    const reads = await scan(many)
    expect(reads['finding']).toBeGreaterThan(many)
    // Half of all that it writes, for each finding, if it has not the right plan.
    for (const [table, rows] of Object.entries(reads))
      expect({ table, isFew: rows < many * fewPerFinding }).toEqual({ table, isFew: true })
  } finally {
    await server.stop()
  }
})

const advisoryOf = (name: string) => ({
  id: `TEST-${name}`,
  modified: '2025-03-02T00:00:00Z',
  affected: [
    {
      package: { ecosystem: 'npm', name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.0.1' }] }],
    },
  ],
})

/** Rows that were read by table, also by statements that left them out again, and findings that were added. */
async function rowsOf({ db }: TestServer): Promise<{ read: Record<string, number>; findings: number }> {
  // Each connection reports its own counts, by itself after seconds.
  const report = () => sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`.execute(db)
  await Promise.all(Array.from({ length: 20 }, report))
  const { rows } = await sql<{ name: string; read: number; added: number }>`
    select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float as read, n_tup_ins::float as added
    from pg_stat_user_tables`.execute(db)
  return {
    read: Object.fromEntries(rows.map(({ name, read }) => [name, read])),
    findings: rows.find(({ name }) => name === 'finding')!.added,
  }
}
