import { dayMs } from '@assay/engine/time.ts'
import { randomUUID } from 'node:crypto'
import { accountScope } from '#auth/scope.ts'
import { saveKnownExploited } from '#knowledge/advisories/clusters/signal-store.ts'
import { listBranchesExcludedBy } from '#scanning/exclusions/decision-store.ts'
import { endDecisionsJob } from '#triage/approvals/end-decisions-job.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { forEachTest, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()

const admin = forEachTest(() => server.newAccount())
beforeEach(() => scan(admin))

async function scan(member: TestMember, packages = ['lodash@4.17.4'], project = 'shop') {
  const url = `https://example.org/${project}`
  const body = { file: filePart(npmInventory(packages)), url, branch: 'main' }
  return (await member.api.uploads.intoNew({ body })).uuid
}

type Member = TestMember
const at = ({ accountUuid }: Member) => ({ accountUuid })
const list = async (
  member: Member,
  query: NonNullable<Parameters<Member['api']['triage']['list']>[0]['query']> = {},
) => (await member.api.triage.list({ params: at(member), query })).findings
type Body = Parameters<Member['api']['triage']['decide']>[0]['body']
const decide = (member: Member, body: Body) => member.api.triage.decide({ params: at(member), body })
type Finding = Awaited<ReturnType<typeof list>>[number]
const ref = ({ projectUuid: of, ecosystem, package: name, advisoryUuid }: Finding) => ({
  projectUuid: of,
  ecosystem,
  package: name,
  advisoryUuid,
})
const read = (member: Member, finding: Finding) =>
  member.api.triage.read({ params: at(member), query: ref(finding) })
const openCount = async (member: Member) => (await member.api.trends.security({ query: {} })).open
/** The rescan is a job. */
const settled = (member: Member, count: number) => expect.poll(() => openCount(member)).toBe(count)

describe('POST /findings/changes', () => {
  test('sets a state with its history, which changes no number', async () => {
    const findings = await list(admin)
    const before = await openCount(admin)
    const result = await decide(admin, { findings: findings.map(ref), state: 'in-triage', reason: 'Looking' })
    expect(result).toMatchObject({ changed: findings.length, waiting: 0, skipped: [] })
    expect((await list(admin)).map(({ state }) => state)).toEqual(findings.map(() => 'in-triage'))
    const { history } = await read(admin, findings[0]!)
    expect(history).toMatchObject([
      {
        kind: 'state',
        before: 'open',
        after: 'in-triage',
        reason: 'Looking',
        member: { email: admin.email },
      },
    ])
    expect(await openCount(admin)).toBe(before)
  })

  test('takes accepted findings out of the counts by itself, and back when it is undone', async () => {
    const [first] = await list(admin)
    const before = await openCount(admin)
    const { changeUuid } = await decide(admin, {
      findings: [ref(first!)],
      state: 'accepted',
      reason: 'Internal only',
    })
    expect(await read(admin, first!)).toMatchObject({
      state: 'accepted',
      decision: { reason: 'Internal only' },
    })
    await settled(admin, before - 1)
    expect(await list(admin)).toHaveLength(before - 1)
    expect(await list(admin, { state: 'accepted' })).toMatchObject([{ displayId: first!.displayId }])

    await admin.api.triage.revert({ params: { ...at(admin), changeUuid } })
    await settled(admin, before)
    expect((await read(admin, first!)).history.map(({ after }) => after)).toEqual(['open', 'accepted'])
  })

  test('needs a reason for a decision and a justification for what is not affected', async () => {
    const [first] = await list(admin)
    const findings = [ref(first!)]
    await expect(decide(admin, { findings, state: 'accepted' })).rejects.toMatchObject({
      errorType: 'invalidInput',
    })
    const noJustification = decide(admin, { findings, state: 'not-affected', reason: 'Not called' })
    await expect(noJustification).rejects.toMatchObject({ errorType: 'invalidInput' })
    const noEnd = decide(admin, { findings, state: 'snoozed', reason: 'Later' })
    await expect(noEnd).rejects.toMatchObject({ errorType: 'invalidInput' })
  })

  test('says what it skipped and why', async () => {
    const [first] = await list(admin)
    const other = await server.newAccount()
    await scan(other)
    const [foreign] = await list(other)
    const result = await decide(admin, {
      findings: [ref(first!), ref(foreign!), { ...ref(first!), ecosystem: 'none' }],
      state: 'open',
    })
    expect(result.changed).toBe(0)
    expect(result.skipped.map(({ reason }) => reason).toSorted()).toEqual(['unchanged', 'unknown', 'unknown'])
  })

  test('assigns to members who can see the project, and lists what is assigned to me', async () => {
    const team = await server.addTeam(admin, 'Other')
    const colleague = await server.addMember(admin, 'Collaborator')
    const outsider = await server.addMember(admin, 'Team collaborator', team)
    const [first] = await list(admin)
    const findings = [ref(first!)]
    const refused = await decide(admin, { findings, assigneeUuid: outsider.uuid })
    expect(refused.skipped).toMatchObject([{ reason: 'assignee-cannot-see' }])
    await decide(admin, { findings, assigneeUuid: colleague.uuid })
    expect(await list(colleague, { assignee: 'me' })).toMatchObject([
      { displayId: first!.displayId, assignee: { uuid: colleague.uuid } },
    ])
    expect(await list(admin, { assignee: 'me' })).toEqual([])
  })

  test('sets a due date, and lists what is overdue by it or by the targets', async () => {
    const [first] = await list(admin)
    expect(await list(admin, { overdue: 'true' })).toEqual([])
    await decide(admin, { findings: [ref(first!)], dueDate: '2020-01-31' })
    expect(await list(admin, { overdue: 'true' })).toMatchObject([
      { displayId: first!.displayId, dueDate: '2020-01-31', isDueDateSet: true, isOverdue: true },
    ])
    await admin.api.accounts.configure({ params: at(admin), body: { fixTargets: { CRITICAL: 7, HIGH: 7 } } })
    const due = (await list(admin)).filter(({ isDueDateSet }) => !isDueDateSet).map(({ dueDate }) => dueDate)
    expect(due.some((day) => day !== null)).toBe(true)
  })

  test('comes back fixed by itself when the package is upgraded', async () => {
    const [first] = await list(admin)
    await decide(admin, { findings: [ref(first!)], state: 'fix-planned' })
    await scan(admin, ['lodash@4.17.21'])
    expect(await read(admin, first!)).toMatchObject({ state: 'fixed' })
    const again = await decide(admin, { findings: [ref(first!)], state: 'in-triage' })
    expect(again.skipped).toMatchObject([{ reason: 'fixed' }])
  })

  test('covers all open findings of an advisory in scope', async () => {
    await scan(admin, ['lodash@4.17.4'], 'second')
    const [first] = await list(admin)
    const result = await decide(admin, { advisories: [first!.advisoryUuid], state: 'in-triage' })
    expect(result.changed).toBe(2)
  })
})

