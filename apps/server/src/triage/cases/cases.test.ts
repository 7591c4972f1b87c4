import type { Case } from '@assay/contract/cases.ts'
import { dayMs } from '@assay/engine/time.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forEachTest, testServer } from '#testing/for-tests.ts'
import { ingest } from '#knowledge/advisories/ingestion/ingest.ts'
import { sendDueRule } from '#notifications/rules/send-due.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { signedIn } from '#testing/sessions.ts'
import { reportOverdueJob } from './report-overdue-job.ts'

const server = testServer()
beforeAll(async () => {
  // What a first catalog lists is no news.
  await list('CVE-1999-0001')
})
const admin = forEachTest(() => server.newAccount())
beforeEach(() => list('CVE-1999-0001'))

const cve = 'CVE-2021-23337'
const hourMs = dayMs / 24

/** A sync of CISA's catalog. */
const list = (...cves: string[]) =>
  ingest(server.db, 'test', [
    {
      where: 'kev',
      text: JSON.stringify({ catalogVersion: '1', vulnerabilities: cves.map((cveID) => ({ cveID })) }),
    },
  ])

interface Scanned {
  project?: string
  branch?: string
  teamUuid?: string
}

async function scan(
  packages = ['lodash@4.17.4'],
  { project = 'shop', branch = 'main', ...of }: Scanned = {},
): Promise<string> {
  const file = filePart(npmInventory(packages))
  const body = { file, url: `https://example.org/${project}`, branch, ...of }
  return (await admin.api.uploads.intoNew({ body })).uuid
}

const casesOf = async (member = admin, state: 'open' | 'closed' = 'open') =>
  (await member.api.cases.list({ query: { state } })).cases
const read = (uuid: string, member = admin) => member.api.cases.get({ params: { caseUuid: uuid } })

/** The case that a listed vulnerability opens, as soon as its event was handled. */
async function opened(): Promise<Case> {
  await list('CVE-1999-0001', cve)
  await server.mailed()
  const [only, ...others] = await casesOf()
  expect(others).toEqual([])
  return read(only!.uuid)
}

const deadlines = ({ deadlines: all }: Pick<Case, 'deadlines'>) =>
  all.map(({ regime, step, dueAt }) => [`${regime}/${step}`, dueAt])

