import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { saveReleases } from '#knowledge/releases/store.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  const releases = ['4.17.4', '4.17.21'].map((version) => ({ version, publishedAt: null }))
  await saveReleases(server.db, null, {
    ecosystem: 'npm',
    name: 'lodash',
    source: 'test',
    checkedAt: 0,
    releases,
  })
  await scan(member, 'a', { purls: ['pkg:npm/lodash@4.17.4', 'pkg:npm/left-pad@1.3.0'] })
  await scan(member, 'b', {
    purls: ['pkg:npm/lodash@4.17.4', 'pkg:npm/lodash@4.17.21', 'pkg:pypi/flask-login@0.6.3'],
  })
  await scan(member, 'b', { purls: ['pkg:npm/lodash@4.17.21'], branch: 'next' })
  await scan(member, 'c', {
    purls: ['pkg:maven/org.slf4j/slf4j-api@2.0.9', 'pkg:maven/org.slf4j/slf4j-api@2.0.10'],
  })
})

interface Inventory {
  purls: string[]
  branch?: string
  license?: string
  /** Dependents by purl; if omitted, it is a direct dependency. */
  requiredBy?: Record<string, string>
  teamUuid?: string
}

/** Returns the project's uuid. */
async function scan({ api }: TestMember, project: string, { purls, ...inventory }: Inventory) {
  const { branch = 'main', license = 'MIT', requiredBy = {}, teamUuid } = inventory
  const components = purls.map((purl) => {
    const [path, version] = purl.slice('pkg:'.length).split('@') as [string, string]
    const [, ...names] = path.split('/')
    const licenses = license === '' ? [] : [{ license: { id: license } }]
    const group = names.length > 1 ? { group: names[0] } : {}
    return { type: 'library', 'bom-ref': purl, ...group, name: names.at(-1), version, purl, licenses }
  })
  const direct = purls.filter((purl) => !(purl in requiredBy))
  const dependencies = [
    { ref: 'root', dependsOn: direct },
    ...purls.map((ref) => ({ ref, dependsOn: purls.filter((purl) => requiredBy[purl] === ref) })),
  ]
  const root = { component: { type: 'application', 'bom-ref': 'root', name: project } }
  const file = jsonBytes({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: root,
    components,
    dependencies,
  })
  const url = `https://example.org/${project}`
  const body = { file: filePart(file), url, branch, ...(teamUuid !== undefined && { teamUuid }) }
  return (await api.uploads.intoNew({ body })).uuid
}

type Query = NonNullable<Parameters<TestMember['api']['insights']['dependencies']>[0]['query']>

const ask = ({ api, accountUuid }: TestMember, query: Query = {}) =>
  api.insights.dependencies({ params: { accountUuid }, query })

const names = async (of: TestMember, query: Query = {}) =>
  (await ask(of, query)).dependencies.map(({ name, version }) => `${name}@${version}`)

/** By cursor; every page but the last is full. */
async function everyPage(of: TestMember, query: Query & { limit: string }) {
  const paged: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await ask(of, { ...query, ...(cursor && { cursor }) })
    if (page.nextCursor !== null) expect(page.dependencies).toHaveLength(Number(query.limit))
    paged.push(...page.dependencies.map(({ name, version }) => `${name}@${version}`))
    cursor = page.nextCursor
  } while (cursor)
  return paged
}