describe('approval', () => {
  test('a collaborator requests, an administrator approves, and then the numbers follow', async () => {
    const colleague = await server.addMember(admin, 'Collaborator')
    const [first] = await list(admin)
    const before = await openCount(admin)
    const result = await decide(colleague, {
      findings: [ref(first!)],
      state: 'false-positive',
      reason: 'Not ours',
    })
    expect(result).toMatchObject({ changed: 0, waiting: 1 })
    expect(await read(admin, first!)).toMatchObject({ state: 'open', wanted: { status: 'waiting' } })
    const waiting = await admin.api.decisions.list({ params: at(admin), query: { status: 'waiting' } })
    expect(waiting.decisions).toMatchObject([
      { state: 'false-positive', isApprovable: true, requestedBy: { uuid: colleague.uuid } },
    ])
    const body = {
      decisionUuids: waiting.decisions.map(({ uuid }) => uuid),
      isApproved: true,
      note: 'Agreed',
    }
    expect(await admin.api.decisions.settle({ params: at(admin), body })).toEqual({ settled: 1, skipped: [] })
    expect(await read(admin, first!)).toMatchObject({
      state: 'false-positive',
      decision: { approval: 'approved', approvedBy: { uuid: admin.uuid } },
    })
    await settled(admin, before - 1)
  })

  test('where the account says so, the one who asks cannot approve', async () => {
    await admin.api.accounts.configure({ params: at(admin), body: { requiresApproval: true } })
    const other = await server.addMember(admin, 'Administrator')
    const [first] = await list(admin)
    const made = await decide(admin, { findings: [ref(first!)], state: 'accepted', reason: 'Low risk' })
    expect(made.waiting).toBe(1)
    const { wanted } = await read(admin, first!)
    const body = { decisionUuids: [wanted!.uuid], isApproved: false, note: 'No' }
    const own = await admin.api.decisions.settle({ params: at(admin), body })
    expect(own).toEqual({ settled: 0, skipped: [wanted!.uuid] })
    expect(await other.api.decisions.settle({ params: at(admin), body })).toEqual({ settled: 1, skipped: [] })
    const after = await read(admin, first!)
    expect(after).toMatchObject({ state: 'open', wanted: null })
    expect(after.history[0]).toMatchObject({ kind: 'request', reason: 'No', member: { uuid: other.uuid } })
    const excluded = await admin.api.exclusions.create({
      params: at(admin),
      query: { domain: 'security' },
      body: { uuid: first!.advisoryUuid },
    })
    expect(excluded.warnings).toEqual(['It applies once another member has approved it'])
    expect(await admin.api.exclusions.list({ params: at(admin), query: {} })).toEqual([])
  })
})

