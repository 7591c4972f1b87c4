import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { insertAccount } from '#accounts/account/store.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freshDatabase } from '#testing/fresh-database.ts'

const fresh = forAllTests(freshDatabase)

/** Two projects with the same 60 packages under their own requirers, the second one after an upgrade of every third. */
async function fill(accountUuid: string): Promise<void> {
  const { db } = fresh
  await insertAccount(db, { uuid: accountUuid, name: 'A', email: `${accountUuid}@example.com` })
  for (const url of ['one', 'two']) {
    const [projectUuid, branchUuid] = [randomUUID(), randomUUID()]
    await sql`
      insert into project (account_uuid, uuid, url, name, tags)
      values (${accountUuid}, ${projectUuid}, ${url}, ${url}, '{}')`.execute(db)
    await sql`
      insert into branch (account_uuid, uuid, project_uuid, name)
      values (${accountUuid}, ${branchUuid}, ${projectUuid}, 'main')`.execute(db)
    await sql`
      insert into component (account_uuid, branch_uuid, digest, introduced_number, ended_number, ecosystem,
        package_name, name, version, purl, scope, is_direct, required_by, locations, licenses, violations,
        latest_minor, stability, license_source, licensed_at, copyright, has_known_releases, libyears, sbom_fields)
      select ${accountUuid}, ${branchUuid}, decode(md5(concat(${url}::text, number, version)), 'hex'),
        case version when '1.0.0' then 1 else 2 end, ended, nullif('npm', case number when 1 then 'npm' end),
        'package-' || number, 'Package-' || number, version, 'pkg:npm/package-' || number || '@' || version,
        'runtime', number % 5 = 0, array[${url}::text, 'a "quoted", name'], array[${url} || '.json'],
        case when number % 4 = 0 then '{}'::text[] else '{MIT,ISC}' end, '[{"policy": "p", "license": "MIT"}]',
        '9.9.9', case when number % 7 = 0 then '{deprecated}'::text[] else '{}' end, 'registry', '2026-01-01',
        case when number % 2 = 0 then '(c)' end, true, 1.5,
        case when number % 3 = 0 then '{"ancestors": [{"ecosystem": "npm", "packageName": "old"}]}'::jsonb end
      from generate_series(1, 60) number cross join lateral (
        values ('1.0.0', case when ${url} = 'two' and number % 3 = 0 then 2 end), ('2.0.0', null)
      ) stored (version, ended)
      where version = '1.0.0' or (${url} = 'two' and number % 3 = 0)`.execute(db)
  }
}

const readComponents = async (accountUuid: string) => {
  const { rows } = await sql`
    select account_uuid, branch_uuid, digest, introduced_number, ended_number, ecosystem, package_name, name, version,
      purl, scope, is_direct, required_by, locations, licenses, violations, latest_patch, latest_minor, latest_major,
      stability, license_source, license_registry, licensed_at, license_warning, copyright, has_known_releases,
      libyears, source_name, source_version, sbom_fields
    from component where account_uuid = ${accountUuid} order by branch_uuid, digest`.execute(fresh.db)
  return rows
}

const countContents = async (accountUuid: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from component_content where account_uuid = ${accountUuid}`.execute(
    fresh.db,
  )
  return rows[0]!.count
}

test('components of the version before read the same, each content is stored once for each account', async () => {
  const { db } = fresh
  await sql`drop schema public cascade; create schema public`.execute(db)
  await migrate(db, '025-cases')
  const accounts = [randomUUID(), randomUUID()] as const
  for (const accountUuid of accounts) await fill(accountUuid)
  const before = await Promise.all(accounts.map(readComponents))
  expect(before.map(({ length }) => length)).toEqual([140, 140])
  expect((await migrate(db))[0]).toBe('026-shared-components')
  expect(await Promise.all(accounts.map(readComponents))).toEqual(before)
  expect(await Promise.all(accounts.map(countContents))).toEqual([80, 80])
  await sql`delete from project where account_uuid = ${accounts[0]} and url = 'two'`.execute(db)
  expect(await Promise.all(accounts.map(countContents))).toEqual([60, 80])
})
