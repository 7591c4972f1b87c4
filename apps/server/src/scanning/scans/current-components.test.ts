import { expect, test } from 'vitest'
import { accountScope } from '#auth/scope.ts'
import { listNewEcosystems } from '#knowledge/advisories/feeds/feed-store.ts'
import { recordUse } from '#knowledge/releases/tracked-packages-store.ts'
import { startTestServer } from '#testing/test-server.ts'
import { fillBranch } from '#testing/fill-branch.ts'
import { loggedDatabase } from '#testing/logged-database.ts'
import { replaceLicenses } from './branch-license-store.ts'
import { endComponents, listComponentDigests } from './component-store.ts'

test('a scan reads a branch without reading the components of the whole account', async () => {
  const database = await loggedDatabase()
  const { db, pool, statements } = database
  const server = await startTestServer({ withWorker: false, database })
  try {
    const { accountUuid } = await server.newAccount()
    const scope = accountScope(accountUuid)
    const { projectUuid } = await fillBranch(db, { accountUuid, components: 100, findings: 10, excluded: 1 })
    const { uuid: branchUuid } = await db
      .selectFrom('branch')
      .select('uuid')
      .where('project_uuid', '=', projectUuid)
      .executeTakeFirstOrThrow()
    statements.length = 0
    await db.transaction().execute(async (tx) => {
      const digests = [...(await listComponentDigests(tx, scope, branchUuid))]
      await replaceLicenses(tx, scope, { uuid: branchUuid, projectUuid, lastNumber: 1 })
      await listNewEcosystems(tx, { accountUuid, branchUuid })
      await recordUse(tx, { accountUuid, branchUuid, ecosystems: ['npm'] })
      await endComponents(tx, scope, { branchUuid, number: 2, digests })
    })
    const reading = statements.filter(({ sql }) =>
      /\b(?:from|update) component(?:_use|_of_branch)?\b/.test(sql),
    )
    expect(reading).toHaveLength(5)
    for (const { sql, parameters } of reading) {
      const { rows } = await pool.query(`explain ${sql}`, [...parameters])
      expect({ sql, plan: JSON.stringify(rows) }).not.toMatchObject({
        plan: expect.stringContaining('component_use_of_content'),
      })
    }
  } finally {
    await server.stop()
  }
})