describe('POST /decisions', () => {
  test('decides about a package everywhere, also in projects to come, until it is ended', async () => {
    const before = await openCount(admin)
    const decision = await admin.api.decisions.create({
      params: at(admin),
      body: {
        state: 'not-affected',
        justification: 'component_not_present',
        reason: 'Only in tests',
        ecosystem: 'npm',
        package: 'lodash',
      },
    })
    expect(decision).toMatchObject({ scope: 'package-everywhere', status: 'active', findings: before })
    await settled(admin, 0)
    await scan(admin, ['lodash@4.17.4'], 'later')
    expect(await openCount(admin)).toBe(0)
    const [covered] = await list(admin, { state: 'not-affected' })
    const single = await decide(admin, { findings: [ref(covered!)], state: 'open' })
    expect(single.skipped).toMatchObject([{ reason: 'covered' }])
    const body = { decisionUuids: [decision.uuid], reason: 'It is used' }
    expect(await admin.api.decisions.end({ params: at(admin), body })).toEqual({ ended: 1 })
    await settled(admin, before * 2)
    expect(await read(admin, covered!)).toMatchObject({ state: 'open', decision: null })
  })
})

test('a finding that was excluded since its first scan has its panel, and can be decided', async () => {
  const { ecosystem, package: name } = (await list(admin))[0]!
  const body = { state: 'accepted' as const, reason: 'Internal', ecosystem, package: name }
  const { uuid } = await admin.api.decisions.create({ params: at(admin), body })
  await scan(admin, ['lodash@4.17.4'], 'later')
  const projects = await admin.api.projects.list({ params: at(admin) })
  const later = projects.find(({ url }) => url.endsWith('later'))!
  const { advisoryUuid } = (await list(admin, { state: 'accepted' }))[0]!
  const finding = { projectUuid: later.uuid, ecosystem, package: name, advisoryUuid }
  const found = await admin.api.triage.read({ params: at(admin), query: finding })
  expect(found).toMatchObject({ ...finding, state: 'accepted', decision: { uuid }, comments: [] })
  const comment = { finding, text: 'Still so?', mentions: [] }
  await admin.api.triage.comment({ params: at(admin), body: comment })
  const again = await admin.api.triage.read({ params: at(admin), query: finding })
  expect(again).toMatchObject({ state: 'accepted', comments: [{ text: 'Still so?' }] })
  const unknown = { ...finding, package: 'other' }
  const missing = admin.api.triage.read({ params: at(admin), query: unknown })
  await expect(missing).rejects.toMatchObject({ status: 404 })
})

test('the findings of one package are listed by its name in any spelling', async () => {
  await scan(admin, ['lodash@4.17.4', 'minimist@1.2.0'], 'both')
  const all = await list(admin)
  const found = await list(admin, { package: 'minimist', ecosystem: 'npm' })
  expect(found).toEqual(all.filter(({ package: name }) => name === 'minimist'))
  expect(found.length).toBeGreaterThan(0)
  expect(await list(admin, { package: 'minimist', ecosystem: 'pypi' })).toEqual([])
  await expect(list(admin, { package: 'minimist' })).rejects.toMatchObject({ status: 400 })
})

describe('comments', () => {
  test('are written, changed and removed by their author alone', async () => {
    const colleague = await server.addMember(admin, 'Collaborator')
    const [first] = await list(admin)
    const made = await admin.api.triage.comment({
      params: at(admin),
      body: { finding: ref(first!), text: 'Is this reachable?', mentions: [colleague.uuid] },
    })
    expect(made).toMatchObject({ author: { uuid: admin.uuid }, mentions: [{ uuid: colleague.uuid }] })
    const params = { ...at(admin), commentUuid: made.uuid }
    const refused = colleague.api.triage.editComment({ params, body: { text: 'Mine' } })
    await expect(refused).rejects.toMatchObject({ status: 404 })
    await admin.api.triage.editComment({ params, body: { text: 'It is not.' } })
    expect((await read(colleague, first!)).comments).toMatchObject([{ text: 'It is not.', mentions: [] }])
    await admin.api.triage.removeComment({ params })
    expect((await read(admin, first!)).comments).toEqual([])
  })
})

