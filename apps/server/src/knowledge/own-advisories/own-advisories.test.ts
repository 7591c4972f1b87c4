import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes, npmInventory } from '#testing/inventories.ts'
import { ownAdvisory } from '#testing/own-advisory.ts'
import { type TestMember } from '#testing/test-server.ts'
import { uploadAdvisories } from '#testing/upload-advisories.ts'

const server = testServer()

async function scan({ api }: TestMember, packages: string[], name = 'sample') {
  return upload(api, npmInventory(packages), name)
}

async function upload(api: TestMember['api'], inventory: Uint8Array, name: string) {
  const body = {
    file: filePart(inventory),
    url: `https://example.org/${name}`,
    branch: 'main',
  }
  return (await api.uploads.intoNew({ body })).uuid
}

/** The findings of the last scan, by displayed id. */
async function findingsOf({ api }: TestMember, projectUuid: string) {
  const found = await api.scans.findings({ params: { projectUuid }, query: {} })
  return found.map(({ displayId, package: name, lifetime }) =>
    [displayId, name, lifetime?.endKind].filter(Boolean).join(' '),
  )
}

const expectFindings = (member: TestMember, projectUuid: string, expected: string[]) =>
  expect.poll(async () => (await findingsOf(member, projectUuid)).toSorted()).toEqual(expected.toSorted())

const write = (
  { api, accountUuid }: TestMember,
  body: Parameters<typeof api.ownAdvisories.create>[0]['body'],
) => api.ownAdvisories.create({ params: { accountUuid }, body })

const withdraw = ({ api, accountUuid }: TestMember, ownAdvisoryUuid: string, isWithdrawn = true) =>
  api.ownAdvisories.setWithdrawn({ params: { accountUuid, ownAdvisoryUuid }, body: { isWithdrawn } })

const status = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: unknown) => (error as { status: number }).status,
  )

