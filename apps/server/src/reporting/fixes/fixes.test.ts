import { dayMs } from '@assay/engine/time.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { saveReleases } from '#knowledge/releases/store.ts'
import { saveKnownExploited, saveProbabilities } from '#knowledge/advisories/clusters/signal-store.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  await saveReleases(server.db, null, {
    ecosystem: 'npm',
    name: 'lodash',
    source: 'test',
    checkedAt: 0,
    releases: ['4.17.4', '4.17.20', '4.17.21'].map((version) => ({ version, publishedAt: null })),
  })
})

const vulnerable = ['lodash@4.17.4', 'minimist@1.2.5']

interface Scanned {
  project: string
  packages?: string[]
  branch?: string
  teamUuid?: string
  /** Dependents by package; if omitted, it is a direct dependency. */
  requiredBy?: Record<string, string>
}

/** Returns the project's uuid. */
async function scan({ api }: TestMember, content: Scanned): Promise<string> {
  const { project, packages = vulnerable, branch = 'main', teamUuid, requiredBy = {} } = content
  const components = packages.map((each) => {
    const [name, version] = each.split('@')
    return { type: 'library', 'bom-ref': each, name, version, purl: `pkg:npm/${each}` }
  })
  const dependencies = [
    { ref: 'root', dependsOn: packages.filter((each) => !(each in requiredBy)) },
    ...packages.map((ref) => ({ ref, dependsOn: packages.filter((each) => requiredBy[each] === ref) })),
  ]
  const metadata = { component: { type: 'application', 'bom-ref': 'root', name: project } }
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata,
    components,
    dependencies,
  }
  const url = `https://example.org/${project}`
  const body = { file: filePart(jsonBytes(document)), url, branch, ...(teamUuid && { teamUuid }) }
  return (await api.uploads.intoNew({ body })).uuid
}

const namesOf = async ({ api }: TestMember, query = {}) =>
  (await api.fixes.list({ query })).upgrades.map(({ name, to }) => `${name} ${to}`)

const openFindings = async ({ accountUuid }: TestMember) =>
  server.db
    .selectFrom('finding')
    .selectAll()
    .where('account_uuid', '=', accountUuid)
    .where('ended_at', 'is', null)
    .execute()

const upgradeOfLodash = { ecosystem: 'npm', packageName: 'lodash', to: '4.17.21' }

