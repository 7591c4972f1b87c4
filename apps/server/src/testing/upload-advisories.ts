import type { SyncProgress } from '@assay/contract/advisory-databases.ts'
import { expect } from 'vitest'
import type { TestMember, TestServer } from './test-server.ts'

/** Creates an account with the operator's permissions and returns its administrator. */
export async function newOperator(server: TestServer): Promise<TestMember> {
  const operator = await server.newAccount()
  await server.db
    .updateTable('account')
    .set({ is_operator: true })
    .where('uuid', '=', operator.accountUuid)
    .execute()
  return operator
}

/** Waits for the end of a sync and returns it. */
export async function endedSync({ api }: TestMember, { uuid }: SyncProgress): Promise<SyncProgress> {
  const find = () => api.advisoryDatabases.progress({ params: { id: 'osv' } })
  await expect.poll(async () => (await find()).state, { timeout: 60_000 }).toMatch(/^(?:done|failed)$/)
  const progress = await find()
  expect(progress.uuid).toBe(uuid)
  return progress
}

/** Uploads a file of advisories as the operator, and waits until it is ingested and rescans are queued. */
export async function uploadAdvisories(
  server: TestServer,
  content: string | Uint8Array,
  query: { modifiedAt?: number } = {},
): Promise<SyncProgress> {
  const operator = await newOperator(server)
  const begun = await operator.api.advisoryDatabases.upload({
    params: { id: 'osv' },
    query: { name: 'advisories.json', ...query },
    body: new Uint8Array(Buffer.from(content)),
  })
  return endedSync(operator, begun)
}
