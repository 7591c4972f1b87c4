import { sql } from 'kysely'
import { saveKnownExploited } from '#knowledge/advisories/clusters/signal-store.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'

let server: TestServer
let admin: TestMember
let all: Finding[]
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.newAccount()
  for (const [project, branch, packages] of inventories)
    await admin.api.uploads.intoNew({
      body: {
        file: filePart(npmInventory(packages)),
        url: `https://example.org/${project}`,
        branch,
      },
    })
  await admin.api.accounts.configure({ params: admin, body: { fixTargets: targets } })
  await sql`
    update finding set introduced_at = now() - interval '100 days', published_at = now() - interval '200 days'
    where account_uuid = ${admin.accountUuid} and package_name = 'lodash'`.execute(server.db)
  const [first, second, third] = await list({})
  await server.db.transaction().execute((tx) => saveKnownExploited(tx, [third!.cve!]))
  await decide([first!], { assigneeUuid: admin.uuid, state: 'in-triage', reason: 'Looking' })
  await decide([second!], { dueDate: '2020-01-01' })
  all = await list({})
})
afterAll(() => server.stop())

const targets = { CRITICAL: 7, HIGH: 30, MEDIUM: 1000, LOW: null }
const inventories: [string, string, string[]][] = [
  ['shop', 'main', ['lodash@4.17.4', 'minimist@1.2.0']],
  ['shop', 'next', ['lodash@4.17.4']],
  ['bank', 'main', ['lodash@4.17.4', 'minimist@1.2.0']],
]

type Query = NonNullable<Parameters<TestMember['api']['triage']['list']>[0]['query']>
type Finding = Awaited<ReturnType<TestMember['api']['triage']['list']>>['findings'][number]

const page = (query: Query) => admin.api.triage.list({ params: admin, query })
const list = async (query: Query): Promise<Finding[]> => (await page(query)).findings

const decide = (findings: Finding[], change: object) =>
  admin.api.triage.decide({
    params: admin,
    body: {
      findings: findings.map(({ projectUuid, ecosystem, package: name, advisoryUuid }) => ({
        projectUuid,
        ecosystem,
        package: name,
        advisoryUuid,
      })),
      ...change,
    },
  })

async function oneByOne(query: Query): Promise<Finding[]> {
  const found: Finding[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { findings, nextCursor } = await page({ ...query, limit: '1', ...(cursor && { cursor }) })
    expect(findings).toHaveLength(1)
    found.push(...findings)
    cursor = nextCursor
  }
  return found
}

describe('GET /findings', () => {
  test('lists each finding of a project once, most severe and then oldest first', () => {
    const ranks = all.map(({ severity }) => ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'].indexOf(severity))
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
    const keys = all.map((each) => `${each.projectUuid} ${each.package} ${each.advisoryUuid}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(all.find((each) => each.projectUrl.endsWith('shop') && each.package === 'lodash')!.branches).toBe(
      2,
    )
  })

  test.each<[Query, (finding: Finding) => boolean]>([
    [{}, () => true],
    [{ overdue: 'true' }, ({ isOverdue }) => isOverdue],
    [{ overdue: 'true', severity: 'HIGH' }, (each) => each.isOverdue && each.severity === 'HIGH'],
    [{ overdue: 'true', package: 'lodash', ecosystem: 'npm' }, (e) => e.isOverdue && e.package === 'lodash'],
    [{ exploited: 'true' }, ({ isKnownExploited }) => isKnownExploited],
    [{ exploited: 'false' }, ({ isKnownExploited }) => !isKnownExploited],
    [{ package: 'minimist', ecosystem: 'npm' }, ({ package: name }) => name === 'minimist'],
    [{ severity: 'CRITICAL' }, ({ severity }) => severity === 'CRITICAL'],
    [{ assignee: 'none' }, ({ assignee }) => assignee === null],
    [{ assignee: 'me' }, ({ assignee }) => assignee !== null],
    [{ state: 'open' }, ({ state }) => state === 'open'],
    [{ state: 'in-triage' }, ({ state }) => state === 'in-triage'],
    [{ state: 'in-triage', overdue: 'true' }, (each) => each.state === 'in-triage' && each.isOverdue],
  ])('%j: those of all findings, also page by page', async (query, isWanted) => {
    const wanted = all.filter(isWanted)
    expect(wanted.length).toBeGreaterThan(0)
    expect(await list(query)).toEqual(wanted)
    expect(await oneByOne(query)).toEqual(wanted)
  })

  test('lists those of a project', async () => {
    const { projectUuid } = all[0]!
    expect(await list({ projectUuid })).toEqual(all.filter((each) => each.projectUuid === projectUuid))
  })

  test('lists those of their projects to members of a team', async () => {
    const teamUuid = await server.addTeam(admin, 'bankers')
    const member = await server.addMember(admin, 'Team administrator', teamUuid)
    await sql`
      update project set team_uuid = ${teamUuid}
      where account_uuid = ${admin.accountUuid} and url like '%bank'`.execute(server.db)
    const { findings } = await member.api.triage.list({ params: admin })
    expect(findings.length).toBeGreaterThan(0)
    expect(findings).toEqual(all.filter(({ projectUrl }) => projectUrl.endsWith('bank')))
  })
})