describe('a case', () => {
  test('opens when the catalog lists a vulnerability in use, with what is affected and its deadlines', async () => {
    const projectUuid = await scan()
    await admin.api.groups
      .create({ body: { name: 'Shops' } })
      .then(({ uuid }) =>
        admin.api.groups.changeProjects({ params: { groupUuid: uuid }, body: { add: [projectUuid] } }),
      )
    await admin.api.versions.create({
      params: { projectUuid },
      body: { name: '2.1.0', supportedUntil: '2999-12-31' },
    })
    await admin.api.versions.create({
      params: { projectUuid },
      body: { name: '1.0.0', supportedUntil: '2001-12-31' },
    })
    await scan(['left-pad@1.3.0'], { project: 'other' })
    expect(await casesOf()).toEqual([])

    const known = await opened()
    const { awareAt } = known
    expect(known).toMatchObject({ displayId: cve, state: 'open', projects: 1, owner: null, closedAt: null })
    expect(
      known.affected.map(({ projectName, groups, branch, version, package: name, versions }) => [
        projectName,
        groups,
        branch,
        version,
        `${name} ${versions.join()}`,
      ]),
    ).toEqual([
      ['example.org/shop', ['Shops'], 'main', null, 'lodash 4.17.4'],
      ['example.org/shop', ['Shops'], 'main', '2.1.0', 'lodash 4.17.4'],
    ])
    // Listed, over the network, but with rights: 14 days, and 3 with the total impact that its vector says.
    expect(known.facts).toMatchObject({
      isListed: { value: true, source: 'catalog' },
      isExposed: { value: true, source: 'assumed' },
      isAutomatable: { value: false, source: 'cvss' },
      hasTotalImpact: { value: true, source: 'cvss' },
    })
    expect(deadlines(known)).toEqual([
      ['cra/early-warning', awareAt + 24 * hourMs],
      ['cra/notification', awareAt + 72 * hourMs],
      ['cra/final-report', null],
      ['bod-26-04/remediation', awareAt + 3 * dayMs],
      ['bod-26-04/forensics', awareAt + 3 * dayMs],
    ])
    expect(known.entries).toMatchObject([{ kind: 'opened', subject: 'catalog', member: null }])
    const [warning] = known.drafts
    expect(warning?.fields.find(({ label }) => label.startsWith('Products'))?.value).toBe(
      'example.org/shop branch main (lodash 4.17.4)\nexample.org/shop 2.1.0 (lodash 4.17.4)',
    )
    expect(warning?.fields.find(({ note }) => note === 'memberStates')?.value).toBe(null)
  })

  test('opens when a scan finds what is listed already, once for all projects', async () => {
    await list('CVE-1999-0001', cve)
    await scan()
    await scan(['lodash@4.17.5'], { project: 'desk' })
    await server.mailed()
    expect(await casesOf()).toMatchObject([{ displayId: cve, projects: 2 }])
    expect((await read((await casesOf())[0]!.uuid)).entries).toMatchObject([
      { kind: 'opened', subject: 'finding' },
    ])
  })

  test('opens for a supported version whose branch is fixed, and not for other branches', async () => {
    const projectUuid = await scan()
    await admin.api.versions.create({ params: { projectUuid }, body: { name: '2.1.0' } })
    await scan(['left-pad@1.3.0'])
    await scan(['left-pad@1.3.0'], { project: 'desk' })
    await scan(['lodash@4.17.4'], { project: 'desk', branch: 'attempt' })
    const known = await opened()
    expect(known.affected.map(({ projectName, version }) => [projectName, version])).toEqual([
      ['example.org/shop', '2.1.0'],
    ])
  })

  test('opens by the word of a member, once', async () => {
    const word = { vulnerability: cve.toLowerCase(), text: 'Seen in the logs of a customer' }
    const { uuid } = await admin.api.cases.create({ body: word })
    expect(await read(uuid)).toMatchObject({
      displayId: cve,
      facts: { isListed: { value: false, source: 'catalog' } },
      affected: [],
      entries: [{ kind: 'opened', subject: 'member', text: word.text, member: { email: admin.email } }],
    })
    await expect(admin.api.cases.create({ body: word })).rejects.toMatchObject({ errorType: 'caseExists' })
    const unknown = { vulnerability: 'CVE-1999-9999', text: 'x' }
    await expect(admin.api.cases.create({ body: unknown })).rejects.toMatchObject({ status: 404 })
  })

  test('opens again when the catalog lists it again, unlike by a scan after it was closed as not affected', async () => {
    await scan()
    const first = await opened()
    const close = (reason: 'not-affected' | 'fixed') =>
      admin.api.cases.close({ params: { caseUuid: first.uuid }, body: { reason, text: 'Checked' } })
    expect(await close('not-affected')).toMatchObject({ state: 'closed', closeReason: 'not-affected' })
    await scan(['lodash@4.17.4'], { project: 'desk' })
    await server.mailed()
    expect(await casesOf()).toEqual([])

    await list('CVE-1999-0001')
    const again = await opened()
    expect(again.uuid).toBe(first.uuid)
    expect(again.awareAt).toBeGreaterThan(first.awareAt)
    expect(again.entries.map(({ kind }) => kind)).toEqual(['opened', 'closed', 'reopened'])

    await close('fixed')
    expect(await casesOf(admin, 'closed')).toHaveLength(1)
    await scan(['lodash@4.17.4'], { project: 'third' })
    await server.mailed()
    expect(await casesOf()).toMatchObject([{ uuid: first.uuid, projects: 3 }])
  })
})

