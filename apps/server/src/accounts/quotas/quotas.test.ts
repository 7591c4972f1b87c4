import { newOperator } from '#testing/upload-advisories.ts'
import type { Quotas } from '@assay/contract/quotas.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer({ withWorker: false })
const operator = forAllTests(() => newOperator(server))

const none: Quotas = { projects: null, uploadsAnHour: null, storageBytes: null, waitingScans: null }

const upload = ({ api }: TestMember, name: string, packages = ['lodash@4.17.4']) =>
  api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(packages)),
      url: `https://example.org/${name}`,
      branch: 'main',
    },
  })

test.each<[Partial<Quotas>, string]>([
  [{ projects: 1 }, 'The operator allows this account 1 projects. Remove some first'],
  [{ uploadsAnHour: 1 }, 'The operator allows this account 1 uploads an hour. Try again in the next hour'],
  [
    { waitingScans: 1 },
    'The operator allows this account 1 scans that wait or run. Try again when some have ended',
  ],
  [
    { storageBytes: 10 },
    'The operator allows this account 10 bytes of documents. Remove projects, or keep documents for less time',
  ],
])('%j: the second upload is refused, and the first one stays', async (quotas, message) => {
  const member = await server.newAccount()
  await operator.api.quotas.save({ params: member, body: { ...none, ...quotas } })
  await upload(member, 'one')
  const refused = { status: 409, errorType: 'limitReached', message }
  await expect(upload(member, 'two')).rejects.toMatchObject(refused)
  const { allowed, used } = await member.api.quotas.get({ params: member })
  expect(allowed).toEqual({ ...none, ...quotas })
  expect(used).toMatchObject({ projects: 1, waitingScans: 1 })
  await operator.api.quotas.save({ params: member, body: none })
  await upload(member, 'two')
})

test('only the operator sets them', async () => {
  const member = await server.newAccount()
  const refused = { status: 403, errorType: 'operatorOnly' }
  await expect(member.api.quotas.save({ params: member, body: none })).rejects.toMatchObject(refused)
  await expect(member.api.quotas.save({ params: operator, body: none })).rejects.toMatchObject({
    status: 404,
  })
})

test.each<Partial<Quotas>>([{ uploadsAnHour: 3, projects: 3 }, { waitingScans: 3 }])(
  'of uploads at once, no more than allowed are accepted: %j',
  async (quotas) => {
    const member = await server.newAccount()
    await operator.api.quotas.save({ params: member, body: { ...none, ...quotas } })
    const sent = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => upload(member, `p-${at}`)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  },
)

test('the bytes of documents are added up at each upload, and counted again before one is refused', async () => {
  const member = await server.newAccount()
  const limit = (storageBytes: number | null) =>
    operator.api.quotas.save({ params: member, body: { ...none, storageBytes } })
  const kept = async () => {
    const { rows } = await sql<{ bytes: number | null }>`
      select stored_bytes::float8 as bytes from account_quota where account_uuid = ${member.accountUuid}`.execute(
      server.db,
    )
    return rows[0]!.bytes
  }
  const stored = async () => (await member.api.quotas.get({ params: member })).used.storageBytes
  await limit(1_000_000)
  for (const [name, inventory] of [
    ['one', ['lodash@4.17.4']],
    ['two', ['minimist@1.2.0']],
    ['the same', ['minimist@1.2.0']],
  ] as const)
    await upload(member, name, [...inventory])
  const bytes = await stored()
  expect(bytes).toBeGreaterThan(100)
  // A row says of a value that it has a head of four bytes more or less.
  expect(Math.abs((await kept())! - bytes)).toBeLessThan(20)
  await limit(bytes)
  await expect(upload(member, 'three')).rejects.toMatchObject({ errorType: 'limitReached' })
  await sql`delete from build_document where account_uuid = ${member.accountUuid}`.execute(server.db)
  await sql`delete from document where account_uuid = ${member.accountUuid}`.execute(server.db)
  await upload(member, 'three')
  expect(Math.abs((await kept())! - (await stored()))).toBeLessThan(20)
  await limit(null)
  expect(await kept()).toBeNull()
})
