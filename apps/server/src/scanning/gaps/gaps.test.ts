import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { rescanExpiredGapsJob } from './rescan-expired-job.ts'

const server = testServer()

const components = [
  { type: 'library', name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0' },
  { type: 'library', name: 'openssl', version: '3.0.0' },
]

const upload = (member: TestMember, name = 'shop', listed: object[] = components) =>
  member.api.uploads.intoNew({
    body: {
      file: filePart(
        jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: listed }),
      ),
      url: `https://example.org/${name}`,
      branch: 'main',
    },
  })

const overview = ({ api }: TestMember, projectUuid: string) =>
  api.scans.overview({ params: { projectUuid }, query: {} })

const gapsOf = async (member: TestMember, projectUuid: string) =>
  (await overview(member, projectUuid)).scan.gaps

const openssl = { package: { ecosystem: null, name: 'openssl' }, reason: 'linked by hand, checked monthly' }

test('every score comes with what was checked', async () => {
  const member = await server.newAccount()
  const { api, accountUuid } = member
  const build = await upload(member)
  const projectUuid = build.uuid
  const covered = {
    coverage: { listed: 2, checked: 1, blocking: 1, coversLess: false },
    measured: { security: true, stability: false, licensing: false },
  }
  const { scan, branches, scans } = await overview(member, projectUuid)
  const [listed] = await api.reports.list({ query: {} })
  const { branches: summaries } = await api.reports.summary({ params: { projectUuid }, query: {} })
  const { items } = await api.projects.page({ params: { accountUuid }, query: {} })
  const report = await api.reports.full({ params: { projectUuid }, query: {} })
  for (const each of [build, scan, branches[0], scans[0], listed, summaries[0], items[0]!.main, report])
    expect(each).toMatchObject(covered)
  expect(scan.gaps).toEqual({
    total: 1,
    byReason: { 'purl-missing': 1 },
    items: [
      {
        reason: 'purl-missing',
        component: { ecosystem: null, name: 'openssl', version: '3.0.0' },
        where: expect.stringContaining('.json'),
        isDevelopment: false,
        message: expect.stringContaining('openssl 3.0.0'),
        action: expect.stringContaining('package URL'),
        blocks: true,
        acceptanceUuid: null,
      },
    ],
  })
})

test('an accepted gap is listed, blocks nothing, and counts again once removed or expired', async () => {
  const member = await server.newAccount()
  const { api, accountUuid } = member
  const params = { accountUuid }
  const { uuid: projectUuid } = await upload(member)
  const { uuid: elsewhere } = await upload(member, 'elsewhere')
  const accepted = await api.gaps.accept({ params, body: { ...openssl, projectUuid } })
  expect(accepted).toMatchObject({ ...openssl, projectUuid, teamUuids: null, createdBy: member.uuid })
  expect(await api.gaps.list({ params })).toEqual([accepted])
  await expect
    .poll(async () => (await gapsOf(member, projectUuid)).items)
    .toMatchObject([{ acceptanceUuid: accepted.uuid, blocks: false }])
  expect(await gapsOf(member, elsewhere)).toMatchObject({ items: [{ acceptanceUuid: null, blocks: true }] })

  await api.gaps.remove({ params: { ...params, gapUuid: accepted.uuid } })
  await expect.poll(async () => (await gapsOf(member, projectUuid)).items).toMatchObject([{ blocks: true }])
  expect(await api.gaps.list({ params })).toEqual([])

  const { uuid } = await api.gaps.accept({ params, body: { ...openssl, expiresAt: Date.now() + 86_400_000 } })
  for (const each of [projectUuid, elsewhere])
    await expect
      .poll(async () => (await gapsOf(member, each)).items)
      .toMatchObject([{ acceptanceUuid: uuid }])
  await server.db
    .updateTable('accepted_gap')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('uuid', '=', uuid)
    .execute()
  expect(await api.gaps.list({ params })).toEqual([])
  await server.context.queue.send(server.db, rescanExpiredGapsJob, {})
  for (const each of [projectUuid, elsewhere])
    await expect
      .poll(async () => (await gapsOf(member, each)).items)
      .toMatchObject([{ acceptanceUuid: null }])
})

test('one acceptance covers all packages of a kind that no advisories are about', async () => {
  const member = await server.newAccount()
  const { api, accountUuid } = member
  const conda = ['a', 'b'].map((name) => ({
    type: 'library',
    name,
    version: '1',
    purl: `pkg:conda/${name}@1`,
  }))
  const { uuid } = await upload(member, 'conda', [components[0]!, ...conda])
  expect((await gapsOf(member, uuid)).items).toMatchObject(
    conda.map(({ name }) => ({ component: { kind: 'pkg:conda', name }, blocks: true })),
  )
  const body = { kind: 'pkg:conda', reason: 'checked with another tool' }
  const accepted = await api.gaps.accept({ params: { accountUuid }, body })
  expect(accepted).toMatchObject(body)
  await expect
    .poll(async () => (await gapsOf(member, uuid)).items.map(({ acceptanceUuid }) => acceptanceUuid))
    .toEqual([accepted.uuid, accepted.uuid])
  const wrong = api.gaps.accept({ params: { accountUuid }, body: { kind: 'conda', reason: 'x' } })
  await expect(wrong).rejects.toMatchObject({ errorType: 'invalidInput' })
})

test('acceptances need a subject, a reason, an end to come, and none that is the same', async () => {
  const { api, accountUuid } = await server.newAccount()
  const params = { accountUuid }
  const accept = (body: Parameters<typeof api.gaps.accept>[0]['body']) => api.gaps.accept({ params, body })
  await expect(accept({ reason: 'x' })).rejects.toMatchObject({
    message: expect.stringContaining('exactly one'),
  })
  await expect(accept({ file: 'pom.xml', reason: ' ' })).rejects.toMatchObject({ message: /reason/ })
  const expired = accept({ file: 'pom.xml', reason: 'x', expiresAt: 1 })
  await expect(expired).rejects.toMatchObject({ status: 400 })
  await accept({ file: 'pom.xml', reason: 'x' })
  const again = { status: 409, errorType: 'gapAccepted' }
  await expect(accept({ file: 'pom.xml', reason: 'y' })).rejects.toMatchObject(again)
})

test('strictness decides whether a gap makes a PASS impossible', async () => {
  const member = await server.newAccount()
  const { api, accountUuid } = member
  const params = { accountUuid }
  const { uuid: projectUuid } = await upload(member)
  const blocking = async () => (await overview(member, projectUuid)).scan.coverage.blocking
  expect(await blocking()).toBe(1)
  expect(await api.accounts.configure({ params, body: { coverageStrictness: 'off' } })).toMatchObject({
    coverageStrictness: 'off',
  })
  await api.reports.recompute({ params: { projectUuid }, query: {} })
  expect(await blocking()).toBe(0)
})
