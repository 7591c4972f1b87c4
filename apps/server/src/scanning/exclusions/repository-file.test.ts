import { describe, expect, it } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()

const cve = 'CVE-2019-10744'
const lockfile = {
  lockfileVersion: 3,
  packages: {
    '': { name: 'shop', dependencies: { lodash: '4' } },
    'node_modules/lodash': { version: '4.17.4', license: 'MIT' },
  },
}
const rules = (description = 'not called') => ({
  exclusions: { security: { cves: [{ cve, reason: 'unapplicable', description }] } },
})
const part = (filename: string, content: unknown) => ({
  filename,
  bytes: new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)),
})

const upload = ({ api }: TestMember, ...more: ReturnType<typeof part>[]) =>
  api.uploads.folderIntoNew({
    body: {
      file: [part('package-lock.json', lockfile), ...more],
      url: 'https://example.org/a',
      branch: 'main',
    },
  })

async function findingOf({ api }: TestMember, projectUuid: string) {
  const findings = await api.scans.findings({ params: { projectUuid } })
  return findings.find((each) => each.cve === cve)
}

describe('a .meterian file in the repository', () => {
  it('gets issues for duplicates, unknown languages and unknown advisories', async () => {
    const cves = [{ cve }, { cve }, { cve: 'CVE-1999-9999999' }]
    const libraries = [{ library: { language: 'cobol', name: 'a' }, version: '*' }]
    const security = { cves, libraries, advices: [{ uuid: crypto.randomUUID() }] }
    const member = await server.newAccount()
    const { issues } = await upload(member, part('.meterian', { exclusions: { security } }))
    expect(issues.map(({ code }) => code).toSorted()).toEqual([
      'exclusion-invalid',
      'exclusion-repeated',
      'exclusion-unknown',
      'exclusion-unknown',
    ])
    expect(issues.map(({ message }) => message)).toContain(
      'No known advisory is called CVE-1999-9999999: nothing is excluded until one is.',
    )
  })

  it('excludes in the scan it is part of, and is named as the source', async () => {
    const member = await server.newAccount()
    const { uuid: projectUuid } = await upload(member, part('.meterian', rules()))
    const expected = { reason: 'unapplicable', description: 'not called', repositoryFile: '.meterian' }
    expect(await findingOf(member, projectUuid)).toMatchObject({ exclusion: expected, lifetime: null })
    const report = await member.api.reports.full({ params: { projectUuid } })
    const advices = report.security.assessments
      .flatMap(({ reports }) => reports)
      .flatMap((each) => each.advices)
    expect(advices.find((advice) => advice.cve === cve)?.exclusions).toMatchObject([expected])
    const others = advices.filter((advice) => advice.cve !== cve)
    expect(others.length).toBeGreaterThan(0)
    expect(others.every((advice) => !('exclusions' in advice))).toBe(true)

    // Without it, the finding counts again; the account's exclusion is reported in preference to the repository's.
    await upload(member)
    expect(await findingOf(member, projectUuid)).toMatchObject({ exclusion: null })
    const { accountUuid } = member
    const own = await member.api.exclusions.create({
      params: { accountUuid },
      query: { domain: 'security' },
      body: { cve },
    })
    await upload(member, part('.meterian', rules('other')))
    const exclusion = (await findingOf(member, projectUuid))?.exclusion
    expect(exclusion).toMatchObject({ uuid: own.id })
    expect(exclusion?.repositoryFile).toBeUndefined()
  })

  it('ends the finding as excluded, which does not count as fixed', async () => {
    const member = await server.newAccount()
    const { uuid: projectUuid } = await upload(member)
    const before = await member.api.scans.overview({ params: { projectUuid } })
    await upload(member, part('.meterian', rules()))
    const after = await member.api.scans.overview({ params: { projectUuid } })
    expect(after.scan.vulnerabilityCount).toBe(before.scan.vulnerabilityCount - 1)
    expect(after.scan.mitigationCount).toBe(0)
    expect(after.scan.security).toBeGreaterThanOrEqual(before.scan.security)
  })

  it('becomes an issue of an otherwise complete scan if it is broken', async () => {
    const member = await server.newAccount()
    const build = await upload(member, part('.meterian', '{"exclusions":'))
    expect(build).toMatchObject({ status: 'success', issues: [{ code: 'json-invalid', where: '.meterian' }] })
    expect(build.issues[0]).not.toHaveProperty('isUnread')
    expect(await findingOf(member, build.uuid)).toMatchObject({ exclusion: null })
  })

  it('is rejected without other files', async () => {
    const { api } = await server.newAccount()
    const body = { file: [part('.meterian', rules())], url: 'https://example.org/a', branch: 'main' }
    await expect(api.uploads.folderIntoNew({ body })).rejects.toMatchObject({ status: 400 })
  })

  it('can be submitted to a build next to its dependencies', async () => {
    const member = await server.newAccount()
    const { api } = member
    await api.builds.create({ body: { url: 'docker:image', branch: 'main' } })
    const { uuid: id } = await server.db
      .selectFrom('build')
      .select('uuid')
      .where('account_uuid', '=', member.accountUuid)
      .executeTakeFirstOrThrow()
    const submit = (content: string, path: string) =>
      api.builds.submit({ params: { id }, body: { content, language: 'nodejs', path } })
    expect(await submit('lodash,4.17.4', '/?format=csv')).toEqual({ accepted: 1 })
    expect(await submit(JSON.stringify(rules()), '/.meterian')).toEqual({ accepted: 1 })
    await api.builds.start({ params: { id } })
    await expect
      .poll(async () => (await api.builds.get({ params: { id } })).status, { timeout: 60_000 })
      .toBe('success')
    const { uuid } = await api.builds.get({ params: { id } })
    expect(await findingOf(member, uuid)).toMatchObject({ exclusion: { repositoryFile: '.meterian' } })
  })
})