describe('an advisory of the account', () => {
  test('is matched in what was scanned before, and in what is scanned after', async () => {
    const member = await server.newAccount()
    const before = await scan(member, ['acme-auth@1.0.0'], 'before')
    await write(member, ownAdvisory('ACME-1', { package: 'acme-auth', fixed: '2.0.0' }))
    await expectFindings(member, before, ['ACME-1 acme-auth'])
    const after = await scan(member, ['acme-auth@1.5.0'], 'after')
    expect(await findingsOf(member, after)).toEqual(['ACME-1 acme-auth'])
    const fixed = await scan(member, ['acme-auth@2.0.0'], 'fixed')
    expect(await findingsOf(member, fixed)).toEqual([])
  })

  test('is never seen by another account', async () => {
    const [owner, other] = [await server.newAccount(), await server.newAccount()]
    const params = { accountUuid: owner.accountUuid }
    const own = await scan(owner, ['acme-auth@1.0.0'])
    const theirs = await scan(other, ['acme-auth@1.0.0'])
    const { uuid } = await write(owner, {
      ...ownAdvisory('SECRET-1', { package: 'acme-auth' }),
      aliases: ['SECRET-ALIAS-1'],
    })
    await expectFindings(owner, own, ['SECRET-1 acme-auth'])
    await other.api.reports.recompute({ params: { projectUuid: theirs } })
    expect(await findingsOf(other, theirs)).toEqual([])
    for (const id of [uuid, 'SECRET-1', 'SECRET-ALIAS-1']) {
      expect(await status(other.api.vulnerabilities.get({ params: { id } }))).toBe(404)
      expect(await status(owner.api.vulnerabilities.get({ params: { id } }))).toBe(200)
    }
    expect(await status(other.api.ownAdvisories.list({ params }))).toBe(404)
    expect(await other.api.ownAdvisories.list({ params: { accountUuid: other.accountUuid } })).toEqual([])
    const library = { params: { language: 'nodejs', name: 'acme-auth', version: '1.0.0' }, query: {} }
    expect(await other.api.components.advices(library)).toEqual([])
    expect(await owner.api.components.advices(library)).toMatchObject([{ id: uuid }])
    const excluded = {
      params: { ownerUuid: other.accountUuid, subject: uuid },
      query: { domain: 'security' as const },
    }
    expect(await status(other.api.exclusions.createFor({ ...excluded, body: {} }))).toBe(404)
    expect(
      JSON.stringify(await other.api.vulnerabilities.list({ params: { database: 'all' }, query: {} })),
    ).not.toMatch(/SECRET/)
  })

  test('ends findings when it is withdrawn, and opens them when it is in force again', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member, ['acme-auth@1.0.0'])
    const { uuid } = await write(member, ownAdvisory('ACME-1', { package: 'acme-auth' }))
    await expectFindings(member, projectUuid, ['ACME-1 acme-auth'])
    await withdraw(member, uuid)
    await expectFindings(member, projectUuid, [])
    const { items } = await member.api.vulnerabilities.occurrences({ params: { id: uuid }, query: {} })
    expect(items).toMatchObject([{ lifetime: { endKind: 'withdrawn' } }])
    await withdraw(member, uuid, false)
    await expectFindings(member, projectUuid, ['ACME-1 acme-auth'])
  })

  test('is followed by a fix when its package is upgraded', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member, ['acme-auth@1.0.0'])
    const { uuid } = await write(member, ownAdvisory('ACME-1', { package: 'acme-auth', fixed: '2.0.0' }))
    await expectFindings(member, projectUuid, ['ACME-1 acme-auth'])
    await scan(member, ['acme-auth@2.0.0'])
    const { items } = await member.api.vulnerabilities.occurrences({ params: { id: uuid }, query: {} })
    expect(items).toMatchObject([{ lifetime: { endKind: 'upgraded', fixedBy: 'acme-auth 2.0.0' } }])
  })

  test('describes its findings on the page, in reports and in lists', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member, ['acme-auth@1.0.0'])
    const { uuid } = await write(member, {
      ...ownAdvisory('ACME-1', { package: 'acme-auth', fixed: '2.0.0' }),
      details: 'Tokens are **logged**.',
      cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      cwes: ['CWE-532'],
      references: [{ type: 'FIX', url: 'https://acme.example/fix' }],
    })
    await expectFindings(member, projectUuid, ['ACME-1 acme-auth'])
    expect(await member.api.vulnerabilities.get({ params: { id: 'acme-1' } })).toMatchObject({
      uuid,
      displayId: 'ACME-1',
      severity: 'CRITICAL',
      cvss: 9.8,
      details: 'Tokens are **logged**.',
      cwes: ['CWE-532'],
      links: [{ type: 'FIX', url: 'https://acme.example/fix' }],
      affected: [{ package: 'acme-auth', fixedVersions: ['2.0.0'] }],
    })
    const [finding] = await member.api.scans.findings({ params: { projectUuid }, query: {} })
    expect(finding).toMatchObject({ summary: 'Sample ACME-1', cwes: ['CWE-532'], recordIds: ['ACME-1'] })
    const full = await member.api.reports.full({ params: { projectUuid } })
    expect(JSON.stringify(full)).toContain('Tokens are **logged**.')
    const { vulnerabilities } = await member.api.openVulnerabilities.list({
      params: { accountUuid: member.accountUuid },
      query: {},
    })
    expect(vulnerabilities).toMatchObject([{ displayId: 'ACME-1', summary: 'Sample ACME-1' }])
    const list = await member.api.ownAdvisories.list({ params: { accountUuid: member.accountUuid } })
    expect(list).toMatchObject([
      { id: 'ACME-1', open: { findings: 1, projects: 1 }, rating: 'CRITICAL', cvssScore: 9.8 },
    ])
  })

  test('can be decided on and excluded by its id', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member, ['acme-auth@1.0.0'])
    await write(member, ownAdvisory('ACME-1', { package: 'acme-auth' }))
    await expectFindings(member, projectUuid, ['ACME-1 acme-auth'])
    await member.api.exclusions.createFor({
      params: { ownerUuid: projectUuid, subject: 'ACME-1' },
      query: { domain: 'security' },
      body: {},
    })
    await member.api.reports.recompute({ params: { projectUuid } })
    const [finding] = await member.api.scans.findings({ params: { projectUuid }, query: {} })
    expect(finding).toMatchObject({ exclusion: { reason: 'mitigated' } })
  })

  test('is matched in an ecosystem that has no other advisory', async () => {
    const member = await server.newAccount()
    const component = { type: 'library', name: 'acme', version: '1.0', purl: 'pkg:cran/acme@1.0' }
    await write(member, {
      ...ownAdvisory('ACME-2'),
      affected: [{ ecosystem: 'cran', package: 'acme', ranges: [{ introduced: '0' }] }],
    })
    const projectUuid = await upload(member.api, npmInventory([], { components: [component] }), 'cran')
    expect(await findingsOf(member, projectUuid)).toEqual(['ACME-2 acme'])
  })
})

