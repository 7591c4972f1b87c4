import { beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

let admin: TestMember

const server = testServer()

const account = () => ({ accountUuid: admin.accountUuid })
const withAccount = async () => {
  admin = await server.newAccount()
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
const conditions = async () =>
  (await admin.api.rules.list({ params: account() })).filter(({ kind }) => kind === 'condition')
const lenient = () =>
  admin.api.accounts.configure({
    params: account(),
    body: { minimumScores: { security: 0, stability: 0, licensing: 0 } },
  })
const create = (body: Partial<Parameters<typeof admin.api.rules.create>[0]['body']>) =>
  admin.api.rules.create({
    params: account(),
    body: { name: 'rule', condition: 'finding.fix_available', effect: 'fail', ...body },
  })

describe('a rule that fails scans', () => {
  beforeAll(withAccount)

  it('fails the next scan of its projects, and names its findings in the report', async () => {
    await lenient()
    const before = await scan()
    expect(before.outcome).not.toBe('FAIL')
    const rule = await create({ name: 'fix what can be fixed', pattern: 'https://example.org/product*' })
    expect(rule).toMatchObject({ mode: 'on', whenUnknown: 'pass', hits: { branches: 0 }, teamUuids: null })

    const after = await scan()
    expect(after).toMatchObject({ outcome: 'FAIL', computedOutcome: 'FAIL' })
    expect((await scan({ url: 'https://example.org/tool' })).outcome).not.toBe('FAIL')
    const params = { projectUuid: after.uuid }
    const { reportUuid, results } = await admin.api.reports.rules({ params, query: {} })
    expect(reportUuid).toBe(after.reportUuid)
    expect(results).toMatchObject([
      {
        ruleUuid: rule.uuid,
        name: 'fix what can be fixed',
        effect: 'fail',
        fails: true,
        file: null,
        issues: [],
      },
    ])
    expect(results[0]?.hits[0]?.label).toMatch(/^CVE-\d{4}-\d+ in lodash 4\.17\.4$/)
    const report = await admin.api.reports.full({ params, query: {} })
    expect(report.rules).toEqual(results)

    const [listed] = await conditions()
    expect(listed).toMatchObject({ uuid: rule.uuid, hits: { branches: 1, findings: results[0]?.hitCount } })
    expect(listed?.hits.lastAt).not.toBeNull()
  })

  it('is lifted when it is switched off: the next rescan records another outcome', async () => {
    const [rule] = await conditions()
    const params = { ...account(), policyRuleUuid: rule!.uuid }
    await admin.api.rules.update({ params, body: { mode: 'log' } })
    const build = await scan()
    expect(build.outcome).not.toBe('FAIL')
    const logged = await admin.api.reports.rules({ params: { projectUuid: build.uuid }, query: {} })
    expect(logged.results).toMatchObject([{ mode: 'log', fails: false }])
    expect(logged.results[0]?.hitCount).toBeGreaterThan(0)

    await admin.api.rules.remove({ params })
    await admin.api.reports.recompute({ params: { projectUuid: build.uuid }, query: {} })
    const { results } = await admin.api.reports.rules({ params: { projectUuid: build.uuid }, query: {} })
    expect(results).toEqual([])
  })
})

describe('a rule that decides', () => {
  beforeAll(withAccount)
  const found = async (state: 'open' | 'accepted' | 'false-positive' = 'open') =>
    (await admin.api.triage.list({ params: account(), query: { state } })).findings
  const settled = (state: 'open' | 'accepted' | 'false-positive', count: number) =>
    expect.poll(async () => (await found(state)).length).toBe(count)
  const refOf = ({
    projectUuid,
    ecosystem,
    package: name,
    advisoryUuid,
  }: Awaited<ReturnType<typeof found>>[number]) => ({
    projectUuid,
    ecosystem,
    package: name,
    advisoryUuid,
  })

  it('gives open findings its state, except those that a member has decided', async () => {
    await scan({ packages: ['lodash@4.17.4'] })
    const before = await found()
    const [own] = before
    const params = account()
    const body = { findings: [refOf(own!)], state: 'in-triage' as const, reason: 'Looking' }
    await admin.api.triage.decide({ params, body })
    await admin.api.triage.decide({ params, body: { ...body, state: 'open' } })
    const decision = { state: 'accepted' as const, justification: null }
    await create({
      name: 'libraries of the past',
      condition: 'finding.package == "lodash"',
      effect: 'triage',
      decision,
    })
    await scan({ packages: ['lodash@4.17.4'] })
    await settled('accepted', before.length - 1)
    await settled('open', 1)
    const [accepted] = await found('accepted')
    const { history, decision: made } = await admin.api.triage.read({ params, query: refOf(accepted!) })
    expect(history[0]).toMatchObject({
      member: null,
      after: 'accepted',
      reason: 'by rule libraries of the past',
    })
    expect(made).toMatchObject({ state: 'accepted', approval: 'none', requestedBy: null })
  })

  it('decides anew when it changes, and takes everything back when it is deleted', async () => {
    const [rule] = await conditions()
    const count = (await found('accepted')).length
    const params = { ...account(), policyRuleUuid: rule!.uuid }
    const decision = { state: 'false-positive' as const, justification: null }
    await admin.api.rules.update({ params, body: { decision } })
    await settled('false-positive', count)
    await admin.api.rules.remove({ params })
    await settled('open', count + 1)
    expect(await found('false-positive')).toEqual([])
  })

  it('decides also if it changes before a rescan has seen what it decided', async () => {
    const open = (await found()).length
    const decided = { name: 'at once', effect: 'triage' as const, condition: 'finding.package == "minimist"' }
    await server.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('outbox_consumer')
        .where('name', '=', 'rule-decisions')
        .select('position')
        .forUpdate()
        .execute()
      const decision = { state: 'accepted' as const, justification: null }
      await create({ ...decided, decision })
      await scan({ packages: ['lodash@4.17.4', 'minimist@0.0.8'] })
      const params = { ...account(), policyRuleUuid: (await conditions())[0]!.uuid }
      await admin.api.rules.update({
        params,
        body: { decision: { state: 'false-positive', justification: null } },
      })
    })
    await expect.poll(async () => (await found('false-positive')).length).toBeGreaterThan(0)
    await settled('open', open)
  })

  it.each([
    { what: 'no decision', body: { effect: 'triage' as const } },
    {
      what: 'components',
      body: {
        effect: 'triage' as const,
        condition: 'component.deprecated',
        decision: { state: 'accepted' as const, justification: null },
      },
    },
    {
      what: 'no justification',
      body: { effect: 'triage' as const, decision: { state: 'not-affected' as const, justification: null } },
    },
    {
      what: 'a decision without the effect',
      body: { decision: { state: 'accepted' as const, justification: null } },
    },
  ])('is rejected: $what', async ({ body }) => {
    await expect(create(body)).rejects.toMatchObject({ status: 400, errorType: 'ruleInvalid' })
  })
})

