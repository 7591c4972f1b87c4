import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { insertAccount } from '#accounts/account/store.ts'
import { accountScope } from '#auth/scope.ts'
import { fillSeries } from '#testing/fill-series.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { up } from './022-below-policy.ts'

const fresh = forAllTests(freshDatabase)

test('stored points say which scans are below policy, as new ones do', async () => {
  const { db, connection } = fresh
  const { accountUuid } = accountScope(randomUUID())
  const [projectUuid, branchUuid] = [randomUUID(), randomUUID()]
  await insertAccount(db, { uuid: accountUuid, name: 'A', email: 'a@example.com' })
  await sql`
    insert into project (account_uuid, uuid, url, name, tags)
    values (${accountUuid}, ${projectUuid}, 'u', 'u', '{}')`.execute(db)
  await sql`
    insert into branch (account_uuid, uuid, project_uuid, name)
    values (${accountUuid}, ${branchUuid}, ${projectUuid}, 'main')`.execute(db)
  await sql`
    insert into scan_row (account_uuid, branch_uuid, number, uuid, project_uuid, build_uuid, scanned_at, security_score,
      stability_score, licensing_score, security_penalty, stability_penalty, licensing_penalty, formula_version, outcome,
      declared_outcome, component_count, languages, files, vulnerability_count, vulnerability_delta, identified_count,
      mitigation_count, identified_total, addressed_total)
    select ${accountUuid}, ${branchUuid}, number, gen_random_uuid(), ${projectUuid}, gen_random_uuid(),
      timestamptz '2024-03-01T23:59:59.999Z' + number * interval '1 hour', number, 1, 1, 1, 1, 1, 1,
      case when number % 3 = 0 then 'FAIL' else 'PASS' end, case number % 7 when 0 then 'FAIL' when 1 then 'PASS' end,
      1, '{}', '{}', number * 2, 2, 3, 1, number * 3, number
    from generate_series(1, 70) number`.execute(db)
  await fillSeries(connection, accountUuid)
  const history = async () => {
    const { rows } = await sql<{ points: Buffer }>`
      select string_agg(points, ''::bytea order by chunk) as points from branch_series`.execute(db)
    return rows[0]!.points
  }
  const expected = await history()
  const isBelow = Array.from({ length: 70 }, (_, at) => (expected[at * 32 + 29]! & 16) !== 0)
  expect(isBelow.slice(0, 9)).toEqual([false, false, true, false, false, true, true, false, true])

  // As versions before the migration wrote them.
  await sql`
    update branch_series set points = (
      select string_agg(set_bit(substring(points from 32 * at + 1 for 32), 29 * 8 + 4, 0), ''::bytea order by at)
      from generate_series(0, length(points) / 32 - 1) at)`.execute(db)
  expect((await history()).equals(expected)).toBe(false)
  await db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>))
  expect((await history()).equals(expected)).toBe(true)
})
