import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

let teamUuid: string
let ruleUuid: string

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  teamUuid = await server.addTeam(member, 'Shop')
  ruleUuid = await createRule('finding.fix_available')
  // lodash 4.17.4 has known vulnerabilities of the starter set, with fixes.
  await scan('b', ['lodash@4.17.4', 'left-pad@1.3.0'])
  await scan('a', ['lodash@4.17.4'], { teamUuid })
  await scan('a', ['lodash@4.17.4'], { teamUuid, branch: 'next' })
  await scan('c', ['left-pad@1.3.0'])
})

const account = () => ({ accountUuid: member.accountUuid })
const createRule = async (condition: string) => {
  const body = { name: condition, condition, effect: 'warn' as const }
  return (await member.api.rules.create({ params: account(), body })).uuid
}
const scan = (name: string, packages: string[], more: { teamUuid?: string; branch?: string } = {}) =>
  member.api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(packages)),
      url: `https://example.org/${name}`,
      branch: 'main',
      ...more,
    },
  })

type Query = NonNullable<Parameters<TestMember['api']['ruleHits']['list']>[0]['query']>
const ask = (query: Query = {}, policyRuleUuid = ruleUuid) =>
  member.api.ruleHits.list({ params: { ...account(), policyRuleUuid }, query })

describe('GET /policies/rules/{policyRuleUuid}/hits', () => {
  test('lists as many hits as the list of rules counts, by project, with what was hit', async () => {
    const { hits, total, branches, unlisted, nextCursor } = await ask()
    const rule = await member.api.rules.get({ params: { ...account(), policyRuleUuid: ruleUuid } })
    expect(rule.hits).toMatchObject({ branches: 3, findings: hits.length })
    expect({ total, branches, unlisted, nextCursor }).toEqual({
      total: hits.length,
      branches: 3,
      unlisted: 0,
      nextCursor: null,
    })
    expect(hits.map(({ projectName }) => projectName)).toEqual(
      hits.map(({ projectName }) => projectName).toSorted(),
    )
    const found = await member.api.triage.list({ params: account(), query: { limit: '200' } })
    for (const { displayId, advisoryUuid, severity, fixedVersions } of found.findings)
      expect(hits).toContainEqual(
        expect.objectContaining({
          kind: 'finding',
          effect: 'warn',
          mode: 'on',
          branch: 'main',
          finding: expect.objectContaining({
            displayId,
            advisoryUuid,
            severity,
            fixedVersions,
            package: 'lodash',
            ecosystem: 'npm',
          }),
        }),
      )
    expect(hits[0]).toMatchObject({
      label: expect.stringMatching(/ in lodash 4\.17\.4$/),
      projectUrl: 'https://example.org/a',
    })
  })

  test('filters by text, project, branch, team and tag', async () => {
    const all = await ask()
    const [{ finding, label }] = all.hits as [(typeof all.hits)[number]]
    const some = await ask({ text: label.toUpperCase() })
    expect([some.total, some.branches]).toEqual([3, 3])
    expect(some.hits.every((hit) => hit.finding?.id === finding?.id)).toBe(true)
    const ofProject = async (query: Query) =>
      [...new Set((await ask(query)).hits.map((hit) => `${hit.projectName} ${hit.branch}`))].toSorted()
    expect(await ofProject({ project: 'example.org/b' })).toEqual(['example.org/b main'])
    expect(await ofProject({ teamUUID: teamUuid })).toEqual(['example.org/a main', 'example.org/a next'])
    expect(await ofProject({ branches: 'next' })).toEqual(['example.org/a next'])
    expect(await ofProject({ tags: 'none' })).toEqual([])
    expect((await ask({ tags: 'none' })).total).toBe(0)
  })

  test.each(['', 'lodash'])(
    'pages contain the same rows as the whole list, with the text "%s"',
    async (text) => {
      const { hits } = await ask({ text })
      const paged: typeof hits = []
      let cursor: string | null | undefined
      do {
        const page = await ask({ text, limit: '2', ...(cursor && { cursor }) })
        paged.push(...page.hits)
        cursor = page.nextCursor
      } while (cursor)
      expect(paged).toEqual(hits)
      expect(hits.length).toBeGreaterThan(4)
    },
  )

  test('lists components, and what was fixed no longer', async () => {
    const uuid = await createRule('component.name == "left-pad"')
    await scan('b', ['left-pad@1.3.0'])
    await scan('c', ['is-odd@3.0.1'])
    const { hits } = await ask({}, uuid)
    expect(hits).toMatchObject([
      { kind: 'component', label: 'left-pad 1.3.0', projectName: 'example.org/b', finding: null },
    ])
    expect((await ask()).hits.some(({ projectName }) => projectName === 'example.org/b')).toBe(false)
  })

  test('counts what is not listed', async () => {
    await server.db
      .updateTable('rule_result')
      .set({ hit_count: 1500 })
      .where('account_uuid', '=', member.accountUuid)
      .where('rule_uuid', '=', ruleUuid)
      .execute()
    const { hits, total, unlisted } = await ask({ branches: 'next' })
    expect({ total, unlisted }).toEqual({ total: 1500, unlisted: 1500 - hits.length })
  })

  test('answers 404 for an unknown rule and 400 for the cursor of another list', async () => {
    await expect(ask({}, '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ status: 404 })
    await expect(ask({ cursor: 'WyJ4Il0' })).rejects.toMatchObject({ status: 400 })
  })
})

test('GET /policies/rules/{policyRuleUuid}/hits.csv has a header and one line per hit', async () => {
  const params = { ...account(), policyRuleUuid: ruleUuid }
  const lines = (await member.api.ruleHits.csv({ params })).trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    'hit,kind,undecided by,effect,mode,project,branch,scanned,id,severity,ecosystem,package,fixed versions,since',
  )
  expect(lines).toHaveLength((await ask()).hits.length + 1)
  expect(lines).toContainEqual(
    expect.stringMatching(/ in lodash 4\.17\.4,finding,,warn,on,https:\/\/example\.org\/a,main,/),
  )
})
