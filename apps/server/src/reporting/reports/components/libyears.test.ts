import { dayMs } from '@assay/engine/time.ts'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { saveReleases } from '#knowledge/releases/store.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()

const daysAgo = (days: number) => Date.now() - days * dayMs
const url = 'https://example.org/team/ages'

/** left-pad has known releases, right-pad has none. */
async function scan(member: TestMember, of: { branch?: string } = {}) {
  const file = filePart(npmInventory(['left-pad@1.0.0', 'right-pad@1.0.0']), 'bom.json')
  const { uuid } = await member.api.uploads.intoNew({ body: { file, url, branch: of.branch ?? 'main' } })
  return { projectUuid: uuid }
}

/** Versions with their age in days. */
const know = (member: TestMember, ages: Record<string, number>) =>
  saveReleases(server.db, member.accountUuid, {
    ecosystem: 'npm',
    name: 'left-pad',
    source: 'registry.example.org',
    checkedAt: Date.now(),
    releases: Object.entries(ages).map(([version, days]) => ({ version, publishedAt: daysAgo(days) })),
  })

const twoYears = { '1.0.0': 3 * 365.25, '2.0.0': 365.25 }

const componentOf = async (member: TestMember, params: { projectUuid: string }, name: string) =>
  (await member.api.scans.components({ params })).find((each) => each.name === name)!

test('libyears are stored with the scan and included in every response about it', async () => {
  const member = await server.newAccount()
  await know(member, twoYears)
  const params = await scan(member)
  await scan(member, { branch: 'next' })
  const known = await componentOf(member, params, 'left-pad')
  expect(known).toMatchObject({ libyears: 2, hasKnownReleases: true, latestMajor: '2.0.0' })
  const unknown = await componentOf(member, params, 'right-pad')
  expect(unknown).toMatchObject({ libyears: null, hasKnownReleases: false, latestMajor: null })

  const ages = { libyears: 2, unknownReleases: 1 }
  const overview = await member.api.scans.overview({ params })
  expect(overview.scan).toMatchObject(ages)
  expect(overview.scans[0]).toMatchObject(ages)
  const { stability } = await member.api.reports.full({ params, query: {} })
  expect(stability).toMatchObject(ages)
  expect(stability.assessments[0]!.versions).toMatchObject([{ name: 'left-pad', libyears: 2 }])
  const { branches } = await member.api.reports.summary({ params, query: {} })
  expect(branches).toMatchObject([ages, ages])
  const metrics = await member.api.metrics.security({ query: {} })
  expect(metrics.overview).toMatchObject({ libyears: 4, unknownReleases: 2 })
  const details = await member.api.metrics.project({ params, query: { branch: 'main' } })
  expect(details.scans).toMatchObject([{ libyears: 2 }])
})

test('without known releases there is no sum, and every component counts as unknown', async () => {
  const member = await server.newAccount()
  const params = await scan(member)
  const { scan: item } = await member.api.scans.overview({ params })
  expect(item).toMatchObject({ libyears: null, unknownReleases: 2, stability: 100 })
  const { overview } = await member.api.metrics.security({ query: {} })
  expect(overview).toMatchObject({ libyears: null, unknownReleases: 2 })
})

test('a rescan stores new release data; without changes it records no scan', async () => {
  const member = await server.newAccount()
  const params = await scan(member)
  await know(member, twoYears)
  const numberOf = async () => {
    await member.api.reports.recompute({ params, query: {} })
    const { scan: item } = await member.api.scans.overview({ params })
    return [item.number, item.libyears, item.unknownReleases]
  }
  expect(await numberOf()).toEqual([2, 2, 1])
  expect(await numberOf()).toEqual([2, 2, 1])
})

test("releases younger than the account's cool-down are not recommended until it is reduced", async () => {
  const member = await server.newAccount()
  const account = { params: { accountUuid: member.accountUuid } }
  expect((await member.api.accounts.configuration(account)).coolDownDays).toBe(3)
  await know(member, { '1.0.0': 400, '1.0.1': 2, '1.0.2': 0 })
  const params = await scan(member)
  const newest = async () => (await componentOf(member, params, 'left-pad')).latestPatch
  expect(await newest()).toBeNull()
  await member.api.accounts.configure({ ...account, body: { coolDownDays: 1 } })
  expect(await newest()).toBeNull()
  await member.api.reports.recompute({ params, query: {} })
  expect(await newest()).toBe('1.0.1')
  expect(await member.api.accounts.configure({ ...account, body: { coolDownDays: 0 } })).toMatchObject({
    coolDownDays: 0,
  })
  await scan(member)
  expect(await newest()).toBe('1.0.2')
  await expect(
    member.api.accounts.configure({ ...account, body: { coolDownDays: 366 } }),
  ).rejects.toMatchObject({ errorType: 'invalidInput' })
  const events = await member.api.audit.list({ ...account, query: {} })
  expect(JSON.stringify(events)).toContain('coolDownDays')
})
