import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { rescanBranches } from '#scanning/builds/rescan-branches.ts'

let member: TestMember
const server = testServer()

const scan = (url: string, { branch = 'main', packages = ['lodash@4.17.4'] } = {}) =>
  member.api.uploads.intoNew({ body: { file: filePart(npmInventory(packages)), url, branch } })
const page = (query: Parameters<typeof member.api.projects.page>[0]['query'] = {}) =>
  member.api.projects.page({ params: { accountUuid: member.accountUuid }, query })

describe('PATCH /projects/{uuid}', () => {
  beforeAll(async () => {
    member = await server.newAccount()
  })
  test('changes only the given fields', async () => {
    const { uuid: projectUuid } = await scan('github:org/a')
    const teamUuid = await server.addTeam(member, 'Core')
    const params = { projectUuid }
    await member.api.projects.update({
      params,
      body: { name: ' Shop ', tags: ['web', 'web', 'prod'], teamUuid },
    })
    const after = await member.api.projects.update({ params, body: { defaultBranch: 'next' } })
    expect(after).toMatchObject({ name: 'Shop', tags: ['web', 'prod'], teamUuid, defaultBranch: 'next' })
    expect((await member.api.tags.list()).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['web', 'prod']),
    )
    expect((await member.api.metrics.security({ query: {} })).projects).toMatchObject([{ nameTail: 'Shop' }])
    expect(
      await member.api.projects.update({ params, body: { teamUuid: null, defaultBranch: null } }),
    ).toMatchObject({
      teamUuid: null,
      defaultBranch: null,
    })
  })
  test('its own minimum scores apply to its next scan', async () => {
    const { uuid: projectUuid } = await scan('github:org/b')
    const configuration = () =>
      member.api.accounts.configuration({
        params: { accountUuid: member.accountUuid },
        query: { projectUuid },
      })
    expect((await configuration()).minimumScores.source).toBe('default')
    const ownMinimums = { security: 0, stability: null, licensing: 0 }
    await member.api.projects.update({ params: { projectUuid }, body: { ownMinimums } })
    const thresholds = await configuration()
    expect(thresholds.minimumScores).toEqual({ security: 0, stability: 80, licensing: 0, source: 'project' })
    expect(JSON.stringify(thresholds)).toMatch(/"security":0,"stability":80,"licensing":0,/)
    expect((await scan('github:org/b', { packages: ['minimist@1.2.0'] })).outcome).not.toBe('FAIL')
    await member.api.projects.update({ params: { projectUuid }, body: { ownMinimums: null } })
    expect((await configuration()).minimumScores.source).toBe('default')
  })
  test('the default branch is shown first', async () => {
    const { uuid: projectUuid } = await scan('github:org/c', { branch: 'next' })
    await scan('github:org/c')
    const shown = async () => (await member.api.scans.overview({ params: { projectUuid }, query: {} })).branch
    expect(await shown()).toBe('main')
    await member.api.projects.update({ params: { projectUuid }, body: { defaultBranch: 'next' } })
    expect(await shown()).toBe('next')
    await member.api.projects.update({ params: { projectUuid }, body: { defaultBranch: 'never-scanned' } })
    expect(await shown()).toBe('main')
  })
  test.each([
    ['nothing', {}],
    ['an empty name', { name: ' ' }],
    ['a minimum above 100', { ownMinimums: { security: 101, stability: null, licensing: null } }],
    ['an invalid tag', { tags: [''] }],
  ])('rejects %s', async (_, body) => {
    const { uuid: projectUuid } = await scan('github:org/d')
    const response = await fetch(`${server.url}/api/v1/projects/${projectUuid}`, {
      method: 'PATCH',
      headers: { authorization: member.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(400)
  })
  test('returns 404 for a team of another account', async () => {
    const { uuid: projectUuid } = await scan('github:org/d')
    const teamUuid = await server.addTeam(await server.newAccount(), 'Theirs')
    const change = member.api.projects.update({ params: { projectUuid }, body: { teamUuid } })
    await expect(change).rejects.toMatchObject({ status: 404 })
  })
})

describe('POST /projects/{uuid}/archive and /restore', () => {
  test('hides the project from dashboards, lists and counts, keeps its reports, and restores all of it', async () => {
    member = await server.newAccount()
    const params = { accountUuid: member.accountUuid }
    const { uuid: projectUuid } = await scan('github:org/kept')
    await scan('github:org/other')
    const seen = async () => ({
      listed: (await member.api.projects.list({ params })).length,
      counted: (await member.api.projects.count({ params })).count,
      rows: (await member.api.metrics.security({ query: { cache: 'true' } })).projects.length,
      overview: (await member.api.metrics.security({ query: {} })).overview,
      reports: (await member.api.reports.list({ query: {} })).length,
    })
    const before = await seen()
    const archived = await member.api.projects.archive({ params: { projectUuid } })
    expect(archived.archivedAt).toBeGreaterThan(0)
    expect(await member.api.projects.archive({ params: { projectUuid } })).toEqual(archived)
    expect(await seen()).toMatchObject({ listed: 1, counted: 1, rows: 1, reports: 1 })
    expect(await member.api.scans.overview({ params: { projectUuid }, query: {} })).toMatchObject({
      branch: 'main',
    })
    // Uploads from a CI pipeline still succeed, but do not restore the project.
    await scan('github:org/kept', { packages: ['lodash@4.17.21'] })
    expect((await member.api.projects.get({ params: { projectUuid } })).archivedAt).toBe(archived.archivedAt)
    expect(await seen()).toMatchObject({ rows: 1 })
    expect(await page({ state: 'archived' })).toMatchObject({
      items: [{ uuid: projectUuid }],
      total: 1,
      archived: 1,
    })
    await member.api.projects.restore({ params: { projectUuid } })
    expect(await seen()).toMatchObject({ listed: 2, counted: 2, rows: 2, reports: before.reports })
  })
})

describe('an archived project', () => {
  test('is not rescanned automatically until it is restored', async () => {
    member = await server.newAccount()
    const { uuid: projectUuid } = await scan('github:org/away')
    const { uuid: other } = await scan('github:org/here')
    const branches = await server.db
      .selectFrom('branch')
      .select(['account_uuid as accountUuid', 'uuid as branchUuid', 'project_uuid as projectUuid'])
      .where('account_uuid', '=', member.accountUuid)
      .execute()
    const rescans = async () => {
      const rows = await server.db
        .selectFrom('build')
        .select('project_uuid as projectUuid')
        .where('account_uuid', '=', member.accountUuid)
        .where('source', '=', 'rescan')
        .execute()
      return rows.map((row) => row.projectUuid)
    }
    await member.api.projects.archive({ params: { projectUuid } })
    await rescanBranches(server.context, branches)
    expect(await rescans()).toEqual([other])
    await member.api.projects.restore({ params: { projectUuid } })
    await expect.poll(async () => (await rescans()).toSorted()).toEqual([projectUuid, other].toSorted())
    // Nothing was missed since.
    await member.api.projects.archive({ params: { projectUuid } })
    await member.api.projects.restore({ params: { projectUuid } })
    expect(await rescans()).toHaveLength(2)
  })
})

describe('GET /accounts/{uuid}/projects/page', () => {
  test('pages through 10,000 projects by name, each once, with filters', async () => {
    member = await server.newAccount()
    await sql`insert into project (account_uuid, uuid, url, name, tags)
      select ${member.accountUuid}, gen_random_uuid(), 'https://host.example/p' || n, 'name ' || n % 5000, array['t' || n % 10]
      from generate_series(1, 10000) n`.execute(server.db)
    const uuids = new Set<string>()
    const names: string[] = []
    let cursor: string | undefined
    do {
      const { items, nextCursor, total } = await page({ limit: '500', ...(cursor && { cursor }) })
      expect(total).toBe(10_000)
      for (const { uuid, name } of items) {
        uuids.add(uuid)
        names.push(name)
      }
      cursor = nextCursor ?? undefined
    } while (cursor)
    expect([uuids.size, names.length]).toEqual([10_000, 10_000])
    const { rows } = await sql<{ name: string }>`
      select name from project where account_uuid = ${member.accountUuid} order by name, uuid`.execute(
      server.db,
    )
    expect(names).toEqual(rows.map(({ name }) => name))
    expect((await page({ text: 'T7' })).total).toBe(1000)
    expect((await page({ text: 'host.example/p1234' })).total).toBe(1)
    expect((await page({ text: 'P1234 host.ex' })).total).toBe(1)
    expect(await page({ text: 'nothing like it' })).toMatchObject({ items: [], total: 0, nextCursor: null })
  })
  test('includes the time of the last scan and the number of branches', async () => {
    member = await server.newAccount()
    await scan('github:org/a')
    await scan('github:org/a', { branch: 'next' })
    await member.api.projects.create({ body: { url: 'github:org/b' } })
    const { items } = await page()
    expect(items).toMatchObject([
      { name: 'github.com/org/a', branchCount: 2, lastScannedAt: expect.any(Number), isSample: false },
      { name: 'github.com/org/b', branchCount: 0, lastScannedAt: null },
    ])
  })
  test('includes score and open findings of the branch shown first, and orders by them', async () => {
    member = await server.newAccount()
    const { uuid: bad } = await scan('github:org/bad', { packages: ['lodash@4.17.4'] })
    const { uuid: worse } = await scan('github:org/worse', { packages: ['lodash@4.17.4', 'minimist@1.2.0'] })
    const { uuid: clean } = await scan('github:org/clean', { packages: ['left-pad@1.3.0'] })
    await scan('github:org/clean', { branch: 'next', packages: ['lodash@4.17.4'] })
    await member.api.projects.create({ body: { url: 'github:org/a-new-one' } })
    const { items } = await page()
    for (const item of items.filter(({ main }) => main !== null)) {
      const { branch, scan } = await member.api.scans.overview({
        params: { projectUuid: item.uuid },
        query: {},
      })
      const { security, stability, licensing } = scan
      expect(item.main).toMatchObject({ branch, scores: { security, stability, licensing } })
      const open = Object.values(item.main!.openFindings).reduce((sum, count) => sum + count, 0)
      expect(open).toBe(scan.vulnerabilityCount)
    }
    expect(items.find(({ uuid }) => uuid === clean)?.main).toMatchObject({ branch: 'main', openFindings: {} })
    type Query = Parameters<typeof page>[0]
    const names = async (query: Query) =>
      (await page(query)).items.map(({ name }) => name.replace('github.com/org/', ''))
    expect(await names({ sort: 'findings', direction: 'desc' })).toEqual([
      'worse',
      'bad',
      'clean',
      'a-new-one',
    ])
    expect(await names({ sort: 'findings' })).toEqual(['clean', 'bad', 'worse', 'a-new-one'])
    expect(await names({ sort: 'security', direction: 'desc' })).toMatchObject({ 0: 'clean', 3: 'a-new-one' })
    expect(await names({ sort: 'lastScanned' })).toEqual(['bad', 'worse', 'clean', 'a-new-one'])
    expect(await names({ direction: 'desc' })).toEqual(['worse', 'clean', 'bad', 'a-new-one'])
    const { nextCursor } = await page({ sort: 'findings', direction: 'desc', limit: '1' })
    const seen = [worse]
    for (let cursor = nextCursor; cursor !== null;) {
      const next = await page({ sort: 'findings', direction: 'desc', limit: '1', cursor })
      seen.push(...next.items.map(({ uuid }) => uuid))
      cursor = next.nextCursor
    }
    expect(seen).toEqual([worse, bad, clean, items[0]!.uuid])
    await expect(page({ sort: 'findings', cursor: nextCursor! })).rejects.toMatchObject({ status: 400 })
  })
  test('rejects a cursor of another list', async () => {
    await expect(page({ cursor: 'x' })).rejects.toMatchObject({ status: 400 })
  })
})