describe('a rule about what is new', () => {
  beforeAll(withAccount)

  it('passes the first scan of the target branch and fails a branch that adds a vulnerability', async () => {
    await lenient()
    await create({ condition: 'finding.new' })
    const url = 'https://example.org/new'
    expect((await scan({ url })).outcome).not.toBe('FAIL')
    expect((await scan({ url, branch: 'same' })).outcome).not.toBe('FAIL')
    const added = await scan({ url, branch: 'worse', packages: ['lodash@4.17.4', 'minimist@0.0.8'] })
    expect(added.outcome).toBe('FAIL')
    const query = { branch: 'worse' }
    const { results } = await admin.api.reports.rules({ params: { projectUuid: added.uuid }, query })
    expect(results[0]?.hits.every(({ label }) => label.includes('minimist'))).toBe(true)
  })
})

describe('an undecided rule', () => {
  beforeAll(withAccount)

  it('does what its setting says where a fact is unknown', async () => {
    await lenient()
    const condition = 'finding.epss_percentile < 0.1'
    const rule = await create({ condition })
    const params = { ...account(), policyRuleUuid: rule.uuid }
    const first = await scan()
    expect(first.outcome).not.toBe('FAIL')
    const read = async () =>
      (await admin.api.reports.rules({ params: { projectUuid: first.uuid }, query: {} })).results[0]!
    expect(await read()).toMatchObject({ hitCount: 0, fails: false })
    expect((await read()).passedUnknown).toBeGreaterThan(0)
    await admin.api.rules.update({ params, body: { whenUnknown: 'apply' } })
    expect((await scan()).outcome).toBe('FAIL')
    expect((await read()).hits[0]?.unknown).toEqual(['finding.epss_percentile'])
  })
})

describe('a dry run', () => {
  beforeAll(withAccount)
  const preview = (body: Partial<Parameters<typeof admin.api.rules.preview>[0]['body']>) =>
    admin.api.rules.preview({
      params: account(),
      body: { condition: 'finding.fix_available', effect: 'fail', ...body },
    })

  it('names the projects whose outcome would change, and changes nothing', async () => {
    await lenient()
    const vulnerable = await scan({ url: 'https://example.org/vulnerable' })
    await scan({ url: 'https://example.org/clean', packages: ['left-pad@1.3.0'] })
    const result = await preview({})
    expect(result).toMatchObject({ evaluated: 2, total: 2, nextCursor: null })
    expect(result.branches).toMatchObject([
      { projectUuid: vulnerable.uuid, branch: 'main', before: vulnerable.outcome, after: 'FAIL' },
    ])
    expect(result.branches[0]?.result.hits[0]?.label).toContain('lodash')
    expect((await preview({ effect: 'warn' })).branches).toMatchObject([{ after: vulnerable.outcome }])
    expect((await preview({ pattern: '*clean' })).branches).toEqual([])
    expect(await conditions()).toEqual([])
  })

  it('shows what a milder rule would lift', async () => {
    const rule = await create({})
    const failed = await scan({ url: 'https://example.org/vulnerable' })
    expect(failed.outcome).toBe('FAIL')
    const result = await preview({ condition: 'finding.malware', ruleUuid: rule.uuid })
    expect(result.branches).toMatchObject([{ projectUuid: failed.uuid, before: 'FAIL' }])
    expect(result.branches[0]?.after).not.toBe('FAIL')
  })

  it('evaluates components and the scan, too', async () => {
    const ofComponents = await preview({ condition: 'component.name == "left-pad"' })
    expect(ofComponents.branches).toMatchObject([{ result: { hitCount: 1, hits: [{ kind: 'component' }] } }])
    const ofScans = await preview({ condition: 'coverage.listed == 1' })
    expect(ofScans.branches).toMatchObject([{ result: { hits: [{ kind: 'scan' }] } }, {}])
  })
})

