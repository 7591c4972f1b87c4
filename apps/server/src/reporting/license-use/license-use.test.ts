import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

let teamUuid: string

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  teamUuid = await server.addTeam(member, 'Shop')
  await member.api.policies.create({
    params: { accountUuid: member.accountUuid },
    body: { name: 'no AGPL', mode: 'DENY', licenses: ['AGPL-3.0-only', 'GPL-3.0-only'] },
  })
  await scan('a', { x: 'MIT', y: 'MIT', z: 'AGPL-3.0-only' }, { teamUuid })
  await scan('b', { x: 'MIT', y: 'Apache-2.0', w: '' })
  await scan('b', { x: 'GPL-3.0-only OR AGPL-3.0-only' }, { branch: 'next' })
})

async function scan(
  project: string,
  licenses: Record<string, string>,
  more: { teamUuid?: string; branch?: string } = {},
) {
  const { branch = 'main', ...rest } = more
  const components = Object.entries(licenses).map(([name, expression]) => ({
    type: 'library',
    name,
    version: '1.0.0',
    purl: `pkg:npm/${name}@1.0.0`,
    licenses: expression === '' ? [] : [{ expression }],
  }))
  const file = filePart(jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }))
  return member.api.uploads.intoNew({
    body: { file, url: `https://example.org/${project}`, branch, ...rest },
  })
}

type Query = NonNullable<Parameters<TestMember['api']['licenseUse']['list']>[0]['query']>
const ask = (query: Query = {}, { api, accountUuid } = member) =>
  api.licenseUse.list({ params: { accountUuid }, query })
const ids = async (query: Query = {}) => (await ask(query)).licenses.map(({ license }) => license?.id ?? null)

describe('GET /insights/licenses', () => {
  test('lists each license once, most used first, with policy violations and sources', async () => {
    const { overview, licenses, nextCursor } = await ask()
    expect(nextCursor).toBeNull()
    expect(overview).toEqual({ licenses: 4, projects: 2, violatingProjects: 2, unknownProjects: 1 })
    expect(licenses[0]).toEqual({
      license: { id: 'MIT', name: 'MIT License', uri: 'https://spdx.org/licenses/MIT.html' },
      projects: 2,
      branches: 2,
      components: 3,
      sources: [{ source: 'declared', components: 3 }],
      violatingComponents: 0,
      violatingProjects: 0,
      policies: [],
    })
    const agpl = licenses.find(({ license }) => license?.id === 'AGPL-3.0-only')
    expect(agpl).toMatchObject({
      projects: 2,
      components: 2,
      violatingComponents: 2,
      violatingProjects: 2,
      policies: ['no AGPL'],
    })
    expect(licenses.find(({ license }) => license === null)).toMatchObject({ components: 1, sources: [] })
  })

  test('filters by state, text, team and branch', async () => {
    expect(await ids({ state: 'violated' })).toEqual(['AGPL-3.0-only', 'GPL-3.0-only'])
    expect(await ids({ state: 'unknown' })).toEqual([null])
    expect(await ids({ text: 'apache' })).toEqual(['Apache-2.0'])
    expect(await ids({ teamUUID: teamUuid })).toEqual(['MIT', 'AGPL-3.0-only'])
    expect(await ids({ branches: 'next' })).toEqual(['AGPL-3.0-only', 'GPL-3.0-only'])
  })

  test('pages contain the same rows as the whole list', async () => {
    const paged: (string | null)[] = []
    let cursor: string | null | undefined
    do {
      const page = await ask({ limit: '2', ...(cursor && { cursor }) })
      paged.push(...page.licenses.map(({ license }) => license?.id ?? null))
      cursor = page.nextCursor
    } while (cursor)
    expect(paged).toEqual(await ids())
  })

  test('reflects the next scan of a branch', async () => {
    await scan('c', { x: 'ISC', y: 'ISC' })
    expect(await ids({ text: 'isc' })).toEqual(['ISC'])
    await scan('c', { x: '0BSD' })
    expect(await ids({ text: 'isc' })).toEqual([])
    expect(await ids({ text: '0bsd' })).toEqual(['0BSD'])
  })

  test('shows nothing of other accounts', async () => {
    const stranger = await server.newAccount()
    expect((await ask({}, stranger)).licenses).toEqual([])
  })
})

test('GET /insights/licenses/branches lists policy violations first, in pages', async () => {
  const { api, accountUuid } = member
  const of = (license: string, more: { cursor?: string; limit?: string } = {}) =>
    api.licenseUse.branches({ params: { accountUuid }, query: { license, ...more } })
  const { branches } = await of('AGPL-3.0-only')
  expect(branches.map(({ projectName, branch }) => [projectName, branch])).toEqual([
    ['example.org/a', 'main'],
    ['example.org/b', 'next'],
  ])
  expect(branches[0]).toMatchObject({ components: 1, violatingComponents: 1 })
  const first = await of('AGPL-3.0-only', { limit: '1' })
  const second = await of('AGPL-3.0-only', { limit: '1', cursor: first.nextCursor! })
  expect([...first.branches, ...second.branches]).toEqual(branches)
  expect((await of('none')).branches).toMatchObject([{ projectName: 'example.org/b', components: 1 }])
})

test('GET /insights/licenses.csv has a header and one line per license', async () => {
  const { api, accountUuid } = member
  const lines = (await api.licenseUse.csv({ params: { accountUuid } })).trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    'license,name,components,projects,branches,sources,violating components,violating projects,policies',
  )
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
    (await ids()).map((id) => id ?? 'No license found'),
  )
})