describe('GET /insights/dependencies', () => {
  test('lists each version once, by name, with its uses', async () => {
    const { dependencies, nextCursor } = await ask(member)
    expect(
      dependencies.map(({ name, version, projects, branches }) => [name, version, projects, branches]),
    ).toEqual([
      ['flask-login', '0.6.3', 1, 1],
      ['left-pad', '1.3.0', 1, 1],
      ['lodash', '4.17.21', 1, 2],
      ['lodash', '4.17.4', 2, 2],
      ['org.slf4j:slf4j-api', '2.0.10', 1, 1],
      ['org.slf4j:slf4j-api', '2.0.9', 1, 1],
    ])
    expect(nextCursor).toBeNull()
  })

  test('describes a vulnerable version: distinct advisories, findings of all branches, nearest fix', async () => {
    const [found] = (await ask(member, { package: 'lodash', version: '4.17.4' })).dependencies
    const summed = found!.vulnerabilities.reduce((sum, { count }) => sum + count, 0)
    expect(found).toMatchObject({
      ecosystem: 'npm',
      language: 'nodejs',
      purl: 'pkg:npm/lodash@4.17.4',
      directBranches: 2,
      transitiveBranches: 0,
      licenses: ['MIT'],
      fix: '4.17.21',
      releasedAt: null,
      libyears: null,
    })
    expect(summed).toBeGreaterThan(0)
    expect(found!.openFindings).toBe(2 * summed)
  })

  test.each<[Query, string[]]>([
    [{ name: 'LOD' }, ['lodash@4.17.21', 'lodash@4.17.4']],
    [{ name: 'slf4j-api', version: '[2.0.9,2.0.10)' }, ['org.slf4j:slf4j-api@2.0.9']],
    [{ name: 'slf4j-api', version: '>2.0.9' }, ['org.slf4j:slf4j-api@2.0.10']],
    [{ package: 'pad' }, []],
    [{ package: 'left-pad' }, ['left-pad@1.3.0']],
    [
      { package: 'pkg:maven/org.slf4j/slf4j-api' },
      ['org.slf4j:slf4j-api@2.0.10', 'org.slf4j:slf4j-api@2.0.9'],
    ],
    [{ package: 'pkg:npm/lodash@4.17.4' }, ['lodash@4.17.4']],
    [{ ecosystem: 'pypi' }, ['flask-login@0.6.3']],
    [{ ecosystem: 'java', version: '2.0.9' }, ['org.slf4j:slf4j-api@2.0.9']],
    [{ vulnerable: 'true' }, ['lodash@4.17.4']],
    [{ filters: 'vulnerable=true' }, ['lodash@4.17.4']],
    [{ filters: '{"vulnerable":true,"name":"lodash"}' }, ['lodash@4.17.4']],
    [{ outdated: 'true' }, ['lodash@4.17.4']],
    [{ deprecated: 'true' }, []],
    [{ license: 'mit', name: 'left' }, ['left-pad@1.3.0']],
    [{ license: 'none' }, []],
    [{ relation: 'transitive' }, []],
    [{ relation: 'direct', name: 'flask' }, ['flask-login@0.6.3']],
    [{ ecosystem: 'other' }, []],
    [{ sinceDaysAgo: '1', name: 'flask' }, ['flask-login@0.6.3']],
    [{ sinceDaysAgo: '', name: 'flask' }, ['flask-login@0.6.3']],
    [{ sinceDaysAgo: '0', name: 'flask' }, []],
  ])('filters by %j', async (query, expected) => {
    expect(await names(member, query)).toEqual(expected)
  })

  test.each<[Query, string]>([
    [{ version: '[1,' }, 'version'],
    [{ version: '^1.2.0' }, 'version'],
    [{ ecosystem: 'pascal' }, 'ecosystem'],
    [{ cursor: 'x' }, 'cursor'],
  ])('rejects %j', async (query, word) => {
    await expect(ask(member, query)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(word) as string,
    })
  })

  test('cursor pages contain the same rows as one full listing', async () => {
    const whole = await names(member, { all: 'true' })
    expect(await everyPage(member, { limit: '1' })).toEqual(whole)
    expect(whole).toHaveLength(6)
  })

  test('drops versions a later scan no longer has, and updates changed attributes', async () => {
    const own = await server.newAccount()
    await scan(own, 'x', { purls: ['pkg:npm/left-pad@1.3.0', 'pkg:npm/lodash@4.17.4'], license: '' })
    expect(await names(own, { license: 'none' })).toEqual(['left-pad@1.3.0', 'lodash@4.17.4'])
    await scan(own, 'x', { purls: ['pkg:npm/left-pad@1.3.0'], license: 'ISC' })
    expect(await names(own)).toEqual(['left-pad@1.3.0'])
    expect(await names(own, { license: 'none' })).toEqual([])
    expect(await names(own, { license: 'ISC' })).toEqual(['left-pad@1.3.0'])
    expect(await names(own, { vulnerable: 'true' })).toEqual([])
  })

  test('includes the age of a version and how far it is behind, once releases are known', async () => {
    const own = await server.newAccount()
    const name = `aged-${own.accountUuid}`
    await scan(own, 'x', { purls: [`pkg:npm/${name}@1.0.0`] })
    const age = async () => {
      const [found] = (await ask(own, { name })).dependencies
      return [found!.releasedAt, found!.libyears]
    }
    expect(await age()).toEqual([null, null])
    await saveReleases(server.db, null, {
      ecosystem: 'npm',
      name,
      source: 'test',
      checkedAt: 0,
      releases: [
        { version: '1.0.0', publishedAt: Date.UTC(2020, 0, 1) },
        { version: '2.0.0', publishedAt: Date.UTC(2022, 0, 1) },
      ],
    })
    expect(await age()).toEqual([Date.UTC(2020, 0, 1), 2])
  })

  test('distinguishes direct and transitive uses per branch', async () => {
    const own = await server.newAccount()
    const [top, leaf] = ['pkg:npm/top@1.0.0', 'pkg:npm/leaf@1.0.0'] as const
    await scan(own, 'x', { purls: [top, leaf], requiredBy: { [leaf]: top } })
    expect(await names(own, { relation: 'transitive' })).toEqual(['leaf@1.0.0'])
    expect(await names(own, { relation: 'direct' })).toEqual(['top@1.0.0'])
    await scan(own, 'y', { purls: [leaf] })
    expect(await names(own, { relation: 'transitive' })).toEqual(['leaf@1.0.0'])
    expect(await names(own, { relation: 'direct' })).toEqual(['leaf@1.0.0', 'top@1.0.0'])
  })

  test('2,000 components with hostile names are each on one page and found by name', async () => {
    const own = await server.newAccount()
    const odd = [
      '%',
      '_',
      "'; drop table x --",
      '=cmd|calc',
      'ünï\u{1f4a9}',
      'a b  c',
      '\\',
      '"',
      '[',
      'x'.repeat(500),
    ]
    const plain = Array.from({ length: 2000 - odd.length }, (_, at) => `many-${at}`)
    const components = [...plain, ...odd].map((name) => ({ type: 'library', name, version: '1.0' }))
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }
    const body = { file: filePart(jsonBytes(bom)), url: 'https://example.org/many', branch: 'main' }
    const { uuid } = await own.api.uploads.intoNew({ body })
    await expect
      .poll(async () => (await own.api.scans.components({ params: { projectUuid: uuid } })).length)
      .toBe(2000)
    const paged = await everyPage(own, { limit: '500' })
    expect(paged).toHaveLength(2000)
    expect(new Set(paged)).toEqual(new Set([...plain, ...odd].map((name) => `${name}@1.0`)))
    for (const name of odd) {
      expect(await names(own, { package: name })).toEqual([`${name}@1.0`])
      const params = { accountUuid: own.accountUuid }
      const { uses } = await own.api.insights.uses({ params, query: { name, version: '1.0' } })
      expect(uses.map(({ projectUrl }) => projectUrl)).toEqual(['https://example.org/many'])
    }
    expect(await names(own, { ecosystem: 'other', name: '%' })).toEqual(['%@1.0'])
  })

  test('a cursor at the last row returns an empty page, even if that row is gone', async () => {
    const own = await server.newAccount()
    await scan(own, 'x', { purls: ['pkg:npm/aa@1.0.0', 'pkg:npm/bb@1.0.0', 'pkg:npm/cc@1.0.0'] })
    const { nextCursor } = await ask(own, { limit: '2' })
    await scan(own, 'x', { purls: ['pkg:npm/aa@1.0.0', 'pkg:npm/cc@1.0.0'] })
    const rest = await ask(own, { cursor: nextCursor! })
    expect(rest.dependencies.map(({ name }) => name)).toEqual(['cc'])
    await scan(own, 'x', { purls: ['pkg:npm/aa@1.0.0'] })
    expect(await ask(own, { cursor: nextCursor! })).toEqual({ dependencies: [], nextCursor: null })
  })

  test('spellings of one Python name are one row', async () => {
    const own = await server.newAccount()
    await scan(own, 'x', { purls: ['pkg:pypi/Flask_Login@0.6.3'] })
    await scan(own, 'y', { purls: ['pkg:pypi/flask-login@0.6.3'] })
    const { dependencies } = await ask(own, { name: 'flask' })
    expect(dependencies.map(({ projects, branches }) => [projects, branches])).toEqual([[2, 2]])
  })

  test('concurrent scans with the same components all succeed and are all counted', async () => {
    const own = await server.newAccount()
    const purls = Array.from({ length: 60 }, (_, at) => `pkg:npm/shared-${at}@1.0.0`)
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        scan(own, `p${at}`, { purls: at % 2 === 0 ? purls : purls.toReversed() }),
      ),
    )
    const { dependencies } = await ask(own, { all: 'true' })
    expect(dependencies).toHaveLength(60)
    expect(new Set(dependencies.map(({ projects }) => projects))).toEqual(new Set([8]))
  })
})

