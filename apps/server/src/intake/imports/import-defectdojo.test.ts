import { runImport } from '#testing/run-assay.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeDefectDojo, generateProducts, startFakeDefectDojo } from '#testing/defectdojo-server.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'

// `assay import defectdojo`, from a generated DefectDojo to the real server.

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'assay-import-'))
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true })
})

const token = '0123456789abcdef0123456789abcdef01234567'

interface Given {
  from: FakeDefectDojo
  member: TestMember
  args?: string[]
  signal?: AbortSignal
  apiToken?: string
}

const importFrom = ({ from, args = [], apiToken = token, ...given }: Given) =>
  runImport({
    ...given,
    server,
    folder,
    args: ['defectdojo', '--url', from.url, ...args],
    environment: { DEFECTDOJO_TOKEN: apiToken },
  })

test('products are imported with states, acceptances and notes, and repeating it adds nothing', async () => {
  const count = 25
  const from = await startFakeDefectDojo(generateProducts(count), token)
  const member = await server.newAccount()
  const params = { accountUuid: member.accountUuid }
  const plan = await importFrom({ from, member, args: ['--dry-run'] })
  expect(plan.imported).toEqual({ Branches: count, Decisions: 2 * count })
  expect(await member.api.projects.list({ params })).toEqual([])

  const report = await importFrom({ from, member })
  expect(report.imported).toEqual({ ...plan.imported, 'Findings in triage': count, Notes: count })
  const left = Map.groupBy(report.leftOut, ({ why }) => why.replaceAll(/\d+/g, '#'))
  expect([...left.keys()].toSorted()).toEqual([
    '# is about something else than a package in a version',
    '# is marked as duplicates of others',
    '# is mitigated: history here begins with the import',
    'CVE-#-# is not known here',
  ])

  const projects = await member.api.projects.list({ params })
  expect(projects).toHaveLength(count)
  const project = projects.find(({ name }) => name === 'product-2')!
  expect(project).toMatchObject({ tags: ['team-0'], branches: ['main'] })
  expect(projects.find(({ name }) => name === 'product-3')).toMatchObject({ branches: ['CI of 3'] })
  const [first] = await member.api.scans.findings({ params: { projectUuid: project.uuid } })
  expect(first!.lifetime!.introducedAt).toBe(Date.parse('2026-01-02T00:00:00Z'))

  const { decisions } = await member.api.decisions.list({ params, query: { limit: 200 } })
  expect(decisions).toHaveLength(2 * count)
  const own = decisions.filter(({ projectUuid }) => projectUuid === project.uuid)
  expect(own.find(({ state }) => state === 'false-positive')).toMatchObject({
    reason: 'From DefectDojo: false positive.\n2026-02-01 jane: Reviewed with the team.',
    expiresAt: null,
  })
  expect(own.find(({ state }) => state === 'accepted')).toMatchObject({
    reason: 'From DefectDojo: risk accepted.\nAccept until the rewrite; Behind a proxy.; accepted by Joe',
    expiresAt: Date.parse('2099-01-01T00:00:00Z'),
  })
  const { findings } = await member.api.triage.list({
    params,
    query: { projectUuid: project.uuid, state: 'in-triage' },
  })
  expect(findings.map(({ displayId }) => displayId)).toEqual(['CVE-2021-23337'])
  const { projectUuid, ecosystem, package: name, advisoryUuid } = findings[0]!
  const query = { projectUuid, ecosystem, package: name, advisoryUuid }
  const { comments } = await member.api.triage.read({ params, query })
  expect(comments.map(({ text }) => text)).toEqual([
    'From DefectDojo, 2026-02-01 jane: Reviewed with the team.',
  ])

  const again = await importFrom({ from, member })
  expect(again.imported).toEqual({})
  expect(again.there).toEqual({ Branches: count, Decisions: 2 * count, Notes: count })
  await from.stop()
}, 120_000)

test('one that is killed anywhere continues, and ends with the same', async () => {
  const count = 8
  const from = await startFakeDefectDojo(generateProducts(count), token)
  const member = await server.newAccount()
  const params = { accountUuid: member.accountUuid }
  for (let attempt = 1; attempt <= 6; attempt++) {
    const killed = new AbortController()
    const before = await member.api.decisions.list({ params, query: { limit: 200 } })
    const stopAtFirst = async () => {
      const { decisions } = await member.api.decisions.list({ params, query: { limit: 200 } })
      if (decisions.length > before.decisions.length) killed.abort()
    }
    const timer = setInterval(() => void stopAtFirst(), 20)
    await importFrom({ from, member, signal: killed.signal }).catch(() => null)
    clearInterval(timer)
  }
  await importFrom({ from, member })
  const again = await importFrom({ from, member })
  expect(again.imported).toEqual({})
  expect(again.there).toEqual({ Branches: count, Decisions: 2 * count, Notes: count })
  await from.stop()
}, 120_000)

describe('a server', () => {
  test('that refuses the token or is no DefectDojo is named', async () => {
    const from = await startFakeDefectDojo(generateProducts(1), token)
    const member = await server.newAccount()
    await expect(importFrom({ from, member, apiToken: 'wrong' })).rejects.toMatchObject({
      stderr: expect.stringContaining('does not accept the API token'),
    })
    await from.stop()
    await expect(importFrom({ from: { ...from, url: `${server.url}/docs` }, member })).rejects.toMatchObject({
      stderr: expect.stringContaining('is not a DefectDojo'),
    })
  })
})
