import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountScope } from '#auth/scope.ts'
import { ensureBranch } from '#projects/project-store.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import type { BranchFacts } from './branch-facts.ts'
import { branchFacts, readBranchRows } from './branch-table-store.ts'
import type { Moment } from './branch-table.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server?.stop())

test('the first read may take minutes, and later ones as long as any statement', async () => {
  const { db } = server
  const { accountUuid, api } = await server.newAccount()
  const scope = accountScope(accountUuid)
  const { uuid: projectUuid } = await api.projects.create({ body: { url: 'https://example.com/org/a' } })
  const read = async (since: Moment | null) => {
    const reading = await readBranchRows<BranchFacts & { limit: string }>(db, scope, {
      since,
      rowsOf: (which) => sql`
        select ${branchFacts}, current_setting('statement_timeout') as limit
        from branch join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
        where branch.account_uuid = ${accountUuid} and ${which}`,
    })
    return reading!
  }
  await db.transaction().execute((tx) => ensureBranch(tx, scope, { projectUuid, name: 'main' }))
  const first = await read(null)
  await db.transaction().execute((tx) => ensureBranch(tx, scope, { projectUuid, name: 'next' }))
  const next = await read(first)
  expect([first, next].map(({ rows }) => rows.map(({ branchText, limit }) => [branchText, limit]))).toEqual([
    [['main', '10min']],
    [['next', '30s']],
  ])
})