describe('GET /metrics/security/me/fixes', () => {
  test('one upgrade closes all findings of a package across branches, with the command to apply it', async () => {
    const own = await server.newAccount()
    await scan(own, { project: 'shop' })
    await scan(own, { project: 'shop', branch: 'next', packages: ['lodash@4.17.20'] })
    await scan(own, { project: 'bank', packages: ['lodash@4.17.4'] })
    const { upgrades, overview } = await own.api.fixes.list({})
    const open = await openFindings(own)
    const ofLodash = open.filter(({ package_name }) => package_name === 'lodash')
    const lodash = upgrades.find(({ name }) => name === 'lodash')!
    expect(lodash).toMatchObject({
      ...upgradeOfLodash,
      language: 'nodejs',
      from: ['4.17.4', '4.17.20'],
      step: 'patch',
      isKnownRelease: true,
      projects: 2,
      branches: 3,
      directBranches: 3,
      transitiveBranches: 0,
      through: [],
      shared: 0,
      command: 'npm install lodash@4.17.21',
      decision: { assignee: null, snoozedUntil: null },
    })
    expect(lodash.closes.reduce((sum, { count }) => sum + count, 0)).toBe(ofLodash.length)
    expect(overview).toEqual({ upgrades: 2, closes: open.length, unfixable: 0, snoozed: 0 })
  })

  test('names the direct dependency that introduces the package, and the file to edit if no command is known to do it', async () => {
    const own = await server.newAccount()
    const packages = ['async@1.0.0', 'lodash@4.17.4']
    await scan(own, { project: 'shop', packages, requiredBy: { 'lodash@4.17.4': 'async@1.0.0' } })
    expect((await own.api.fixes.list({})).upgrades).toMatchObject([
      {
        name: 'lodash',
        directBranches: 0,
        transitiveBranches: 1,
        through: ['async'],
        command: null,
        instructions: [{ commands: [], edit: { file: 'package.json' } }],
      },
    ])
  })

  test('an applied upgrade disappears with the next scan', async () => {
    const own = await server.newAccount()
    await scan(own, { project: 'shop' })
    await scan(own, { project: 'shop', packages: ['lodash@4.17.21', 'minimist@1.2.5'] })
    expect(await namesOf(own)).toEqual(['minimist 1.2.6'])
    await scan(own, { project: 'shop', packages: ['lodash@4.17.21'] })
    expect(await own.api.fixes.list({})).toEqual({
      overview: { upgrades: 0, closes: 0, unfixable: 0, snoozed: 0 },
      upgrades: [],
      nextCursor: null,
    })
  })

  test('a later release is recommended after a rescan without other changes', async () => {
    const own = await server.newAccount()
    const packages = ['minimist@1.2.5']
    const projectUuid = await scan(own, { project: 'shop', packages })
    await saveReleases(server.db, own.accountUuid, {
      ecosystem: 'npm',
      name: 'minimist',
      source: 'test',
      checkedAt: 0,
      releases: ['1.2.5', '1.2.8'].map((version) => ({ version, publishedAt: null })),
    })
    expect(await namesOf(own)).toEqual(['minimist 1.2.6'])
    await own.api.reports.recompute({ params: { projectUuid }, query: { branch: 'main' } })
    await expect.poll(() => namesOf(own)).toEqual(['minimist 1.2.8'])
  })

  test('findings without a fix come last, without a command', async () => {
    const own = await server.newAccount()
    const projectUuid = await scan(own, { project: 'shop', packages: vulnerable })
    await saveReleases(server.db, own.accountUuid, {
      ecosystem: 'npm',
      name: 'lodash',
      source: 'test',
      checkedAt: 0,
      releases: [{ version: '4.17.4', publishedAt: null }],
    })
    await own.api.reports.recompute({ params: { projectUuid }, query: { branch: 'main' } })
    await expect.poll(() => namesOf(own)).toEqual(['minimist 1.2.6', 'lodash null'])
    const { upgrades, overview } = await own.api.fixes.list({})
    expect(upgrades[1]).toMatchObject({ step: null, command: null })
    const open = await openFindings(own)
    const unfixable = open.filter(({ package_name }) => package_name === 'lodash').length
    expect(overview).toMatchObject({ upgrades: 1, unfixable, closes: open.length - unfixable })
  })

  test('known exploited vulnerabilities come first, using current lists', async () => {
    const own = await server.newAccount()
    await scan(own, { project: 'shop' })
    const open = await openFindings(own)
    const cvesOf = (name: string) => open.filter((row) => row.package_name === name).map(({ cve }) => cve!)
    const first = await namesOf(own)
    const last = first.at(-1)!.split(' ')[0]!
    const [cve] = cvesOf(last).filter(Boolean)
    const list = (cves: string[], epss: number) =>
      server.db.transaction().execute(async (tx) => {
        await saveKnownExploited(tx, cves)
        await saveProbabilities(tx, new Map([[cve!, epss]]))
      })
    await list([cve!], 0.4)
    expect(await namesOf(own)).toEqual(first.toReversed())
    const [upgrade] = (await own.api.fixes.list({})).upgrades
    expect(upgrade).toMatchObject({ knownExploited: 1, likelyExploited: 1 })
    expect(upgrade!.maxEpss).toBeCloseTo(0.4)
    await list([], 0.9)
    expect(await namesOf(own), 'likely exploited ones, too').toEqual(first.toReversed())
    await list([], 0)
    expect(await namesOf(own)).toEqual(first)
  })

  test('sorts by how many findings an upgrade closes, page by page', async () => {
    const own = await server.newAccount()
    await scan(own, { project: 'shop' })
    await scan(own, { project: 'bank', packages: ['lodash@4.17.4'] })
    const { upgrades } = await own.api.fixes.list({ query: { sort: 'closes' } })
    const totals = upgrades.map(({ closes }) => closes.reduce((sum, { count }) => sum + count, 0))
    expect(totals.length).toBe(2)
    expect(totals).toEqual(totals.toSorted((a, b) => b - a))
    const first = await own.api.fixes.list({ query: { sort: 'closes', limit: '1' } })
    const next = { sort: 'closes', limit: '1', cursor: first.nextCursor! } as const
    const second = await own.api.fixes.list({ query: next })
    expect([...first.upgrades, ...second.upgrades]).toEqual(upgrades)
    expect(second.nextCursor).toBeNull()
  })

  test('filters by team, tag, project, branch and severity', async () => {
    const own = await server.newAccount()
    const teamUuid = await server.addTeam(own, 'Shops')
    const shop = await scan(own, { project: 'shop', teamUuid })
    await scan(own, { project: 'bank', packages: ['minimist@1.2.5'], branch: 'next' })
    const tag = await own.api.tags.create({ body: { name: 'web' } })
    await own.api.tags.update({ params: { tagUuid: tag.uuid }, body: { projects: [shop] } })
    const branchesOf = async (query: object) =>
      Object.fromEntries(
        (await own.api.fixes.list({ query })).upgrades.map(({ name, branches }) => [name, branches]),
      )
    expect(await branchesOf({})).toEqual({ lodash: 1, minimist: 2 })
    for (const query of [{ teamUUID: teamUuid }, { tags: 'web' }, { project: 'shop' }, { branches: 'ma*' }])
      expect([query, await branchesOf(query)]).toEqual([query, { lodash: 1, minimist: 1 }])
    expect(await branchesOf({ severity: 'CRITICAL' })).toHaveProperty('minimist')
    expect(await branchesOf({ severity: 'NONE' })).toEqual({})
    const awful = `${server.url}/api/v1/metrics/security/me/fixes?severity=AWFUL`
    expect((await fetch(awful, { headers: { authorization: own.authorization } })).status).toBe(400)
    const missing = { teamUUID: '00000000-0000-4000-8000-000000000000' }
    await expect(own.api.fixes.list({ query: missing })).rejects.toMatchObject({ status: 404 })
  })

  test('cursor pages contain each upgrade once, in order', async () => {
    const own = await server.newAccount()
    await scan(own, { project: 'shop' })
    const all = await namesOf(own)
    const first = await own.api.fixes.list({ query: { limit: '1' } })
    const second = await own.api.fixes.list({ query: { limit: '1', cursor: first.nextCursor! } })
    expect([...first.upgrades, ...second.upgrades].map(({ name, to }) => `${name} ${to}`)).toEqual(all)
    expect(second.nextCursor).toBeNull()
    expect(second.overview).toEqual(first.overview)
    await expect(own.api.fixes.list({ query: { cursor: 'nonsense' } })).rejects.toMatchObject({ status: 400 })
  })
})