describe('GET /insights/dependencies, by team and tag', () => {
  let own: TestMember
  let teams: string[]
  beforeAll(async () => {
    own = await server.newAccount()
    teams = [await server.addTeam(own, 'one'), await server.addTeam(own, 'two')]
    const one = await scan(own, 'one', { purls: ['pkg:npm/left-pad@1.3.0'], teamUuid: teams[0]! })
    await scan(own, 'two', { purls: ['pkg:npm/left-pad@1.3.0', 'pkg:npm/is-odd@3.0.1'], teamUuid: teams[1]! })
    const { uuid: tagUuid } = await own.api.tags.create({ body: { name: 'web' } })
    await own.api.tags.update({ params: { tagUuid }, body: { projects: [one] } })
  })

  test('counts only projects of the team or with the tag', async () => {
    expect(await names(own, { teamUUID: teams[1]! })).toEqual(['is-odd@3.0.1', 'left-pad@1.3.0'])
    const [tagged, ...none] = (await ask(own, { tags: 'web' })).dependencies
    expect([tagged?.name, tagged?.projects, none]).toEqual(['left-pad', 1, []])
  })

  test('shows a team member nothing of other teams in lists, uses, paths or CSV', async () => {
    const viewer = await server.addMember(own, 'Team viewer', teams[0])
    const params = { accountUuid: own.accountUuid }
    expect(await names(viewer)).toEqual(['left-pad@1.3.0'])
    expect((await ask(viewer)).dependencies[0]!.projects).toBe(1)
    const named = { ecosystem: 'npm', name: 'left-pad', version: '1.3.0' }
    const { uses } = await viewer.api.insights.uses({ params, query: named })
    expect(uses.map(({ projectUrl }) => projectUrl)).toEqual(['https://example.org/one'])
    expect(await viewer.api.insights.csv({ params, query: {} })).not.toContain('is-odd')
    const project = (await own.api.projects.list({ params })).find(({ url }) => url.endsWith('/two'))!.uuid
    const path = { project, branch: 'main', name: 'is-odd', version: '3.0.1' }
    await expect(viewer.api.insights.paths({ params, query: path })).rejects.toMatchObject({ status: 404 })
    await expect(ask(viewer, { teamUUID: teams[1]! })).rejects.toMatchObject({ status: 404 })
  })
})

