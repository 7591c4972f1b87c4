import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

let admin: TestMember

const server = testServer()

const params = () => ({ accountUuid: admin.accountUuid })
const lenient = { security: 0, stability: 0, licensing: 0 }
const configure = (minimumScores: typeof lenient) =>
  admin.api.accounts.configure({ params: params(), body: { minimumScores } })
const start = async () => {
  admin = await server.newAccount()
  await configure(lenient)
}

/** lodash 4.17.4 has known vulnerabilities of the starter set, with fixes. */
const scan = (of: { url?: string; branch?: string; packages?: string[] } = {}) =>
  admin.api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(of.packages ?? ['lodash@4.17.4'])),
      url: of.url ?? 'https://example.org/product',
      branch: of.branch ?? 'main',
    },
  })
const create = (body: Partial<Parameters<typeof admin.api.rules.create>[0]['body']> = {}) =>
  admin.api.rules.create({
    params: params(),
    body: { name: 'rule', condition: 'finding.fix_available', effect: 'fail', ...body },
  })

const below = async () =>
  (await admin.api.projects.page({ params: params(), query: { policy: 'below', branches: '' } })).items.map(
    ({ uuid }) => uuid,
  )
const isBelow = (projectUuids: readonly string[]) =>
  expect
    .poll(async () => (await below()).toSorted(), { timeout: 60_000 })
    .toEqual([...projectUuids].toSorted())
/** Of all reports of a project, the newest first. */
const failures = async (projectUuid: string) => {
  const params = { projectUuid }
  const reports = await admin.api.reports.history({ params, query: {} })
  return Promise.all(
    reports.map(async ({ uuid }) => {
      const { results } = await admin.api.reports.rules({ params, query: { reportUuid: uuid } })
      return results.filter(({ fails }) => fails).length
    }),
  )
}
const idle = () =>
  expect
    .poll(async () => (await admin.api.rules.evaluation({ params: params() })).state, { timeout: 60_000 })
    .toBe('idle')

describe('stored results are evaluated with changed rules', () => {
  beforeAll(start)

  it('follows a rule that is saved, switched off, changed and deleted, without an upload', async () => {
    const { uuid: vulnerable } = await scan()
    const { uuid: clean } = await scan({ url: 'https://example.org/clean', packages: ['left-pad@1.3.0'] })
    await isBelow([])
    const rule = await create()
    const policyRuleUuid = rule.uuid
    const own = { ...params(), policyRuleUuid }
    await isBelow([vulnerable])
    const state = await admin.api.rules.evaluation({ params: params() })
    expect(state).toMatchObject({ state: 'idle', evaluated: 2, total: 2, rescanned: 1 })
    expect(state.finishedAt).not.toBeNull()
    await admin.api.rules.update({ params: own, body: { mode: 'off' } })
    await isBelow([])
    await admin.api.rules.update({ params: own, body: { mode: 'on', condition: 'scan.findings == 0' } })
    await isBelow([clean])
    await admin.api.rules.remove({ params: own })
    await isBelow([])
  })

  it('follows minimum scores of the account and of a project, and keeps earlier verdicts', async () => {
    const { uuid: first } = await scan({ url: 'https://example.org/first' })
    await configure({ ...lenient, security: 100 })
    await expect.poll(below, { timeout: 60_000 }).toContain(first)
    expect(await failures(first)).toEqual([1, 0])
    await admin.api.projects.update({
      params: { projectUuid: first },
      body: { ownMinimums: lenient },
    })
    await expect.poll(below, { timeout: 60_000 }).not.toContain(first)
    await configure(lenient)
    await isBelow([])
  })

  it('follows a tag that states the exposure of a project', async () => {
    const { uuid } = await scan({ url: 'https://example.org/exposed' })
    await create({ name: 'exposed', condition: '"exposure:open" in project.tags' })
    await idle()
    expect(await below()).toEqual([])
    await admin.api.projects.update({ params: { projectUuid: uuid }, body: { tags: ['exposure:open'] } })
    await isBelow([uuid])
  })

  it('follows a group that inherits a rule to its projects', async () => {
    const [parent, child] = [
      await admin.api.groups.create({ body: { name: 'parent' } }),
      await admin.api.groups.create({ body: { name: 'child' } }),
    ]
    const { uuid } = await scan({ url: 'https://example.org/grouped' })
    await create({ name: 'of the group', condition: 'scan.findings > 0', groupUuid: parent.uuid })
    await admin.api.groups.changeProjects({ params: { groupUuid: child.uuid }, body: { add: [uuid] } })
    await idle()
    expect(await below()).not.toContain(uuid)
    await admin.api.groups.update({ params: { groupUuid: child.uuid }, body: { parentUuid: parent.uuid } })
    await expect.poll(below, { timeout: 60_000 }).toContain(uuid)
  })

  it('follows a license policy', async () => {
    const { uuid } = await scan({ url: 'https://example.org/licensed' })
    await configure({ ...lenient, licensing: 50 })
    await idle()
    await admin.api.policies.create({
      params: params(),
      body: { name: 'nothing', mode: 'ALLOW', licenses: ['Zlib'], pattern: '*/licensed' },
    })
    await expect.poll(below, { timeout: 60_000 }).toContain(uuid)
  })
})