describe('a condition', () => {
  beforeAll(withAccount)

  it('is checked with the position of the mistake', async () => {
    const check = (condition: string) => admin.api.rules.check({ body: { condition } })
    expect(await check('finding.kev')).toEqual({ issues: [], subject: 'finding' })
    expect(await check('license.known')).toEqual({ issues: [], subject: 'component' })
    expect(await check('finding.colour == 1')).toMatchObject({
      issues: [{ code: 'unknown-word', at: 0 }],
      subject: null,
    })
  })

  it('that is wrong cannot be saved', async () => {
    await expect(create({ condition: 'finding.kev &&' })).rejects.toMatchObject({
      status: 400,
      errorType: 'ruleInvalid',
    })
    const rule = await create({})
    const params = { ...account(), policyRuleUuid: rule.uuid }
    await expect(
      admin.api.rules.update({ params, body: { condition: 'finding.severity > 3' } }),
    ).rejects.toMatchObject({ status: 400, errorType: 'ruleInvalid' })
    expect(await admin.api.rules.get({ params })).toMatchObject({ condition: 'finding.fix_available' })
  })

  it('of every ready-made rule can be saved', async () => {
    const templates = await admin.api.rules.templates()
    expect(templates.length).toBeGreaterThanOrEqual(6)
    for (const { id: _, ...template } of templates)
      expect(await create(template)).toMatchObject({ name: template.name, condition: template.condition })
  })
})

describe('a rule of a team', () => {
  beforeAll(withAccount)

  it('applies to the projects of the team, and its members may not change those of the account', async () => {
    const { uuid: teamUuid } = await admin.api.teams.create({ body: { name: 'Payments' } })
    const leader = await server.addMember(admin, 'Team administrator', teamUuid)
    const own = await leader.api.rules.create({
      params: account(),
      body: { name: 'ours', condition: 'true', effect: 'warn' },
    })
    expect(own.teamUuids).toEqual([teamUuid])
    const all = await create({})
    const params = { ...account(), policyRuleUuid: all.uuid }
    await expect(leader.api.rules.remove({ params })).rejects.toMatchObject({ status: 403 })
    expect((await leader.api.rules.list({ params: account() })).map(({ name }) => name)).toEqual([
      'ours',
      'rule',
    ])
  })
})

describe('a rule of a group', () => {
  beforeAll(withAccount)

  it('applies to the projects of the groups below it, which it can name', async () => {
    await lenient()
    const { uuid: top } = await admin.api.groups.create({ body: { name: 'Payments' } })
    const { uuid: below } = await admin.api.groups.create({ body: { name: 'Checkout', parentUuid: top } })
    const inside = await scan({ url: 'https://example.org/inside' })
    await scan({ url: 'https://example.org/outside' })
    await admin.api.groups.changeProjects({ params: { groupUuid: below }, body: { add: [inside.uuid] } })
    await create({ groupUuid: top, condition: '"Payments" in group.names && "Checkout" in group.names' })
    expect((await scan({ url: 'https://example.org/inside' })).outcome).toBe('FAIL')
    expect((await scan({ url: 'https://example.org/outside' })).outcome).not.toBe('FAIL')
    const preview = await admin.api.rules.preview({
      params: account(),
      body: { condition: 'true', effect: 'warn', groupUuid: top },
    })
    expect(preview.branches.map(({ projectUuid }) => projectUuid)).toEqual([inside.uuid])
    const groupUuid = '00000000-0000-4000-8000-000000000000'
    await expect(create({ groupUuid })).rejects.toMatchObject({ status: 404 })
  })
})

describe('rules of the repository', () => {
  beforeAll(withAccount)

  it('fail a scan beside those of the account, and a wrong one is an issue', async () => {
    await lenient()
    const rules = [
      { name: 'ours', when: 'finding.fix_available' },
      { name: 'wrong', when: 'finding.colour' },
    ]
    const yaml = new TextEncoder().encode(JSON.stringify({ rules }))
    const { uuid, outcome } = await admin.api.uploads.folderIntoNew({
      body: {
        file: [filePart(npmInventory(['lodash@4.17.4']), 'bom.json'), filePart(yaml, 'assay.yaml')],
        url: 'https://example.org/product',
        branch: 'main',
      },
    })
    expect(outcome).toBe('FAIL')
    const read = await admin.api.reports.rules({ params: { projectUuid: uuid }, query: {} })
    expect(read.results).toMatchObject([
      { name: 'ours', fails: true, file: 'assay.yaml' },
      { name: 'wrong', fails: false, issues: ["'finding.colour' is not a word of rules."] },
    ])
  })
})
