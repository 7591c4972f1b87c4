import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { insertAccount } from '#accounts/account/store.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freshDatabase } from '#testing/fresh-database.ts'

const fresh = forAllTests(freshDatabase)

const [accountUuid, projectUuid, branchUuid] = [randomUUID(), randomUUID(), randomUUID()]

/** As versions before the migration wrote them. */
async function fill(): Promise<void> {
  const { db } = fresh
  await insertAccount(db, { uuid: accountUuid, name: 'A', email: 'a@example.com' })
  await sql`
    insert into project (account_uuid, uuid, url, name, tags)
    values (${accountUuid}, ${projectUuid}, 'u', 'u', '{}')`.execute(db)
  await sql`
    insert into branch (account_uuid, uuid, project_uuid, name)
    values (${accountUuid}, ${branchUuid}, ${projectUuid}, 'main')`.execute(db)
  await sql`
    insert into scan (account_uuid, branch_uuid, number, uuid, project_uuid, build_uuid, scanned_at, security_score,
      stability_score, licensing_score, security_penalty, stability_penalty, licensing_penalty, formula_version, outcome,
      component_count, languages, files, vulnerability_count, vulnerability_delta, identified_count, mitigation_count,
      identified_total, addressed_total, excluded, issues, gaps, documents)
    select ${accountUuid}, ${branchUuid}, number, gen_random_uuid(), ${projectUuid}, gen_random_uuid(),
      timestamptz '2024-03-01' + number * interval '1 day', 1, 1, 1, 1, 1, 1, 1, 'PASS', 1, '{nodejs}', '{a,b}', 0, 0,
      0, 0, 0, 0, case number when 2 then '[{"cve": "C"}]'::jsonb else '[]' end, '[{"code": "c"}]',
      jsonb_build_array(number), '[{"path": "a"}]'
    from generate_series(1, 3) number`.execute(db)
}

const readScans = async () => {
  const { rows } = await sql<{ scan: Record<string, unknown> }>`
    select to_jsonb(scan) - 'content_uuid' - 'has_excluded' as scan from scan order by number`.execute(
    fresh.db,
  )
  return rows.map(({ scan }) => scan)
}

test('scans of the version before read the same, as do those that refer to a content', async () => {
  const { db } = fresh
  await sql`drop schema public cascade; create schema public`.execute(db)
  await migrate(db, '050-moving')
  await fill()
  const before = await readScans()
  expect(before).toMatchObject([{ gaps: [1] }, { excluded: [{ cve: 'C' }] }, { files: ['a', 'b'] }])
  expect((await migrate(db))[0]).toBe('051-scan-contents')
  expect(await readScans()).toEqual(before)
  const { rows } = await sql`select number from scan where has_excluded`.execute(db)
  expect(rows).toEqual([{ number: 2 }])
  // A process of the version before, which declares an outcome.
  await sql`
    with last as (select number from scan where number = 3 for update)
    update scan set declared_outcome = 'FAIL' from last where scan.number = last.number`.execute(db)
  await sql`
    insert into scan_content (account_uuid, scan_uuid, branch_uuid, files, documents, issues, excluded, gaps)
    select account_uuid, uuid, branch_uuid, '{c}', documents, '[]', '[]', '[7]' from scan where number = 1`.execute(
    db,
  )
  await sql`
    update scan_row set content_uuid = (select uuid from scan where number = 1), gaps = nullif(gaps, '[3]')
    where number > 1`.execute(db)
  expect(await readScans()).toMatchObject([
    { files: ['a', 'b'], gaps: [1] },
    { files: ['c'], excluded: [], issues: [], gaps: [2] },
    { files: ['c'], documents: [{ path: 'a' }], gaps: [7], declared_outcome: 'FAIL' },
  ])
})
