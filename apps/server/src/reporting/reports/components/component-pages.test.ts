import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountScope, type Scope } from '#auth/scope.ts'
import { RowsRemoved } from '#platform/database/packed-keys.ts'
import { fillBranch } from '#testing/fill-branch.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { componentKeysAt, componentPages } from './component-pages-store.ts'

let server: TestServer
let scope: Scope
let branchUuid: string
const components = 1_200

beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server.stop())

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
