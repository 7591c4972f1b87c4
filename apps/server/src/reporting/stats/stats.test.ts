import { dayMs, isoDay } from '@assay/engine/time.ts'
import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { uploadAdvisories } from '#testing/upload-advisories.ts'

const today = isoDay(new Date())
const dayAgo = (days: number) => isoDay(Date.now() - days * dayMs)

const record = (
  id: string,
  more: { day: string; ecosystems?: string[]; aliases?: string[]; withdrawn?: string },
) =>
  JSON.stringify({
    id,
    modified: `${more.day}T01:00:00Z`,
    published: `${more.day}T00:30:00Z`,
    aliases: more.aliases ?? [],
    ...(more.withdrawn !== undefined && { withdrawn: more.withdrawn }),
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    affected: (more.ecosystems ?? ['npm']).map((ecosystem) => ({
      package: { ecosystem, name: id.toLowerCase() },
      versions: ['1.0.0'],
    })),
  })

const server = testServer()
const member = forAllTests(() => server.newAccount())

const upload = (...records: string[]) => uploadAdvisories(server, records.join('\n'))
const countedToday = async () => (await member.api.stats.alerts({})).days.at(-1)!

describe('GET /stats/allerta.json', () => {
  test('counts new advisories by day and ecosystem: once in the total, and aliases once', async () => {
    const before = await member.api.stats.alerts({})
    expect(before.days).toHaveLength(30)
    expect([before.from, before.to]).toEqual([dayAgo(29), today])
    expect(before.days.map(({ date }) => date)).toEqual(before.days.map(({ date }) => date).toSorted())
    await upload(
      record('STAT-1', { day: today, ecosystems: ['npm', 'PyPI'], aliases: ['CVE-2031-0001'] }),
      record('STAT-2', { day: today, aliases: ['CVE-2031-0001'] }),
      record('STAT-3', { day: today }),
      record('STAT-4', { day: dayAgo(3) }),
      record('STAT-5', { day: dayAgo(40) }),
      record('STAT-6', { day: dayAgo(3), withdrawn: '2026-01-01T00:00:00Z' }),
    )
    const { total, days } = await member.api.stats.alerts({})
    expect(total).toBe(before.total + 3)
    expect(days.at(-1)).toEqual({ date: today, total: 2, ecosystems: { npm: 2, pypi: 1 } })
    expect(days.at(-4)).toEqual({ date: dayAgo(3), total: 1, ecosystems: { npm: 1 } })
  })

  test('updates counts when advisories are withdrawn or change their day', async () => {
    await upload(record('STAT-3', { day: today, withdrawn: '2026-01-01T00:00:00Z' }))
    expect(await countedToday()).toEqual({ date: today, total: 1, ecosystems: { npm: 1, pypi: 1 } })
    await upload(record('STAT-4', { day: today }))
    expect(await countedToday()).toMatchObject({ total: 2, ecosystems: { npm: 2 } })
    expect((await member.api.stats.alerts({})).days.at(-4)).toMatchObject({ total: 0, ecosystems: {} })
  })

  test('requires a login', async () => {
    await expect(server.anonymous.stats.alerts({})).rejects.toMatchObject({ status: 401 })
  })
})

describe('GET /stats/allerta_{date}.json', () => {
  test('lists the advisories of a day', async () => {
    const found = await member.api.stats.alertsOfDay({ params: { date: today } })
    expect(found).toMatchObject({ date: today, total: 2, ecosystems: { npm: 2, pypi: 1 } })
    expect(found.advisories).toHaveLength(2)
    expect(found.advisories.map(({ cve }) => cve)).toContain('CVE-2031-0001')
    expect(found.advisories[0]).toMatchObject({ severity: 'CRITICAL', cvss: 9.8 })
    expect(await member.api.stats.alertsOfDay({ params: { date: '2000-01-01' } })).toEqual({
      date: '2000-01-01',
      total: 0,
      ecosystems: {},
      advisories: [],
    })
  })

  test.each(['2026-02-30', 'today', '2026-1-1', "2026-01-01'--"])('rejects the day %j', async (date) => {
    await expect(member.api.stats.alertsOfDay({ params: { date } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('GET /stats/public-vulns.json', () => {
  test('counts all stored advisories, by severity and ecosystem', async () => {
    await server.db
      .insertInto('advisory_signal')
      .values([
        { cve: 'CVE-2031-0001', in_catalog: true },
        { cve: 'CVE-2031-9999', in_catalog: true },
      ])
      .execute()
    const { total, severities, knownExploited, ecosystems } = await member.api.stats.publicVulnerabilities({})
    const rows = await server.db
      .selectFrom('advisory')
      .select('uuid')
      .where('joined_into', 'is', null)
      .execute()
    // STAT-3 and STAT-6 are withdrawn.
    expect(total).toBe(rows.length - 2)
    expect(Object.values(severities).reduce((sum, each) => sum + each, 0)).toBe(total)
    // The other CVE has no advisory.
    expect(knownExploited).toBe(1)
    const npm = ecosystems.find(({ id }) => id === 'npm')!
    const database = (await member.api.advisoryDatabases.list()).find(({ id }) => id === 'npm')!
    expect(npm).toMatchObject({ name: 'npm', total: database.advisories })
  })
})

describe('GET /stats/advisories-dbs', () => {
  test('lists each database with severities and the age of its data', async () => {
    const databases = await member.api.stats.databases({})
    const npm = databases.find(({ id }) => id === 'npm')!
    expect(npm).toMatchObject({ name: 'npm', syncedAt: expect.any(Number), newestAt: expect.any(Number) })
    expect(Object.values(npm.severities).reduce((sum, each) => sum + each, 0)).toBe(npm.advisories)
  })
})
