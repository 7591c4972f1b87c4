import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { accountScope } from '#auth/scope.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { makeFindingsOld } from '#testing/make-findings-old.ts'
import { type TestMember } from '#testing/test-server.ts'
import { ensureGroup } from './change-groups.ts'

const server = testServer()

const scan = async (member: TestMember, name: string, packages: string[]) =>
  (
    await member.api.uploads.intoNew({
      body: {
        file: filePart(npmInventory(packages)),
        url: `https://example.org/${name}`,
        branch: 'main',
      },
    })
  ).uuid

const vulnerable = ['lodash@4.17.4']
const safe = ['left-pad@1.3.0']

/** shop > web, shop > api; pay. Both 'web' and 'pay' have the project 'checkout'. */
async function shop(member: TestMember) {
  const make = async (name: string, parentUuid: string | null = null) =>
    (await member.api.groups.create({ body: { name, parentUuid } })).uuid
  const root = await make('shop')
  const [web, api, pay] = [await make('web', root), await make('api', root), await make('pay')]
  const checkout = await scan(member, 'checkout', vulnerable)
  const front = await scan(member, 'front', safe)
  const back = await scan(member, 'back', vulnerable)
  const outside = await scan(member, 'outside', vulnerable)
  const put = (groupUuid: string, add: string[]) =>
    member.api.groups.changeProjects({ params: { groupUuid }, body: { add } })
  expect(await put(web, [checkout, front])).toEqual({ added: 2, removed: 0 })
  await put(api, [back, checkout])
  await put(pay, [checkout])
  return { root, web, api, pay, checkout, front, back, outside }
}

const numbersOf = async (member: TestMember) =>
  Object.fromEntries(
    (await member.api.groups.list()).map(({ name, numbers }) => [
      name,
      [numbers.projects, Object.values(numbers.openFindings).reduce((sum, each) => sum + each, 0)],
    ]),
  )

