import { isDeepStrictEqual } from 'node:util'
import type { DeployerDecision } from '@assay/engine/vocabulary.ts'
import { deployerDecisions } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { planPrioritiesJob } from './prioritize-findings-job.ts'

let projectUuid: string

const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  // lodash 4.17.4 has known vulnerabilities of the starter set.
  projectUuid = (await scan('https://example.org/product')).uuid
})

const account = () => ({ accountUuid: member.accountUuid })
const scan = (url: string) =>
  member.api.uploads.intoNew({
    body: { file: filePart(npmInventory(['lodash@4.17.4'])), url, branch: 'main' },
  })
type Query = NonNullable<Parameters<TestMember['api']['triage']['list']>[0]['query']>
const list = async (query: Query = {}) =>
  (await member.api.triage.list({ params: account(), query: { limit: '200', ...query } })).findings
type Finding = Awaited<ReturnType<typeof list>>[number]
/** As the panel of the finding decides, from its facts. */
const decisionOf = async ({ projectUuid: project, ecosystem, package: name, advisoryUuid }: Finding) => {
  const query = { projectUuid: project, ecosystem, package: name, advisoryUuid }
  return (await member.api.triage.read({ params: account(), query })).ssvc.deployer
}
const priorities = async () => (await list()).map(({ priority }) => priority)
/** The highest of a project's findings of lodash, which one upgrade closes. */
const highest = async (of?: string) => {
  const found = (await list(of === undefined ? {} : { projectUuid: of })).map(({ priority }) => priority)
  return deployerDecisions.findLast((each) => found.includes(each))
}
const upgrades = async () => (await member.api.fixes.list({ query: { sort: 'priority' } })).upgrades
const decisions = async () => Promise.all((await list()).map(decisionOf))
/** Waits until the priorities are others, and then those of the facts. */
const changes = async (from: readonly (DeployerDecision | null)[]) => {
  await expect.poll(priorities, { timeout: 60_000 }).not.toEqual(from)
  expect(await priorities()).toEqual(await decisions())
  expect((await upgrades())[0]!.priority).toBe(await highest())
}

describe('the priority of findings', () => {
  test('is that of their facts, with the scan that opens them', async () => {
    const found = await priorities()
    expect(found.length).toBeGreaterThan(2)
    expect(found).not.toContain(null)
    expect(found).toEqual(await decisions())
  })

  test('follows the exposure of the project, also of a renamed tag', async () => {
    const before = await priorities()
    await member.api.projects.update({
      params: { projectUuid },
      body: { tags: ['exposure:small', 'human-impact:low'] },
    })
    await changes(before)
    const small = await priorities()
    const tags = await member.api.tags.list({ params: account() })
    const tag = tags.find(({ name }) => name === 'human-impact:low')!
    await member.api.tags.update({
      params: { ...account(), tagUuid: tag.uuid },
      body: { name: 'human-impact:very-high' },
    })
    await changes(small)
  })

  test('follows lists of exploited vulnerabilities', async () => {
    const before = await priorities()
    const { cve } = (await list())[0]!
    await sql`
      insert into advisory_signal (cve, in_catalog) values (${cve}, true)
      on conflict (cve) do update set in_catalog = true`.execute(server.db)
    await server.db
      .transaction()
      .execute((tx) => writeEvents(tx, null, [{ type: 'advisories.exploited', payload: { cves: [cve!] } }]))
    await changes(before)
    const exploited = await priorities()
    await sql`update advisory_signal set in_catalog = false where cve = ${cve}`.execute(server.db)
    await server.context.queue.send(server.db, planPrioritiesJob, {})
    await changes(exploited)
    expect(await priorities()).toEqual(before)
  })

  test('of what an upgrade closes is its own, also in each project, and an order of Fix first and its CSV', async () => {
    const file = filePart(npmInventory(['minimist@1.2.5', 'lodash@4.17.4']))
    const { uuid } = await member.api.uploads.intoNew({
      body: { file, url: 'https://example.org/several', branch: 'main' },
    })
    const tags = ['exposure:open', 'human-impact:very-high']
    await member.api.projects.update({ params: { projectUuid: uuid }, body: { tags } })
    await expect.poll(() => highest(uuid), { timeout: 60_000 }).not.toBe(await highest(projectUuid))
    const ranks = (await upgrades()).map(({ priority }) => deployerDecisions.indexOf(priority!))
    expect(ranks.length).toBeGreaterThan(1)
    expect(ranks).toEqual(ranks.toSorted((one, other) => other - one))
    const { packageName, ecosystem, to } = (await upgrades()).find(({ name }) => name === 'lodash')!
    const { uses } = await member.api.fixes.uses({ query: { packageName, ecosystem, to: to! } })
    for (const use of uses) {
      const closed = (await list({ projectUuid: use.projectUuid })).filter(
        (each) => each.package === 'lodash',
      )
      expect(use.priority).toBe(
        deployerDecisions.findLast((each) => closed.some(({ priority }) => priority === each)),
      )
    }
    const csv = await member.api.fixes.csv({ query: { sort: 'priority' } })
    const [head = '', ...rows] = csv.trimEnd().split('\r\n')
    const column = head.split(',').indexOf('priority')
    expect(rows.map((row) => row.split(',')[column])).toEqual(
      (await upgrades()).map(({ priority }) => priority),
    )
  })

  test('is an order and a filter of lists, in pages', async () => {
    const { uuid: other } = await scan('https://example.org/other')
    await member.api.projects.update({ params: { projectUuid: other }, body: { tags: ['exposure:small'] } })
    await expect.poll(async () => isDeepStrictEqual(await priorities(), await decisions())).toBe(true)
    expect(new Set(await priorities()).size).toBeGreaterThan(1)
    const all = await list({ order: 'priority' })
    const ranks = all.map(({ priority }) => deployerDecisions.toReversed().indexOf(priority!))
    expect(ranks).toEqual(ranks.toSorted((one, another) => one - another))
    expect(all.map(keyOf).toSorted()).toEqual((await list()).map(keyOf).toSorted())
    const paged: string[] = []
    let cursor: string | null | undefined
    do {
      const query = { order: 'priority' as const, limit: '3', ...(cursor && { cursor }) }
      const page = await member.api.triage.list({ params: account(), query })
      paged.push(...page.findings.map(keyOf))
      cursor = page.nextCursor
    } while (cursor)
    expect(paged).toEqual(all.map(keyOf))
    for (const priority of deployerDecisions)
      expect((await list({ priority })).map(keyOf).toSorted()).toEqual(
        all
          .filter((each) => each.priority === priority)
          .map(keyOf)
          .toSorted(),
      )
    const [first] = all
    const ofProject = await list({ order: 'priority', projectUuid: first!.projectUuid })
    expect(ofProject.map(keyOf)).toEqual(
      all.filter((each) => each.projectUuid === first!.projectUuid).map(keyOf),
    )
  })
})

const keyOf = (finding: Finding) => `${finding.projectUuid} ${finding.advisoryUuid}`