describe('an advisory about a known vulnerability', () => {
  const known = 'CVE-2021-23337'

  test('is no second finding, and shows what the account says of it', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member, ['lodash@4.17.4'])
    const before = (await findingsOf(member, projectUuid)).toSorted()
    expect(before).toContain(`${known} lodash`)
    const { advisoryUuid, uuid } = await write(member, {
      ...ownAdvisory('ACME-LODASH', { package: 'lodash', fixed: '4.17.21' }),
      aliases: [known],
    })
    expect(advisoryUuid).not.toBe(uuid)
    await expect
      .poll(async () => {
        const all = await member.api.scans.findings({ params: { projectUuid }, query: {} })
        return all.find(({ displayId }) => displayId === known)?.recordIds
      })
      .toContain('ACME-LODASH')
    expect((await findingsOf(member, projectUuid)).toSorted()).toEqual(before)
    const page = await member.api.vulnerabilities.get({ params: { id: known } })
    expect(page.records.map(({ id }) => id)).toContain('ACME-LODASH')
    const other = await server.newAccount()
    const theirs = await other.api.vulnerabilities.get({ params: { id: known } })
    expect(theirs.records.map(({ id }) => id)).not.toContain('ACME-LODASH')
  })

  test('finds it in a package that the feeds do not name', async () => {
    const member = await server.newAccount()
    await write(member, { ...ownAdvisory('ACME-FORK', { package: 'acme-lodash' }), aliases: [known] })
    const projectUuid = await scan(member, ['acme-lodash@1.0.0'])
    expect(await findingsOf(member, projectUuid)).toEqual([`${known} acme-lodash`])
  })

  test('that a feed learns of later, the finding goes on as that', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member, ['acme-late@1.0.0'])
    await write(member, {
      ...ownAdvisory('ACME-LATE', { package: 'acme-late' }),
      aliases: ['GHSA-late-late-late'],
    })
    await expectFindings(member, projectUuid, ['GHSA-late-late-late acme-late'])
    const [own] = await member.api.scans.findings({ params: { projectUuid }, query: {} })
    const affected = {
      package: { ecosystem: 'npm', name: 'acme-late' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
    }
    await uploadAdvisories(
      server,
      JSON.stringify({ id: 'GHSA-late-late-late', aliases: ['CVE-2026-99999'], affected: [affected] }),
    )
    await expectFindings(member, projectUuid, ['CVE-2026-99999 acme-late'])
    const [joined] = await member.api.scans.findings({ params: { projectUuid }, query: {} })
    expect(joined!.lifetime?.introducedAt).toBe(own!.lifetime?.introducedAt)
    expect(joined!.advisoryUuid).not.toBe(own!.advisoryUuid)
  })
})

describe('the versions of an advisory', () => {
  test('are kept, one for each change', async () => {
    const member = await server.newAccount()
    const params = { accountUuid: member.accountUuid }
    const { uuid: ownAdvisoryUuid } = await write(member, ownAdvisory('ACME-1'))
    const { id: _, ...content } = ownAdvisory('ACME-1', { fixed: '2.0.0' })
    await member.api.ownAdvisories.update({ params: { ...params, ownAdvisoryUuid }, body: content })
    await withdraw(member, ownAdvisoryUuid)
    const versions = await member.api.ownAdvisories.versions({ params: { ...params, ownAdvisoryUuid } })
    expect(versions.map(({ version, memberUuid }) => [version, memberUuid])).toEqual([
      [3, member.uuid],
      [2, member.uuid],
      [1, member.uuid],
    ])
    expect(versions.map(({ document }) => 'withdrawn' in document)).toEqual([true, false, false])
    expect(JSON.stringify(versions[1]!.document)).toContain('"fixed":"2.0.0"')
    expect(JSON.stringify(versions[2]!.document)).not.toContain('fixed')
  })

  test('have an id that is taken once', async () => {
    const member = await server.newAccount()
    await write(member, ownAdvisory('ACME-1'))
    await expect(write(member, ownAdvisory('ACME-1'))).rejects.toMatchObject({
      status: 409,
      errorType: 'advisoryExists',
    })
    await write(await server.newAccount(), ownAdvisory('ACME-1'))
  })

  test.each([
    ['ecosystem', { ecosystem: 'nowhere', package: 'a', versions: ['1'] }, 'affected.0.ecosystem'],
    [
      'version',
      { ecosystem: 'npm', package: 'a', ranges: [{ introduced: 'first' }] },
      'affected.0.ranges.0.introduced',
    ],
    ['package without a version', { ecosystem: 'npm', package: 'a' }, 'affected.0'],
  ])('are refused with an unknown %s', async (_, affected, path) => {
    const member = await server.newAccount()
    await expect(write(member, { ...ownAdvisory('ACME-1'), affected: [affected] })).rejects.toMatchObject({
      status: 400,
      body: { details: [{ path: `body.${path}` }] },
    })
  })
})