describe('the tree', () => {
  test('rolls up each project once, though it is in several groups', async () => {
    const member = await server.newAccount()
    await shop(member)
    const of = (await member.api.trends.security({ query: { project: 'checkout' } })).open
    expect(of).toBeGreaterThan(0)
    expect(await numbersOf(member)).toEqual({
      shop: [3, 2 * of],
      web: [2, of],
      api: [2, 2 * of],
      pay: [1, of],
    })
  })

  test('a group filter selects the projects of the group and of those below it, everywhere', async () => {
    const member = await server.newAccount()
    const { root, web, checkout, front, back, pay } = await shop(member)
    const { accountUuid } = member
    const params = { accountUuid }
    const paged = async (groupUuid: string) =>
      (await member.api.projects.page({ params, query: { groupUuid } })).items
        .map(({ uuid }) => uuid)
        .toSorted()
    expect(await paged(root)).toEqual([checkout, front, back].toSorted())
    expect(await paged(web)).toEqual([checkout, front].toSorted())
    const query = { groupUuid: pay }
    const { overview, projects } = await member.api.metrics.security({ query })
    expect(overview).toMatchObject({ numberOfProjects: 1, rows: 1 })
    expect(projects.map(({ projectUUID }) => projectUUID)).toEqual([checkout])
    expect((await member.api.metrics.rows({ query })).projects).toHaveLength(1)
    const { open } = await member.api.trends.security({ query })
    const { vulnerabilities } = await member.api.openVulnerabilities.list({ params, query })
    expect(vulnerabilities.map(({ projects: count }) => count)).toEqual(Array(open).fill(1))
    const fixes = await member.api.fixes.list({ query })
    expect(fixes.overview.closes + fixes.overview.unfixable).toBe(open)
    const { licenses } = await member.api.licenseUse.list({ params, query })
    expect(licenses.map(({ projects: count }) => count)).toEqual([1])
    const { dependencies } = await member.api.insights.dependencies({ params, query })
    expect(dependencies.map(({ name, projects: count }) => [name, count])).toEqual([['lodash', 1]])
    await member.api.accounts.configure({
      params,
      body: { fixTargets: { CRITICAL: 1, HIGH: 1, MEDIUM: 1, LOW: 1 } },
    })
    await makeFindingsOld(server.db, accountUuid, 9)
    const { findings } = await member.api.trends.overdue({ query })
    expect(new Set(findings.map(({ projectUuid }) => projectUuid))).toEqual(new Set([checkout]))
  })

  test('an unknown group is not found by any filter', async () => {
    const member = await server.newAccount()
    const other = await server.newAccount()
    const { uuid: groupUuid } = await other.api.groups.create({ body: { name: 'theirs' } })
    const query = { groupUuid }
    const params = { accountUuid: member.accountUuid }
    for (const call of [
      () => member.api.projects.page({ params, query }),
      () => member.api.metrics.security({ query }),
      () => member.api.trends.overdue({ query }),
      () => member.api.insights.dependencies({ params, query }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 })
  })

  test('groups move with all below them, but not below themselves', async () => {
    const member = await server.newAccount()
    const { root, web, pay } = await shop(member)
    await member.api.groups.update({ params: { groupUuid: root }, body: { parentUuid: pay } })
    expect((await numbersOf(member))['pay']![0]).toBe(3)
    await expect(
      member.api.groups.update({ params: { groupUuid: pay }, body: { parentUuid: web } }),
    ).rejects.toMatchObject({ status: 409, errorType: 'groupInItself' })
    await member.api.groups.update({ params: { groupUuid: root }, body: { parentUuid: null, name: 'Shop' } })
    expect((await numbersOf(member))['pay']![0]).toBe(1)
  })

  test('a deleted group gives the groups below it to the one above', async () => {
    const member = await server.newAccount()
    const { root, web, checkout } = await shop(member)
    await member.api.groups.remove({ params: { groupUuid: root } })
    const groups = await member.api.groups.ofProject({ params: { projectUuid: checkout } })
    expect(groups.map(({ name, parentUuid }) => [name, parentUuid])).toEqual([
      ['api', null],
      ['pay', null],
      ['web', null],
    ])
    expect((await member.api.groups.get({ params: { groupUuid: web } })).parentUuid).toBeNull()
  })

  test('names are unique below the same group', async () => {
    const member = await server.newAccount()
    const { root } = await shop(member)
    await expect(member.api.groups.create({ body: { name: 'web', parentUuid: root } })).rejects.toMatchObject(
      {
        errorType: 'groupExists',
      },
    )
    await member.api.groups.create({ body: { name: 'web' } })
  })

  test('is at most ten levels deep, and created by path once', async () => {
    const { accountUuid, api } = await server.newAccount()
    const ensure = (names: string[]) =>
      server.db
        .transaction()
        .execute((tx) => ensureGroup(tx, accountScope(accountUuid), { names, kind: 'product' }))
    const lowest = await ensure(Array.from({ length: 10 }, (_, at) => `level ${at}`))
    expect(await ensure(Array.from({ length: 10 }, (_, at) => `level ${at}`))).toBe(lowest)
    await expect(api.groups.create({ body: { name: 'deeper', parentUuid: lowest } })).rejects.toMatchObject({
      errorType: 'groupTooDeep',
    })
    expect(await api.groups.list()).toHaveLength(10)
  })
})

describe('a rule', () => {
  test('puts projects into the group by tag and pattern, also new ones, and takes them out', async () => {
    const member = await server.newAccount()
    const make = async (name: string) =>
      (await member.api.projects.create({ body: { url: `https://example.org/${name}`, tags: ['live'] } }))
        .uuid
    const before = await make('team/pay_one')
    await make('team/payXone')
    const rule = { tag: 'live', pattern: 'TEAM/pay_*' }
    const { uuid: groupUuid } = await member.api.groups.create({ body: { name: 'live', rule } })
    const later = await make('team/pay_two')
    const placed = async () =>
      (await member.api.projects.page({ params: member, query: { groupUuid } })).items.map(({ uuid }) => uuid)
    expect(await placed()).toEqual([before, later])
    await member.api.projects.update({ params: { projectUuid: before }, body: { tags: ['other'] } })
    expect(await placed()).toEqual([later])
    const tagUuid = (await member.api.tags.list()).find(({ name }) => name === 'live')!.uuid
    await member.api.tags.update({ params: { tagUuid }, body: { name: 'prod', projects: [before, later] } })
    expect(await placed()).toEqual([before, later])
    await member.api.groups.update({ params: { groupUuid }, body: { rule: null } })
    expect(await placed()).toEqual([])
  })
})

describe('settings', () => {
  test('are inherited by projects: the nearest group says, and of several the strictest', async () => {
    const member = await server.newAccount()
    const { root, web, pay, checkout, front, outside } = await shop(member)
    const { accountUuid } = member
    const set = (groupUuid: string, body: object) => member.api.groups.update({ params: { groupUuid }, body })
    const none = { CRITICAL: null, HIGH: null, MEDIUM: null, LOW: null }
    await set(root, {
      fixTargets: { ...none, HIGH: 5, MEDIUM: 90 },
      minimums: { security: 70, stability: null, licensing: null },
    })
    const minimumsOf = async (projectUuid: string) =>
      (await member.api.accounts.configuration({ params: { accountUuid }, query: { projectUuid } }))
        .minimumScores
    expect(await minimumsOf(front)).toMatchObject({ security: 70, source: 'groups' })
    await set(web, { minimums: { security: 60, stability: null, licensing: null } })
    expect(await minimumsOf(front)).toMatchObject({ security: 60 })
    // checkout is in 'api' as well, which inherits 70.
    expect(await minimumsOf(checkout)).toMatchObject({ security: 70 })
    await set(pay, { minimums: { security: 99, stability: null, licensing: null } })
    expect(await minimumsOf(checkout)).toMatchObject({ security: 99 })
    expect(await minimumsOf(outside)).toMatchObject({ source: 'default' })

    await makeFindingsOld(server.db, accountUuid, 10)
    const { findings, targets } = await member.api.trends.overdue({ query: {} })
    expect(targets).toEqual([])
    expect(new Set(findings.map(({ severity }) => severity))).toEqual(new Set(['HIGH']))
    expect(findings.some(({ projectUuid }) => projectUuid === outside)).toBe(false)
    const { overdue } = await member.api.trends.security({ query: {} })
    expect(findings).toHaveLength(overdue!)
    const { numbers } = await member.api.groups.get({ params: { groupUuid: root } })
    expect(numbers.overdue).toBe(overdue)
  })
})

describe('access', () => {
  test('a team that is given a group reads its projects and changes none', async () => {
    const admin = await server.newAccount()
    const { root, web, checkout, front, back, outside } = await shop(admin)
    const teamUuid = await server.addTeam(admin, 'readers')
    const member = await server.addMember(admin, 'Team administrator', teamUuid)
    const seen = async () =>
      (await member.api.projects.list({ params: member })).map(({ uuid }) => uuid).toSorted()
    expect(await seen()).toEqual([])
    expect(await member.api.groups.list()).toEqual([])
    await admin.api.groups.setTeams({ params: { groupUuid: web }, body: { teamUuids: [teamUuid] } })
    expect(await seen()).toEqual([checkout, front].toSorted())
    expect((await member.api.metrics.security({ query: {} })).overview.numberOfProjects).toBe(2)
    await admin.api.groups.setTeams({ params: { groupUuid: root }, body: { teamUuids: [teamUuid] } })
    expect(await seen()).toEqual([checkout, front, back].toSorted())
    // Roll-ups are of what the member sees; of groups elsewhere, those that contain it.
    expect(await numbersOf(member)).toMatchObject({
      shop: [3, expect.any(Number)],
      pay: [1, expect.any(Number)],
    })
    await expect(
      member.api.projects.update({ params: { projectUuid: front }, body: { name: 'mine' } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(member.api.projects.get({ params: { projectUuid: outside } })).rejects.toMatchObject({
      status: 404,
    })
    await admin.api.groups.changeProjects({ params: { groupUuid: web }, body: { remove: [front] } })
    expect(await seen()).toEqual([checkout, back].toSorted())
    await admin.api.groups.setTeams({ params: { groupUuid: root }, body: { teamUuids: [] } })
    await admin.api.groups.setTeams({ params: { groupUuid: web }, body: { teamUuids: [] } })
    expect(await seen()).toEqual([])
  })

  test('owners are members of the account', async () => {
    const admin = await server.newAccount()
    const { uuid } = await server.newAccount()
    await expect(
      admin.api.groups.create({ body: { name: 'owned', ownerUuids: [uuid] } }),
    ).rejects.toMatchObject({ status: 404 })
    const { owners } = await admin.api.groups.create({ body: { name: 'owned', ownerUuids: [admin.uuid] } })
    expect(owners.map((owner) => owner.uuid)).toEqual([admin.uuid])
  })
})
