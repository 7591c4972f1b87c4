import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { accountScope, type Scope } from '#auth/scope.ts'
import { RowsRemoved } from '#platform/database/packed-keys.ts'
import { fillBranch } from '#testing/fill-branch.ts'
import { componentKeysAt, componentPages } from './component-pages-store.ts'
import { pathsAt } from './paths-at.ts'

let scope: Scope
let branchUuid: string
const components = 1_200

const server = testServer({ withWorker: false })

/** The pages of the first scan, of a branch of a new account. */
async function pages() {
  const { accountUuid } = await server.newAccount()
  scope = accountScope(accountUuid)
  await fillBranch(server.db, { accountUuid, components, findings: 8, excluded: 1 })
  const branch = server.db.selectFrom('branch').select('uuid').where('account_uuid', '=', accountUuid)
  branchUuid = (await branch.executeTakeFirstOrThrow()).uuid
  const keys = await componentKeysAt(server.db, scope, { branchUuid, number: 1 })
  return componentPages(server.db, scope, { branchUuid, keys })
}

const inBranch = () => sql`account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid}`

test('a response continues with the scan that it began with, regardless of newer scans', async () => {
  const read = await pages()
  const first = (await read.next()).value as { name: string }[]
  expect(first.length).toBeLessThan(components / 2)
  await sql`update component_use set ended_number = 2 where ${inBranch()}`.execute(server.db)
  await sql`
    insert into component_content (account_uuid, digest, ecosystem, package_name, name, version, licenses, violations)
    select account_uuid, sha256(digest), ecosystem, package_name, name, '9.9.9', licenses, violations
    from component_content where account_uuid = ${scope.accountUuid}`.execute(server.db)
  await sql`
    insert into component_use (account_uuid, branch_uuid, introduced_number, digest, content, scope, required_by,
      locations)
    select account_uuid, branch_uuid, 2, digest, sha256(content), scope, required_by, locations
    from component_use where ${inBranch()}`.execute(server.db)
  const rest = (await Array.fromAsync(read)).flat()
  expect(new Set([...first, ...rest].map(({ name }) => name)).size).toBe(components)
  expect(new Set(rest.map(({ version }) => version))).toEqual(new Set(['1.0.0']))
})

test('a response whose rows are removed meanwhile fails instead of being truncated', async () => {
  const read = await pages()
  await read.next()
  await sql`
    delete from component_use where ${inBranch()} and digest = decode(md5('999'), 'hex')`.execute(server.db)
  await expect(Array.fromAsync(read)).rejects.toThrow(RowsRemoved)
})

test('paths lead through the version that the scan has of a requirer, whichever its row names', async () => {
  await pages()
  const key = 'package-40@1.0.0'
  const read = async () => {
    const at = { branchUuid, number: 1 }
    const all = [await pathsAt(server.db, scope, { ...at, of: [key] }), await pathsAt(server.db, scope, at)]
    return all.map((pathsTo) => pathsTo(key, 5))
  }
  const path = ['package-1', 'package-4', 'package-13', 'package-40'].map((name) => `${name}:1.0.0`)
  expect(await read()).toEqual([[path], [path]])
  await sql`
    update component_use set required_by = array[replace(required_by[1], '@1.0.0', '@2.0.0')]
    where ${inBranch()} and required_by <> '{}'`.execute(server.db)
  expect(await read()).toEqual([[path], [path]])
  // With two versions of it, rows name that which they mean.
  await sql`
    with other as (
      insert into component_content (account_uuid, digest, ecosystem, package_name, name, version, licenses, violations)
      select account_uuid, decode(md5(digest::text), 'hex'), ecosystem, package_name, name, '2.0.0', licenses, violations
      from component_content where account_uuid = ${scope.accountUuid} and name = 'package-13'
      returning account_uuid, digest)
    insert into component_use (account_uuid, branch_uuid, introduced_number, digest, content, scope, is_direct,
      required_by, locations)
    select account_uuid, ${branchUuid}, 1, digest, digest, 'runtime', true, '{}', '{a}' from other`.execute(
    server.db,
  )
  const other = [['package-13:2.0.0', 'package-40:1.0.0']]
  expect(await read()).toEqual([other, other])
})
