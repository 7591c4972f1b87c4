import { beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { saveReleases } from '#knowledge/releases/store.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'
import { openSessionFor } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()
beforeAll(async () => {
  await saveReleases(server.db, null, {
    ecosystem: 'npm',
    name: 'registered',
    source: 'deps.dev',
    checkedAt: registeredAt,
    releases: [
      {
        version: '1.0.0',
        publishedAt: 0,
        licenses: ['Apache License, Version 2.0'],
        copyright: 'Registered',
      },
      { version: '2.0.0', publishedAt: 0 },
    ],
  })
})

const sessionOf = (member: TestMember) => openSessionFor(server, member)
const registeredAt = Date.UTC(2026, 0, 2)

/** Name and version, with the license declared in the document. */
const packages = (list: readonly [name: string, version: string, license?: string][]) =>
  jsonBytes({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: list.map(([name, version, license]) => ({
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(license && { licenses: [{ license: { name: license } }] }),
    })),
  })

async function scan({ api }: TestMember, list: Parameters<typeof packages>[0], name = 'licenses') {
  const body = { file: filePart(packages(list)), url: `https://example.org/${name}`, branch: 'main' }
  return (await api.uploads.intoNew({ body })).uuid
}

const licenseOf = async ({ api }: TestMember, projectUuid: string, packageName = 'registered') => {
  const components = await api.scans.components({ params: { projectUuid } })
  const { licenses, licenseSource, licenseRegistry, licensedAt } = components.find(
    ({ name }) => name === packageName,
  )!
  return [licenses.map(({ id }) => id).join(), licenseSource, licenseRegistry, licensedAt]
}

const expectLicense = (member: TestMember, projectUuid: string, license: string) =>
  expect.poll(async () => (await licenseOf(member, projectUuid))[0], { timeout: 60_000 }).toBe(license)

const registered = { language: 'nodejs', name: 'registered', version: '1.0.0' }

describe('the license of a component', () => {
  test('is the one declared in the document, otherwise what the registry reports for exactly that version', async () => {
    const member = await server.newAccount()
    const uuid = await scan(member, [
      ['registered', '1.0.0'],
      ['declared', '1.0.0', 'Our Own Terms'],
    ])
    expect(await licenseOf(member, uuid)).toEqual(['Apache-2.0', 'registry', 'deps.dev', registeredAt])
    expect(await licenseOf(member, uuid, 'declared')).toEqual([
      'Our Own Terms',
      'declared',
      null,
      expect.any(Number),
    ])
    const other = await scan(member, [['registered', '2.0.0']], 'other')
    expect(await licenseOf(member, other)).toEqual(['', null, null, null])
    const full = await member.api.reports.full({ params: { projectUuid: uuid } })
    expect(full.licensing.score).toBe(100)
    expect(full.licensing.assessments[0]!.results.map((each) => each.licenseSource)).toEqual([
      'declared',
      'registry',
    ])
  })

  test('is evaluated by policies, whatever its source', async () => {
    const member = await server.newAccount()
    const params = { accountUuid: member.accountUuid }
    const body = { name: 'MIT only', mode: 'ALLOW' as const, licenses: ['MIT'] }
    await member.api.policies.create({ params, body })
    const uuid = await scan(member, [['registered', '1.0.0']])
    const overview = await member.api.reports.full({ params: { projectUuid: uuid } })
    expect(overview.licensing.score).toBe(0)
    expect(overview.licensing.assessments[0]!.results[0]!.violations).toEqual([
      'Apache-2.0 violates MIT only',
    ])
  })

  test('from the registry causes no new scan when the registry is queried again', async () => {
    const member = await server.newAccount()
    const uuid = await scan(member, [['registered', '1.0.0']])
    const { uuid: before } = await member.api.reports.full({ params: { projectUuid: uuid } })
    const { uuid: after } = await member.api.reports.recompute({ params: { projectUuid: uuid } })
    expect(after).toBe(before)
  })
})

describe('an override of the license', () => {
  test('takes precedence over the declared license, from the rescan it triggers until the one after its removal', async () => {
    const member = await server.newAccount()
    const { api, accountUuid } = member
    const uuid = await scan(member, [['registered', '1.0.0', 'MIT']])
    const override = await api.overrides.setLicense({
      params: registered,
      body: { license: 'apache 2.0 or isc' },
    })
    expect(override).toMatchObject({ ...registered, license: 'Apache-2.0 OR ISC', createdBy: member.uuid })
    expect(override.licenses.map(({ id }) => id)).toEqual(['Apache-2.0', 'ISC'])
    await expectLicense(member, uuid, 'Apache-2.0,ISC')
    expect(await licenseOf(member, uuid)).toEqual(['Apache-2.0,ISC', 'override', null, override.createdAt])
    expect(await api.components.licenses({ params: registered })).toMatchObject(override.licenses)
    expect(await api.overrides.licenses({ params: { accountUuid } })).toEqual([override])

    await api.overrides.removeLicense({ params: registered })
    await expectLicense(member, uuid, 'MIT')
    expect(await api.overrides.licenses({ params: { accountUuid } })).toEqual([])
    await expect(api.overrides.removeLicense({ params: registered })).rejects.toMatchObject({ status: 404 })
    const { events } = await api.audit.list({ params: { accountUuid } })
    const of = (action: string) => events.find((event) => event.action === action)
    expect(of('overrides.setLicense')).toMatchObject({
      target: registered,
      after: { license: override.license },
    })
    expect(of('overrides.removeLicense')).toMatchObject({ before: { license: override.license } })
  })

  test('of all versions is superseded by one for the version', async () => {
    const member = await server.newAccount()
    const uuid = await scan(member, [['registered', '1.0.0']])
    const set = (version: string, license: string) =>
      member.api.overrides.setLicense({ params: { ...registered, version }, body: { license } })
    await set('*', 'ISC')
    await expectLicense(member, uuid, 'ISC')
    await set('1.0.0', 'Zlib')
    await expectLicense(member, uuid, 'Zlib')
    await set('1.0.0', '0BSD')
    await expectLicense(member, uuid, '0BSD')
    const all = await member.api.overrides.licenses({ params: { accountUuid: member.accountUuid } })
    expect(all.map(({ version, license }) => [version, license])).toEqual([
      ['*', 'ISC'],
      ['1.0.0', '0BSD'],
    ])
  })

  test('applies to one account only, under any spelling of the name', async () => {
    const [member, other] = [await server.newAccount(), await server.newAccount()]
    const params = { language: 'python', name: 'Flask_Cors', version: '*' }
    await member.api.overrides.setLicense({ params, body: { license: 'MIT' } })
    const target = { ...params, name: 'flask-cors', version: '4.0.0' }
    expect(await member.api.components.licenses({ params: target })).toMatchObject([{ id: 'MIT' }])
    expect(await other.api.components.licenses({ params: target })).toEqual([])
  })

  test.each(['nonsense', 'MIT OR', 'MIT AND Some Terms', 'NOASSERTION'])('rejects %j', async (license) => {
    const member = await server.newAccount()
    await expect(
      member.api.overrides.setLicense({ params: registered, body: { license } }),
    ).rejects.toMatchObject({ status: 400, errorType: 'licenseUnknown' })
  })
})

describe('the copyright of a component', () => {
  const declared = { language: 'nodejs', name: 'declared', version: '1.0.0' }
  const upload = ({ api }: TestMember) => {
    const component = { type: 'library', name: 'declared', version: '1.0.0', purl: 'pkg:npm/declared@1.0.0' }
    const components = [{ ...component, copyright: 'Copyright 2020 Its Author' }]
    const file = filePart(jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }))
    return api.uploads.intoNew({ body: { file, url: 'https://example.org/copyright', branch: 'main' } })
  }

  test('is the one set by the account, otherwise the one declared in accessible inventories', async () => {
    const [member, other] = [await server.newAccount(), await server.newAccount()]
    await upload(member)
    const { api } = member
    const expected = { text: 'Copyright 2020 Its Author', source: 'declared' }
    expect(await api.components.copyright({ params: declared })).toEqual(expected)
    await api.overrides.setCopyright({ params: declared, body: { text: 'Copyright 2021' } })
    await api.overrides.setCopyright({ params: { ...declared, version: '*' }, body: { text: 'Of all' } })
    expect(await api.components.copyright({ params: declared })).toEqual({
      text: 'Copyright 2021',
      source: 'override',
    })
    await api.overrides.removeCopyright({ params: declared })
    expect(await api.components.copyright({ params: declared })).toMatchObject({ text: 'Of all' })
    await api.overrides.removeCopyright({ params: { ...declared, version: '*' } })
    expect(await api.components.copyright({ params: declared })).toEqual(expected)
    expect(await other.api.components.copyright({ params: declared })).toBe('')
  })

  test('returns 200 with an empty body if unknown', async () => {
    const member = await server.newAccount()
    const path = '/api/v1/licenses/library/nodejs/declared/9.9.9/copyright'
    const response = await fetch(`${server.url}${path}`, {
      headers: { authorization: await sessionOf(member) },
    })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('falls back to what the registry reports', async () => {
    const { api } = await server.newAccount()
    const params = { language: 'nodejs', name: 'registered', version: '1.0.0' }
    expect(await api.components.copyright({ params })).toEqual({ text: 'Registered', source: 'registry' })
  })
})

test('an override of the copyright is stored with its author, replaced and removed', async () => {
  const { api, accountUuid, uuid: createdBy } = await server.newAccount()
  const params = { language: 'nodejs', name: '@babel|core', version: '*' }
  await api.overrides.setCopyright({ params, body: { text: 'Copyright 2014 Somebody' } })
  await api.overrides.setCopyright({ params, body: { text: 'Copyright 2015 Somebody' } })
  expect(await api.overrides.copyrights({ params: { accountUuid } })).toEqual([
    {
      language: 'nodejs',
      name: '@babel/core',
      version: '*',
      text: 'Copyright 2015 Somebody',
      createdBy,
      createdAt: expect.any(Number),
    },
  ])
  expect(await api.overrides.licenses({ params: { accountUuid } })).toEqual([])
  await api.overrides.removeCopyright({ params })
  expect(await api.overrides.copyrights({ params: { accountUuid } })).toEqual([])
})
