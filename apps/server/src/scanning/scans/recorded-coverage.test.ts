import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()

const url = 'https://example.org/covered'
const bom = (...components: object[]) =>
  filePart(jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }))
const library = (name: string, version: string, purl?: string) => ({ type: 'library', name, version, purl })

const upload = (member: TestMember, file: ReturnType<typeof filePart>) =>
  member.api.uploads.intoNew({ body: { file, url, branch: 'main' } })

const projectOf = async ({ api, accountUuid }: TestMember) =>
  (await api.projects.list({ params: { accountUuid } }))[0]!.uuid

const setCheckedAt = (at: Date | null) =>
  server.db.updateTable('advisory_database').set({ checked_at: at }).where('ecosystem', '=', 'npm').execute()

/** The scans of an account, oldest first. */
const stored = ({ accountUuid }: TestMember) =>
  server.db
    .selectFrom('scan')
    .select(['checked', 'checked_count', 'gap_counts', 'blocking_gaps', 'hiding_gaps', 'gaps'])
    .select(['security_measured', 'covers_less', 'carried_security_score', 'security_score'])
    .where('account_uuid', '=', accountUuid)
    .orderBy('scanned_at')
    .execute()

test('a scan stores what it checked, and its gaps, those that block first', async () => {
  const member = await server.newAccount()
  const left = library('left', '1.0.0', 'pkg:npm/left@1.0.0')
  await upload(
    member,
    bom(left, library('tool', '1.0.0', 'pkg:acme/tool@1.0.0'), library('openssl', '3.0.0')),
  )
  const [scan] = await stored(member)
  expect(scan).toMatchObject({
    checked: { npm: 1 },
    checked_count: 1,
    gap_counts: { 'purl-missing': 1, 'ecosystem-unsupported': 1 },
    blocking_gaps: 2,
    hiding_gaps: 2,
  })
  expect(scan!.gaps).toContainEqual({
    reason: 'purl-missing',
    component: { ecosystem: null, name: 'openssl', version: '3.0.0' },
    where: expect.any(String),
    isDevelopment: false,
    message: '',
    blocks: true,
    acceptanceUuid: null,
  })
})

test('with advisory data that was never complete, nothing is checked, and findings alone measure security', async () => {
  const member = await server.newAccount()
  await setCheckedAt(null)
  await upload(member, filePart(npmInventory(['unknown-thing@1.0.0'])))
  await upload(member, filePart(npmInventory(['lodash@4.17.4'])))
  await setCheckedAt(new Date())
  expect(await stored(member)).toMatchObject([
    { checked_count: 0, gap_counts: { 'advisories-outdated': 1 }, security_measured: false },
    { checked_count: 0, gap_counts: { 'advisories-outdated': 1 }, security_measured: true },
  ])
  await member.api.reports.recompute({ params: { projectUuid: await projectOf(member) } })
  expect(await stored(member)).toMatchObject([{}, { checked: { npm: 1 }, checked_count: 1, gap_counts: {} }])
})

test('a scan that covers less carries the last covered score, until one covers as much again', async () => {
  const member = await server.newAccount()
  const vulnerable = library('lodash', '4.17.4', 'pkg:npm/lodash@4.17.4')
  await upload(member, bom(vulnerable))
  await upload(member, bom())
  await upload(member, bom(library('lodash', '4.17.4')))
  await upload(member, bom(library('lodash', '4.17.21', 'pkg:npm/lodash@4.17.21')))
  const scans = await stored(member)
  const { security_score: score } = scans[0]!
  expect(score).toBeLessThan(100)
  expect(scans).toMatchObject([
    { covers_less: false, carried_security_score: null },
    { covers_less: true, carried_security_score: score },
    { covers_less: true, carried_security_score: score },
    { covers_less: false, carried_security_score: null },
  ])
})
