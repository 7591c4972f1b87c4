import { sql } from 'kysely'
import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { openvex, vexPart } from '#testing/vex-documents.ts'
import { readVexAgainJob } from './read-vex-again-job.ts'

const server = testServer()

const add = ({ api, accountUuid }: TestMember, document: object) =>
  api.vex.add({ params: { accountUuid }, body: { file: vexPart(document) } })

/** Scans a package and returns the statuses of its first finding. */
async function scan({ api }: TestMember, listed: string) {
  const body = {
    file: filePart(npmInventory([listed])),
    url: `https://example.org/${listed}`,
    branch: 'main',
  }
  const { uuid: projectUuid } = await api.uploads.intoNew({ body })
  const findings = () => api.scans.findings({ params: { projectUuid } })
  const cve = (await findings())[0]!.cve!
  const status = async () =>
    (await findings()).find((finding) => finding.cve === cve)!.versions[0]!.vex?.status
  return { cve, status }
}

const readAgain = () => readVexAgainJob.run(server.context, {}, { priority: 'refresh' })

test('a document that an earlier version misread is read again, and its branches are rescanned', async () => {
  const member = await server.newAccount()
  const [lodash, minimist] = [await scan(member, 'lodash@4.17.4'), await scan(member, 'minimist@0.0.8')]
  const { uuid } = await add(member, openvex({ vulnerability: lodash.cve }))
  await expect.poll(lodash.status, { timeout: 60_000 }).toBe('not_affected')

  // Simulates an earlier version that read a different vulnerability and package.
  await sql`update vex_statement set ids = ${[minimist.cve]}, package = 'npm minimist',
    product = '{"id": "pkg:npm/minimist", "versions": null}' where document_uuid = ${uuid}`.execute(server.db)
  await sql`update vex_document set reader_version = 0, statement_count = 7 where uuid = ${uuid}`.execute(
    server.db,
  )
  await scan(member, 'minimist@0.0.8')
  expect(await minimist.status()).toBe('not_affected')
  await scan(member, 'lodash@4.17.4')
  expect(await lodash.status()).toBeUndefined()

  await readAgain()
  await expect.poll(minimist.status, { timeout: 60_000 }).toBeUndefined()
  await expect.poll(lodash.status, { timeout: 60_000 }).toBe('not_affected')
  const [document] = await member.api.vex.list({ params: { accountUuid: member.accountUuid } })
  expect(document).toMatchObject({ uuid, statementCount: 1 })
})

test('documents of this version are not read again, and unreadable ones keep their statements', async () => {
  const member = await server.newAccount()
  const [current, unreadable] = [await add(member, openvex()), await add(member, openvex())]
  await sql`update vex_statement set ids = '{CVE-2000-0001}' where account_uuid = ${member.accountUuid}`.execute(
    server.db,
  )
  await sql`update vex_document set reader_version = 0, content = ${zstdCompressSync('{}')}
    where uuid = ${unreadable.uuid}`.execute(server.db)
  await readAgain()
  const { rows } = await sql`
    select vex_document.uuid, reader_version > 0 as "isRead", ids from vex_document
    join vex_statement on document_uuid = vex_document.uuid
    where vex_document.account_uuid = ${member.accountUuid}`.execute(server.db)
  const ids = ['CVE-2000-0001']
  expect(rows).toHaveLength(2)
  for (const { uuid } of [current, unreadable]) expect(rows).toContainEqual({ uuid, isRead: true, ids })
})

test('a document that fails does not keep later ones from being read', async () => {
  const member = await server.newAccount()
  const [damaged, later] = [await add(member, openvex()), await add(member, openvex())]
  await sql`update vex_document set reader_version = 0 where account_uuid = ${member.accountUuid}`.execute(
    server.db,
  )
  await sql`update vex_document set content = 'damaged' where uuid = ${damaged.uuid}`.execute(server.db)
  await expect(readAgain()).rejects.toThrow()
  const { rows } = await sql`select uuid from vex_document
    where account_uuid = ${member.accountUuid} and reader_version > 0`.execute(server.db)
  expect(rows).toEqual([{ uuid: later.uuid }])
})