describe('deadlines', () => {
  test('of the final report start with a measure, and those of BOD 26-04 follow from the facts', async () => {
    await scan()
    const { uuid, awareAt } = await opened()
    const params = { caseUuid: uuid }
    const measureAt = awareAt + dayMs
    const changed = await admin.api.cases.update({
      params,
      body: { measureAt, facts: { isExposed: false, isListed: false, hasTotalImpact: false } },
    })
    expect(deadlines(changed).slice(2)).toEqual([
      ['cra/final-report', measureAt + 14 * dayMs],
      ['bod-26-04/remediation', null],
    ])
    expect(changed.facts.isExposed).toEqual({ value: false, source: 'member' })
    expect(changed.entries.slice(1)).toMatchObject([
      { kind: 'measure', subject: new Date(measureAt).toISOString(), member: { email: admin.email } },
      { kind: 'facts' },
    ])
  })

  test('are recorded as done with who and when, and taken back', async () => {
    await scan()
    const { uuid } = await opened()
    const params = { caseUuid: uuid }
    const step = { regime: 'cra', step: 'early-warning' } as const
    const done = await admin.api.cases.settle({ params, body: { ...step, text: 'Receipt 4711' } })
    expect(done.deadlines[0]).toMatchObject({
      ...step,
      doneAt: expect.any(Number),
      doneBy: { uuid: admin.uuid },
    })
    expect(done.entries.at(-1)).toMatchObject({
      kind: 'done',
      subject: 'cra/early-warning',
      text: 'Receipt 4711',
    })
    const undone = await admin.api.cases.settle({ params, body: { ...step, isDone: false } })
    expect(undone.deadlines[0]).toMatchObject({ doneAt: null, doneBy: null })
    await expect(
      admin.api.cases.settle({ params, body: { regime: 'own', step: 'none' } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('are those of the regimes that the account chose, and its own', async () => {
    const params = { accountUuid: admin.accountUuid }
    const own = [{ name: 'Tell customers', starts: 'aware' as const, hours: 48 }]
    await admin.api.cases.configure({ params, body: { regimes: ['bod-26-04'], own } })
    await scan()
    const { awareAt, ...known } = await opened()
    expect(deadlines(known)).toEqual([
      ['bod-26-04/remediation', awareAt + 3 * dayMs],
      ['bod-26-04/forensics', awareAt + 3 * dayMs],
      ['own/Tell customers', awareAt + 48 * hourMs],
    ])
    expect(known.drafts).toEqual([])
  })

  test('that have passed are reported once, to administrators and the owner', async () => {
    for (const { uuid } of await admin.api.notificationRules.list())
      await admin.api.notificationRules.remove({ params: { ruleUuid: uuid } })
    await admin.api.notificationRules.create({ body: { name: 'Late', kinds: ['targetOverdue'] } })
    await scan()
    const { uuid } = await opened()
    await sql`update case_deadline set due_at = '2026-11-01T12:00:00Z'
      where case_uuid = ${uuid} and step = 'early-warning'`.execute(server.db)
    for (const _round of [1, 2]) {
      await reportOverdueJob.run(server.context, {}, { priority: 'refresh' })
      await server.mailed()
      while (await sendDueRule(server.context, new Date(Date.now() + hourMs)));
    }
    const { api } = await signedIn(server, admin)
    const lines = (await api.inbox.list({})).messages.flatMap(({ message }) => message.lines)
    expect(lines.map(({ title, path }) => [title, path])).toEqual([
      [`Deadline missed: CRA early warning of ${cve} was due 2026-11-01 12:00 UTC`, `/cases/${uuid}`],
    ])
    expect((await casesOf())[0]?.deadlines[0]).toMatchObject({ step: 'early-warning', isOverdue: true })
  })

  test('that end within a quarter of their time are reminded of once', async () => {
    for (const { uuid } of await admin.api.notificationRules.list())
      await admin.api.notificationRules.remove({ params: { ruleUuid: uuid } })
    await admin.api.notificationRules.create({ body: { name: 'Soon', kinds: ['targetOverdue'] } })
    await scan()
    const { uuid } = await opened()
    const endIn = (hours: number) =>
      sql`
      update case_deadline set due_at = now() + ${hours} * interval '1 hour'
      where case_uuid = ${uuid} and step = 'early-warning'`.execute(server.db)
    const remind = async () => {
      await reportOverdueJob.run(server.context, {}, { priority: 'refresh' })
      await server.mailed()
      while (await sendDueRule(server.context, new Date(Date.now() + hourMs)));
      const { api } = await signedIn(server, admin)
      const lines = (await api.inbox.list({})).messages.flatMap(({ message }) => message.lines)
      return lines.map(({ title, path }) => [title.replace(/ is due .*/, ''), path])
    }
    await endIn(7)
    expect(await remind()).toEqual([])
    await endIn(5)
    const reminder = [`Deadline soon: CRA early warning of ${cve}`, `/cases/${uuid}`]
    expect(await remind()).toEqual([reminder])
    expect(await remind()).toEqual([reminder])
  })
})

test('a catalog that names an alias opens the case, too', async () => {
  await scan()
  const { findings } = await admin.api.triage.list({ params: { accountUuid: admin.accountUuid } })
  const { advisoryUuid } = findings.find((each) => each.cve === cve)!
  await sql`
    insert into advisory_alias (alias, advisory_uuid) values ('CVE-1999-0002', ${advisoryUuid})`.execute(
    server.db,
  )
  await list('CVE-1999-0001', 'CVE-1999-0002')
  await server.mailed()
  const [only] = await casesOf()
  expect(only).toMatchObject({ advisoryUuid })
  expect((await read(only!.uuid)).facts.isListed).toEqual({ value: true, source: 'catalog' })
  await sql`delete from advisory_alias where alias = 'CVE-1999-0002'`.execute(server.db)
})

test("the EU's list opens the case, once, and drafts say who lists it", async () => {
  const euList = (...cves: string[]) =>
    ingest(server.db, 'test', [
      {
        where: 'eukev',
        text: JSON.stringify(cves.map((cveID) => ({ cveID, euvdID: cveID.replace('CVE', 'EUVD') }))),
      },
    ])
  await euList('CVE-1999-0001')
  await scan()
  await euList('CVE-1999-0001', cve)
  await server.mailed()
  const [only] = await casesOf()
  const { uuid } = only!
  const exploitation = async () =>
    (await read(uuid)).drafts[0]!.fields.find(({ label }) => label === 'Active exploitation')!.value
  // The fact of BOD 26-04 is whether CISA lists it.
  expect(await read(uuid)).toMatchObject({ exploitedBy: ['eu'], facts: { isListed: { value: false } } })
  expect(await exploitation()).toMatch(/^Listed as known exploited by the EU\. Aware since /)

  await list('CVE-1999-0001', cve)
  await server.mailed()
  expect((await casesOf()).map((each) => each.uuid)).toEqual([uuid])
  expect((await read(uuid)).entries.map(({ kind }) => kind)).toEqual(['opened'])
  expect(await exploitation()).toMatch(/^Listed as known exploited by CISA and the EU\. /)
  await euList('CVE-1999-0001')
  expect(await read(uuid)).toMatchObject({ exploitedBy: ['cisa'] })
})

test('its owner is told, notes complete the drafts, and the document has all of it', async () => {
  await scan()
  const { uuid } = await opened()
  const params = { caseUuid: uuid }
  const owner = await signedIn(server, await server.addMember(admin, 'Collaborator'))
  await admin.api.cases.update({
    params,
    body: { ownerUuid: owner.uuid, notes: { memberStates: 'DE, FR', sensitivity: 'TLP:AMBER' } },
  })
  await admin.api.cases.comment({ params, body: { text: 'We report to the BSI' } })
  const known = await read(uuid, owner)
  expect(known).toMatchObject({ owner: { uuid: owner.uuid }, notes: { memberStates: 'DE, FR' } })
  expect(known.drafts[0]?.fields.find(({ note }) => note === 'memberStates')?.value).toBe('DE, FR')
  expect(known.entries.at(-1)).toMatchObject({ kind: 'comment', text: 'We report to the BSI' })
  await server.mailed()
  const { messages } = await owner.api.inbox.list({ query: {} })
  expect(JSON.stringify(messages)).toContain(`made you the owner of the case ${cve}`)

  const file = async (format: string, language = 'en') => {
    const response = await fetch(`${server.url}/api/v1/cases/${uuid}/document.${format}`, {
      headers: { authorization: admin.authorization, 'accept-language': language },
    })
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }
  const json = JSON.parse(String(await file('json')))
  expect(json).toMatchObject({
    title: `Case ${cve}`,
    deadlines: expect.arrayContaining([expect.objectContaining({ deadline: 'CRA early warning' })]),
    affected: [expect.objectContaining({ project: 'example.org/shop', version: 'main' })],
  })
  expect(JSON.stringify(json)).toContain('We report to the BSI')
  expect(JSON.stringify(json)).toContain('DE, FR')
  expect(String((await file('pdf')).subarray(0, 5))).toBe('%PDF-')
  expect(String(await file('md', 'de'))).toContain('Frühwarnung')
})

test('members of a team see the cases of its projects, and change them only if they see all of what is affected', async () => {
  const teamUuid = await server.addTeam(admin, 'A')
  await scan(['lodash@4.17.4'], { teamUuid })
  const inside = await server.addMember(admin, 'Team collaborator', teamUuid)
  const outside = await server.addMember(admin, 'Team collaborator', await server.addTeam(admin, 'B'))
  const { uuid } = await opened()
  const params = { caseUuid: uuid }
  expect(await casesOf(outside)).toEqual([])
  await expect(read(uuid, outside)).rejects.toMatchObject({ status: 404 })
  const done = { regime: 'cra', step: 'early-warning' } as const
  await inside.api.cases.settle({ params, body: done })

  await scan(['lodash@4.17.4'], { project: 'desk' })
  expect((await read(uuid, inside)).affected.map(({ projectName }) => projectName)).toEqual([
    'example.org/shop',
  ])
  await expect(
    inside.api.cases.close({ params, body: { reason: 'fixed', text: 'Ours is' } }),
  ).rejects.toMatchObject({ errorType: 'caseOfOthers' })
  await inside.api.cases.comment({ params, body: { text: 'Ours is fixed' } })
  await expect(read(uuid, await server.newAccount())).rejects.toMatchObject({ status: 404 })
})