describe('a file of advisories', () => {
  const document = (id: string, more = {}) => ({
    id,
    modified: '2026-01-02T00:00:00Z',
    published: '2026-01-01T00:00:00Z',
    credits: [{ name: 'Ada' }],
    affected: [{ package: { ecosystem: 'npm', name: 'acme-auth' }, versions: ['1.0.0'] }],
    ...more,
  })
  const importFile = ({ api, accountUuid }: TestMember, content: unknown) =>
    api.ownAdvisories.import({
      params: { accountUuid },
      body: { file: filePart(jsonBytes(content), 'a.json') },
    })

  test('in OSV is imported, and is exported as it was', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member, ['acme-auth@1.0.0'])
    expect(await importFile(member, [document('B-2'), document('B-1'), { id: 'B-3' }, 7])).toMatchObject({
      created: ['B-1', 'B-2'],
      issues: [{ where: 'a.json#/2' }, { where: 'a.json#/3' }],
    })
    await expectFindings(member, projectUuid, ['B-1 acme-auth', 'B-2 acme-auth'])
    expect(await member.api.ownAdvisories.export({ params: { accountUuid: member.accountUuid } })).toEqual([
      document('B-1'),
      document('B-2'),
    ])
    const changed = document('B-2', { summary: 'changed' })
    expect(await importFile(member, [document('B-1'), changed])).toMatchObject({
      changed: ['B-2'],
      unchanged: ['B-1'],
    })
    expect(await importFile(member, document('B-1', { withdrawn: '2026-01-03T00:00:00Z' }))).toMatchObject({
      changed: ['B-1'],
    })
    await expectFindings(member, projectUuid, ['B-2 acme-auth'])
  })

  test('in CSAF is imported', async () => {
    const member = await server.newAccount()
    const purl = 'pkg:npm/acme-auth@1.0.0'
    const product = { name: 'a', product_id: 'A', product_identification_helper: { purl } }
    const csaf = {
      document: { csaf_version: '2.0', category: 'csaf_security_advisory', tracking: { id: 'ACME-SA-1' } },
      product_tree: { full_product_names: [product] },
      vulnerabilities: [{ title: 'Tokens are logged', product_status: { known_affected: ['A'] } }],
    }
    expect(await importFile(member, csaf)).toMatchObject({ created: ['ACME-SA-1'], issues: [] })
    const projectUuid = await scan(member, ['acme-auth@1.0.0'])
    expect(await findingsOf(member, projectUuid)).toEqual(['ACME-SA-1 acme-auth'])
  })

  test.each([
    ['text', 'nothing'],
    ['an empty list', []],
    ['another document', { bomFormat: 'CycloneDX' }],
  ])('of %s is refused', async (_, content) => {
    const member = await server.newAccount()
    await expect(importFile(member, content)).rejects.toMatchObject({
      status: 400,
      errorType: 'unreadableDocument',
    })
  })
})

test('a preview says what would be matched, in the projects that its reader sees', async () => {
  const member = await server.newAccount()
  await scan(member, ['acme-auth@1.0.0', 'other@1.0.0'], 'one')
  await scan(member, ['acme-auth@1.0.0', 'acme-auth@1.5.0'], 'two')
  await scan(member, ['acme-auth@2.0.0'], 'three')
  const { affected } = ownAdvisory('ACME-1', { package: 'Acme-Auth', fixed: '2.0.0' })
  const body = { affected: affected.map((each) => ({ ...each, package: 'acme-auth' })) }
  const params = { accountUuid: member.accountUuid }
  const preview = await member.api.ownAdvisories.preview({ params, body })
  expect(preview).toMatchObject({ components: 2, branches: 2, projects: 2 })
  expect(preview.items.map(({ version }) => version).toSorted()).toEqual(['1.0.0', '1.0.0', '1.5.0'])
  const team = await member.api.teams.create({ body: { name: 'Empty' } })
  const viewer = await server.addMember(member, 'Team viewer', team.uuid)
  expect(await viewer.api.ownAdvisories.preview({ params, body })).toMatchObject({ components: 0, items: [] })
  expect(await member.api.ownAdvisories.list({ params })).toEqual([])
})