describe('GET /insights/dependencies.csv', () => {
  test('has the same rows and filters, and no cells that spreadsheets would execute', async () => {
    const own = await server.newAccount()
    await scan(own, 'x', { purls: ['pkg:npm/left-pad@1.3.0'], license: '' })
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 }
    const component = { type: 'library', name: '=cmd|calc', version: '@1' }
    const file = filePart(jsonBytes({ ...bom, components: [component] }))
    await own.api.uploads.intoNew({ body: { file, url: 'https://example.org/y', branch: 'main' } })
    const params = { accountUuid: own.accountUuid }
    const csv = await own.api.insights.csv({ params, query: {} })
    const [head, ...rows] = csv.trimEnd().split('\r\n')
    expect(head).toMatch(
      /^ecosystem,name,version,purl,projects,branches,.*,critical,high,medium,low,none,unrated,fix,/,
    )
    expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([
      ['', "'=cmd|calc", "'@1"],
      ['npm', 'left-pad', '1.3.0'],
    ])
    const filtered = await own.api.insights.csv({ params, query: { name: 'left' } })
    expect(filtered.trimEnd().split('\r\n')).toHaveLength(2)
  })
})

describe('GET /insights/dependencies/uses and /paths', () => {
  test('list each branch, its dependents and the dependency paths', async () => {
    const own = await server.newAccount()
    const [top, middle, leaf] = ['pkg:npm/top@1.0.0', 'pkg:npm/middle@1.0.0', 'pkg:npm/leaf@1.0.0'] as const
    const project = await scan(own, 'x', {
      purls: [top, middle, leaf],
      requiredBy: { [middle]: top, [leaf]: middle },
    })
    await scan(own, 'y', { purls: [leaf] })
    const params = { accountUuid: own.accountUuid }
    const query = { ecosystem: 'npm', name: 'leaf', version: '1.0.0' }
    const first = await own.api.insights.uses({ params, query: { ...query, limit: '1' } })
    expect(first.uses).toMatchObject([
      { projectUuid: project, branch: 'main', isDirect: false, requiredBy: ['middle@1.0.0'] },
    ])
    const second = await own.api.insights.uses({ params, query: { ...query, cursor: first.nextCursor! } })
    expect(second.uses.map(({ projectUrl, isDirect }) => [projectUrl, isDirect])).toEqual([
      ['https://example.org/y', true],
    ])
    expect(second.nextCursor).toBeNull()
    const { paths } = await own.api.insights.paths({
      params,
      query: { project, branch: 'main', name: 'leaf', version: '1.0.0' },
    })
    expect(paths).toEqual([['top:1.0.0', 'middle:1.0.0', 'leaf:1.0.0']])
    expect(await own.api.insights.uses({ params, query: { ...query, version: '2.0.0' } })).toEqual({
      uses: [],
      nextCursor: null,
    })
  })
})
