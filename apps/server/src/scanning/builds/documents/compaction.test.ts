import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { accountScope } from '#auth/scope.ts'
import { rescanBranch } from '#scanning/builds/uploads/submit-build.ts'
import { findBuild } from '#scanning/builds/store.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { compactDocuments } from './compact-documents-job.ts'
import { loadDocuments } from './document-store.ts'

const server = testServer()

const packages = Array.from({ length: 300 }, (_, at) => `package-${at}@1.${at}.0`)
const inventory = (names: string[] = packages) => {
  const document = JSON.parse(new TextDecoder().decode(npmInventory(names))) as object
  return new TextEncoder().encode(JSON.stringify({ serialNumber: `urn:uuid:${randomUUID()}`, ...document }))
}
const upload = ({ api }: TestMember, bytes: Uint8Array) =>
  api.uploads.intoNew({ body: { file: filePart(bytes), url: 'https://example.org/one', branch: 'main' } })

const documentsOf = async ({ accountUuid }: TestMember) => {
  const { rows } = await sql<{ isDelta: boolean; bytes: number }>`
    select base_digest is not null as "isDelta", length(content) as bytes from document
    where account_uuid = ${accountUuid} order by created_at`.execute(server.db)
  return rows
}
const compacted = () => compactDocuments(server.db, { before: new Date(Date.now() + 1000) })

test('another serial number costs a few bytes, what changed much is whole, and all are read back exactly', async () => {
  const member = await server.newAccount()
  const sent = [
    inventory(),
    inventory(),
    inventory([...packages, 'lodash@4.17.4']),
    inventory(packages.map((each) => `other-${each}`)),
    inventory(packages.map((each) => `other-${each}`)),
  ]
  const builds: string[] = []
  for (const bytes of sent) builds.push((await upload(member, bytes)).id)
  await compacted()
  await compacted()
  const documents = await documentsOf(member)
  expect(documents.map(({ isDelta }) => isDelta)).toEqual([false, true, true, false, true])
  expect(Math.max(...documents.filter(({ isDelta }) => isDelta).map(({ bytes }) => bytes))).toBeLessThan(400)
  for (const [at, buildUuid] of builds.entries()) {
    const [document] = await loadDocuments(server.db, accountScope(member.accountUuid), buildUuid)
    expect(Buffer.from(document!.bytes).equals(sent[at]!), String(at)).toBe(true)
  }
})

test('a rescan reads a document that is stored by how it differs', async () => {
  const member = await server.newAccount()
  const scope = accountScope(member.accountUuid)
  await upload(member, inventory())
  const { uuid: projectUuid } = await upload(member, inventory([...packages, 'lodash@4.17.4']))
  await compacted()
  const [branch] = await member.api.projects.branches({ params: { projectUuid } })
  const rescan = { branchUuid: branch!.uuid, createdBy: null }
  const buildUuid = await server.db
    .transaction()
    .execute((tx) => rescanBranch({ tx, queue: server.context.queue }, scope, rescan))
  await expect.poll(async () => (await findBuild(server.db, scope, buildUuid!))?.state).toBe('success')
})

test('a document is removed with the last one that differs from it', async () => {
  const member = await server.newAccount()
  const { uuid: projectUuid } = await upload(member, inventory())
  await upload(member, inventory())
  await compacted()
  expect((await documentsOf(member)).map(({ isDelta }) => isDelta)).toEqual([false, true])
  const { name } = await member.api.projects.get({ params: { projectUuid } })
  await member.api.projects.remove({ params: { projectUuid }, query: { name } })
  await expect.poll(() => documentsOf(member)).toEqual([])
})