test('members find what is assigned to them, mentions them or wants their approval in the inbox', async () => {
  const colleague = await server.addMember(admin, 'Collaborator')
  const [first] = await list(admin)
  const finding = ref(first!)
  await decide(admin, { findings: [finding], assigneeUuid: colleague.uuid })
  const body = { finding, text: 'Look here', mentions: [colleague.uuid] }
  await admin.api.triage.comment({ params: at(admin), body })
  await decide(colleague, { findings: [finding], state: 'accepted', reason: 'Low risk' })
  const kindsOf = async (member: Member) =>
    (await (await signedIn(server, member)).api.inbox.list({ query: {} })).messages
      .flatMap(({ message }) => message.lines.map(({ kind }) => kind as string))
      .filter((kind) => ['assigned', 'mentioned', 'approvalWanted'].includes(kind))
      .toSorted()
  await expect.poll(() => kindsOf(colleague)).toEqual(['assigned', 'mentioned'])
  await expect.poll(() => kindsOf(admin)).toEqual(['approvalWanted'])
  const { ecosystem, package: name } = finding
  const wide = { state: 'accepted' as const, reason: 'Everywhere', ecosystem, package: name }
  const { approval } = await colleague.api.decisions.create({ params: at(admin), body: wide })
  expect(approval).toBe('wanted')
  await expect.poll(() => kindsOf(admin)).toHaveLength(2)
})

describe('decisions end by themselves', () => {
  const runJob = () => endDecisionsJob.run(server.context, {}, { priority: 'rescan' })
  const accept = async (body: Partial<Body> = {}) => {
    const [first] = await list(admin)
    await decide(admin, { findings: [ref(first!)], state: 'accepted', reason: 'Low risk', ...body })
    return first!
  }

  test('when they expire', async () => {
    const before = await openCount(admin)
    const finding = await accept({ expiresAt: Date.now() + dayMs })
    await settled(admin, before - 1)
    await server.db
      .updateTable('exclusion')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('account_uuid', '=', admin.accountUuid)
      .execute()
    await runJob()
    expect(await read(admin, finding)).toMatchObject({ state: 'open', decision: null })
    expect((await read(admin, finding)).history[0]).toMatchObject({ member: null, reason: 'expired' })
    await settled(admin, before)
  })

  test('and branches are scanned again whose running scan has read them', async () => {
    const { accountUuid } = admin
    const scanningIn = async () =>
      (await listBranchesExcludedBy(server.db, accountScope(accountUuid), [randomUUID()])).length
    const before = await scanningIn()
    const { uuid, project_uuid } = await server.db
      .selectFrom('branch')
      .select(['uuid', 'project_uuid'])
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirstOrThrow()
    const build = { account_uuid: accountUuid, uuid: randomUUID(), project_uuid, branch_uuid: uuid }
    await server.db
      .insertInto('build')
      .values({ ...build, source: 'rescan', state: 'scanning' })
      .execute()
    expect(await scanningIn()).toBe(before + 1)
  })

  test('when their advisory becomes known exploited, and snoozing it then needs approval', async () => {
    const finding = await accept()
    const byAdmin = { findings: [ref(finding)], reason: 'Later', expiresAt: Date.now() + dayMs }
    await server.db.transaction().execute((tx) => saveKnownExploited(tx, [finding.cve!]))
    await runJob()
    expect((await read(admin, finding)).history[0]).toMatchObject({ after: 'open', reason: 'exploited' })
    // Until its rescan, the finding is covered by the decision that ended.
    await expect
      .poll(() => decide(admin, { ...byAdmin, state: 'snoozed' }))
      .toMatchObject({ changed: 0, waiting: 1 })
    await server.db.transaction().execute((tx) => saveKnownExploited(tx, []))
    const ended = await admin.api.decisions.list({ params: at(admin), query: { status: 'ended' } })
    expect(ended.decisions).toMatchObject([{ endReason: 'exploited' }])
  })
})

test('VEX says what was decided: not affected with its justification, an accepted risk as affected', async () => {
  const [first, second] = await list(admin)
  const before = await openCount(admin)
  const why = { reason: 'Not called', justification: 'vulnerable_code_not_in_execute_path' } as const
  await decide(admin, { findings: [ref(first!)], state: 'not-affected', ...why })
  await decide(admin, { findings: [ref(second!)], state: 'accepted', reason: 'Internal only' })
  await settled(admin, before - 2)
  const url = `${server.url}/api/v1/projects/${first!.projectUuid}/vex?format=openvex`
  const response = await fetch(url, { headers: { authorization: admin.authorization } })
  const { statements } = (await response.json()) as {
    statements: { vulnerability: { name: string }; status: string; justification?: string }[]
  }
  const ofId = (id: string) => statements.find(({ vulnerability }) => vulnerability.name === id)
  expect(ofId(first!.displayId)).toMatchObject({
    status: 'not_affected',
    justification: 'vulnerable_code_not_in_execute_path',
  })
  expect(ofId(second!.displayId)).toMatchObject({ status: 'affected' })
})