describe('GET /metrics/security/me/projects/{projectUuid}/fixes', () => {
  test('lists the upgrades of a project or one of its branches', async () => {
    const own = await server.newAccount()
    const projectUuid = await scan(own, { project: 'shop' })
    await scan(own, { project: 'shop', branch: 'next', packages: ['lodash@4.17.4'] })
    await scan(own, { project: 'bank' })
    const of = async (query: object) =>
      (await own.api.fixes.ofProject({ params: { projectUuid }, query })).upgrades
        .map(({ name, branches }) => `${name} ${branches}`)
        .toSorted()
    expect(await of({})).toEqual(['lodash 2', 'minimist 1'])
    expect(await of({ branch: 'next' })).toEqual(['lodash 1'])
    await expect(of({ branch: 'none' })).rejects.toMatchObject({ status: 404 })
    const other = await server.newAccount()
    await expect(other.api.fixes.ofProject({ params: { projectUuid } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('GET /metrics/security/me/fixes/uses', () => {
  test('lists where an upgrade is needed, by project and branch, in pages', async () => {
    const own = await server.newAccount()
    await scan(own, { project: 'shop', branch: 'next' })
    await scan(own, { project: 'shop' })
    await scan(own, { project: 'bank', packages: ['lodash@4.17.20'] })
    const first = await own.api.fixes.uses({ query: { ...upgradeOfLodash, limit: '2' } })
    const rest = await own.api.fixes.uses({ query: { ...upgradeOfLodash, cursor: first.nextCursor! } })
    const uses = [...first.uses, ...rest.uses]
    expect(uses.map(({ projectUrl, branch, from }) => [projectUrl, branch, from])).toEqual([
      ['https://example.org/bank', 'main', ['4.17.20']],
      ['https://example.org/shop', 'main', ['4.17.4']],
      ['https://example.org/shop', 'next', ['4.17.4']],
    ])
    expect([rest.nextCursor, uses[0]!.command]).toEqual([null, 'npm install lodash@4.17.21'])
    expect((await own.api.fixes.uses({ query: { ...upgradeOfLodash, to: '9.9.9' } })).uses).toEqual([])
  })
})

describe('PUT /metrics/security/me/fixes', () => {
  const decide = ({ api }: TestMember, body: object) =>
    api.fixes.decide({ body: { ...upgradeOfLodash, ...body } })

  test('assigns an upgrade and records it in the audit log', async () => {
    const own = await server.newAccount()
    await scan(own, { project: 'shop' })
    const assigned = await decide(own, { assigneeUuid: own.uuid })
    expect(assigned).toMatchObject({ assignee: { uuid: own.uuid, email: own.email }, snoozedUntil: null })
    const lodash = (await own.api.fixes.list({})).upgrades.find(({ name }) => name === 'lodash')
    expect(lodash?.decision).toEqual(assigned)
    const params = { accountUuid: own.accountUuid }
    const { events } = await own.api.audit.list({ params, query: { action: 'fixes.decide' } })
    expect(events[0]).toMatchObject({ target: { package: 'lodash', to: '4.17.21' }, after: assigned })
  })

  test('a snoozed upgrade is hidden until then, and listed with the snoozed ones', async () => {
    const own = await server.newAccount()
    await scan(own, { project: 'shop' })
    await decide(own, { snoozedUntil: Date.now() + dayMs })
    expect(await namesOf(own)).toEqual(['minimist 1.2.6'])
    expect(await namesOf(own, { snoozed: 'true' })).toEqual(['lodash 4.17.21'])
    expect((await own.api.fixes.list({})).overview).toMatchObject({ upgrades: 1, snoozed: 1 })
    await server.db
      .updateTable('upgrade_decision')
      .set({ snoozed_until: new Date(Date.now() - 1000) })
      .where('account_uuid', '=', own.accountUuid)
      .execute()
    expect(await namesOf(own)).toContain('lodash 4.17.21')
    await decide(own, {})
    expect((await own.api.fixes.list({})).overview.snoozed).toBe(0)
  })

  test('a decision for one project applies only to it', async () => {
    const own = await server.newAccount()
    const shop = await scan(own, { project: 'shop' })
    const bank = await scan(own, { project: 'bank' })
    await decide(own, { projectUuid: shop, snoozedUntil: Date.now() + dayMs })
    const snoozedOf = async (projectUuid: string) =>
      (await own.api.fixes.ofProject({ params: { projectUuid } })).overview.snoozed
    expect([await snoozedOf(shop), await snoozedOf(bank)]).toEqual([1, 0])
    expect(await namesOf(own)).toContain('lodash 4.17.21')
  })

  test("a team's decision does not affect others", async () => {
    const own = await server.newAccount()
    const [a, b] = [await server.addTeam(own, 'A'), await server.addTeam(own, 'B')]
    await scan(own, { project: 'shop', teamUuid: a })
    await scan(own, { project: 'bank', teamUuid: b })
    const ofA = await server.addMember(own, 'Team collaborator', a)
    const ofB = await server.addMember(own, 'Team collaborator', b)
    await decide(ofA, { snoozedUntil: Date.now() + dayMs })
    expect(await namesOf(ofA)).not.toContain('lodash 4.17.21')
    expect(await namesOf(ofB)).toContain('lodash 4.17.21')
    expect(await namesOf(own)).toContain('lodash 4.17.21')
    await expect(decide(ofA, { assigneeUuid: ofB.uuid })).rejects.toMatchObject({ status: 404 })
    await decide(own, { assigneeUuid: ofA.uuid })
    const assigneeFor = async (of: TestMember) =>
      (await of.api.fixes.list({})).upgrades.find(({ name }) => name === 'lodash')?.decision.assignee?.uuid
    expect([await assigneeFor(own), await assigneeFor(ofB)]).toEqual([ofA.uuid, undefined])
  })

  test('a project token decides only for its project', async () => {
    const own = await server.newAccount()
    const shop = await scan(own, { project: 'shop' })
    await scan(own, { project: 'bank' })
    const authorization = await server.addToken(own, { access: 'write', projectUuid: shop })
    const response = await fetch(`${server.url}/api/v1/metrics/security/me/fixes`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ ...upgradeOfLodash, snoozedUntil: Date.now() + dayMs }),
    })
    expect(response.status).toBe(200)
    expect(await namesOf(own)).toContain('lodash 4.17.21')
    const ofShop = await own.api.fixes.ofProject({ params: { projectUuid: shop } })
    expect(ofShop.overview.snoozed).toBe(1)
  })

  test.each([
    ['an upgrade that is not needed', { to: '9.9.9' }, 404],
    ['a time in the past', { snoozedUntil: 1 }, 400],
    ['a time too far ahead', { snoozedUntil: Date.now() + 400 * dayMs }, 400],
    ['nobody', { assigneeUuid: '00000000-0000-4000-8000-000000000000' }, 404],
    ['no project', { projectUuid: '00000000-0000-4000-8000-000000000000' }, 404],
  ])('rejects %s', async (_what, body, status) => {
    await scan(member, { project: 'shop' })
    await expect(decide(member, body)).rejects.toMatchObject({ status })
  })
})
