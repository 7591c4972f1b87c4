import { domains } from '@assay/engine/vocabulary.ts'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()

const bom = (...components: object[]) =>
  filePart(jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }))
const lodash = (version: string, purl?: string) => ({ type: 'library', name: 'lodash', version, purl })
const vulnerable = lodash('4.17.4', 'pkg:npm/lodash@4.17.4')

const upload = ({ api }: TestMember, name: string, file: ReturnType<typeof filePart>) =>
  api.uploads.intoNew({ body: { file, url: `https://example.org/${name}`, branch: 'main' } })

test('only a real fix is an improvement, not an inventory that covers less', async () => {
  const member = await server.newAccount()
  const changes = {
    emptied: bom(),
    'purl-lost': bom(lodash('4.17.4')),
    fixed: bom(lodash('4.17.21', 'pkg:npm/lodash@4.17.21')),
  }
  for (const [name, file] of Object.entries(changes)) {
    await upload(member, name, bom(vulnerable))
    await upload(member, name, file)
  }
  const { topPerforming, projects } = await member.api.metrics.security({ query: {} })
  expect(topPerforming.map(({ nameTail }) => nameTail)).toEqual(['fixed'])
  const rows = Object.fromEntries(projects.map((row) => [row.nameTail, row]))
  for (const name of ['emptied', 'purl-lost'])
    expect(rows[name]).toMatchObject({ coversLess: true, deltaSecurityScore: 0, performanceScore: 0 })
  expect(rows['emptied']!.securityScore).toBeLessThan(100)
  expect(rows['fixed']).toMatchObject({ coversLess: false })
})

test('every row says what its last scan checked, and unmeasured ones are sorted last', async () => {
  const member = await server.newAccount()
  const unread = bom(lodash('4.17.4'), { type: 'library', name: 'unversioned', purl: 'pkg:npm/unversioned' })
  await upload(member, 'unmeasured', bom(lodash('4.17.4')))
  await upload(member, 'vulnerable', bom(vulnerable))
  await upload(member, 'partly', bom(vulnerable, lodash('4.17.4')))
  await upload(member, 'another-unmeasured', unread)
  const read = (query: object) => member.api.metrics.security({ query: { sort: 'securityScore', ...query } })
  const { projects, overview } = await read({})
  expect(
    Object.fromEntries(
      projects.map(({ nameTail, coverage: { checked, listed } }) => [nameTail, [checked, listed]]),
    ),
  ).toEqual({
    unmeasured: [0, 1],
    vulnerable: [1, 1],
    partly: [1, 2],
    'another-unmeasured': [0, 2],
  })
  expect(overview).toMatchObject({ rows: 4, measuredRows: 2 })
  for (const direction of ['asc', 'desc']) {
    const pages: string[] = []
    let cursor: string | null = null
    do {
      const page = await read({ direction, limit: '1', ...(cursor !== null && { cursor }) })
      pages.push(...page.projects.map(({ nameTail }) => nameTail))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(pages).toHaveLength(4)
    expect(new Set(pages.slice(2))).toEqual(new Set(['unmeasured', 'another-unmeasured']))
  }
  const row = projects.find(({ nameTail }) => nameTail === 'partly')!
  const details = await member.api.metrics.project({
    params: { projectUuid: row.projectUUID },
    query: { branch: 'main' },
  })
  expect(details.scans[0]).toMatchObject({
    coverage: { listed: 2, checked: 1 },
    measured: { security: true },
  })
})

test('a score without advisory data is in no average until a rescan measures it', async () => {
  const member = await server.newAccount()
  const setCheckedAt = (at: Date | null) =>
    server.db
      .updateTable('advisory_database')
      .set({ checked_at: at })
      .where('ecosystem', '=', 'npm')
      .execute()
  await setCheckedAt(null)
  await upload(member, 'unmeasured', filePart(npmInventory(['unknown-thing@1.0.0'])))
  const read = () => member.api.metrics.security({ query: {} })
  const before = await read()
  expect(before.overview.securityScore).toBeNull()
  expect(before.projects[0]).toMatchObject({ measured: { security: false } })
  await setCheckedAt(new Date())
  // The same result: the stored scan is confirmed, with what was checked now.
  const params = { projectUuid: before.projects[0]!.projectUUID }
  await member.api.reports.recompute({ params })
  const after = await read()
  expect(after.projects[0]).toMatchObject({ totalScans: 1, measured: { security: true } })
  expect(after.overview.securityScore).toBe(100)
})

test('a project of which nothing was measured changes no average, ranking or badge', async () => {
  const member = await server.newAccount()
  const { api } = member
  const named = ({ nameTail }: { nameTail: string }) => nameTail
  const read = async () => {
    const { overview, topPerforming, leastPerforming } = await api.metrics.security({ query: {} })
    const { securityScore, deltaSecurityScore, measuredRows } = overview
    return {
      securityScore,
      deltaSecurityScore,
      measuredRows,
      top: topPerforming.map(named),
      least: leastPerforming.map(named),
    }
  }
  const fixed = lodash('4.17.21', 'pkg:npm/lodash@4.17.21')
  for (const [name, files] of Object.entries({ better: [vulnerable, fixed], worse: [fixed, vulnerable] }))
    for (const each of files) await upload(member, name, bom(each))
  const before = await read()
  expect(before).toMatchObject({ measuredRows: 2, top: ['better'], least: ['worse'] })

  const unmeasured = {
    'without-purl': [bom(lodash('4.17.4')), bom(lodash('4.17.5'))],
    'without-version': [bom(lodash('', 'pkg:npm/lodash')), bom(lodash('latest', 'pkg:npm/lodash@latest'))],
    'another-ecosystem': [bom(lodash('1', 'pkg:conda/lodash@1')), bom(lodash('2', 'pkg:conda/lodash@2'))],
  }
  for (const [name, files] of Object.entries(unmeasured)) {
    let uuid = ''
    for (const each of files) uuid = (await upload(member, name, each)).uuid
    expect({ name, ...(await read()) }).toEqual({ name, ...before })
    for (const domain of domains) {
      const badge = await api.badges.shields({ params: { project: uuid, domain } })
      expect(badge).toMatchObject({ color: 'lightgrey', message: expect.not.stringMatching(/\d/) })
    }
    const { branches } = await api.reports.summary({ params: { projectUuid: uuid }, query: {} })
    expect(branches[0]).toMatchObject({
      measured: { security: false, stability: false, licensing: false },
      outcome: 'UNDECLARED',
    })
  }
})