describe('a rescan for changed rules', () => {
  beforeAll(start)

  it('compares with what was before the upload, so that what is new stays new', async () => {
    await create({ name: 'new', condition: 'finding.new' })
    await scan({ packages: ['left-pad@1.3.0'] })
    const { uuid, outcome } = await scan()
    expect(outcome).toBe('FAIL')
    await create({ name: 'other', condition: 'scan.findings > 0', effect: 'warn' })
    const listed = async () =>
      (await admin.api.reports.rules({ params: { projectUuid: uuid }, query: {} })).results.map(
        ({ name, fails }) => `${name} ${fails}`,
      )
    await expect.poll(listed, { timeout: 60_000 }).toContain('other false')
    expect(await listed()).toContain('new true')
  })

  it('leaves alone what a member has decided', async () => {
    const list = async (state: 'open' | 'accepted') =>
      (await admin.api.triage.list({ params: params(), query: { state } })).findings
    const [own, ...others] = await list('open')
    const { projectUuid, ecosystem, package: name, advisoryUuid } = own!
    const findings = [{ projectUuid, ecosystem, package: name, advisoryUuid }]
    const body = { findings, reason: 'Looking' }
    await admin.api.triage.decide({ params: params(), body: { ...body, state: 'in-triage' } })
    await admin.api.triage.decide({ params: params(), body: { ...body, state: 'open' } })
    await create({
      name: 'accepts',
      condition: 'finding.package == "lodash"',
      effect: 'triage',
      decision: { state: 'accepted', justification: null },
    })
    await expect.poll(async () => (await list('accepted')).length, { timeout: 60_000 }).toBe(others.length)
    expect((await list('open')).map(({ advisoryUuid: each }) => each)).toEqual([advisoryUuid])
  })
})

describe('the quality of an SBOM', () => {
  beforeAll(start)

  const lacking = '!("ntia-2021" in sbom.quality) && "ntia-2021/supplier" in sbom.missing'

  it('is a fact of rules, at scan and for stored results, also of scans of earlier versions', async () => {
    const { uuid: lacks } = await scan()
    const { uuid: earlier } = await scan({ url: 'https://example.org/earlier' })
    await sql`
      update scan_content set documents = jsonb_build_array((documents -> 0) - 'lacks')
      where account_uuid = ${admin.accountUuid} and scan_uuid in (
        select uuid from scan_row where project_uuid = ${earlier})`.execute(server.db)
    await create({ name: 'minimum elements', condition: lacking })
    await isBelow([lacks, earlier])
    const { uuid: next } = await scan({ url: 'https://example.org/next' })
    await isBelow([lacks, earlier, next])
  })
})
