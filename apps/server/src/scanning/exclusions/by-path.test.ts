import { describe, expect, it } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()

const cve = 'CVE-2019-10744'

async function scan({ api }: TestMember, packages = ['lodash@4.17.4', '@babel/core@7.0.0']): Promise<string> {
  const file = filePart(npmInventory(packages))
  const build = await api.uploads.intoNew({ body: { file, url: 'https://example.org/a', branch: 'main' } })
  return build.uuid
}

const create = ({ api }: TestMember, ownerUuid: string, subject: string) =>
  api.exclusions.createFor({ params: { ownerUuid, subject } })

const createOfStability = ({ api }: TestMember, ownerUuid: string, subject: string) =>
  api.exclusions.createFor({ params: { ownerUuid, subject }, query: { domain: 'stability' } })

const findingOf = async ({ api }: TestMember, projectUuid: string) =>
  (await api.scans.findings({ params: { projectUuid } })).find((each) => each.cve === cve)

describe('exclusions.createFor', () => {
  it('excludes a CVE of a project, starting with its next scan', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member)
    expect(await findingOf(member, projectUuid)).toMatchObject({ exclusion: null })
    const made = await member.api.exclusions.createFor({
      params: { ownerUuid: projectUuid, subject: cve.toLowerCase() },
      body: { reason: 'unapplicable', description: 'not called' },
    })
    expect(made).toMatchObject({ domain: 'security', cve, projectUuid, reason: 'unapplicable' })
    await scan(member)
    expect(await findingOf(member, projectUuid)).toMatchObject({
      exclusion: { uuid: made.id, reason: 'unapplicable', description: 'not called' },
    })
  })

  it.each([
    ['nodejs:lodash@4.17.4', { library: { language: 'javascript', name: 'lodash' }, version: '4.17.4' }],
    ['npm:@babel/core', { library: { name: '@babel/core' }, version: '*' }],
    ['nodejs:@babel|core@7.0.0', { library: { name: '@babel/core' }, version: '7.0.0' }],
    [
      'java:org.slf4j:slf4j-api@*',
      { library: { language: 'java', name: 'org.slf4j:slf4j-api' }, version: '*' },
    ],
    ['python:django*@4.2', { library: { language: 'python', name: 'django*' }, version: '4.2' }],
    ['lodash@4.17.4', { library: { name: 'lodash' }, version: '4.17.4' }],
    ['@babel/*', { library: { name: '@babel/*' }, version: '*' }],
  ])('reads %s', async (subject, expected) => {
    const member = await server.newAccount()
    await scan(member)
    const created = await create(member, member.accountUuid, subject)
    const { library, ...rest } = expected
    expect(created).toMatchObject({ ...rest, library: { name: library.name }, projectUuid: null })
    const { api, accountUuid } = member
    expect(await api.exclusions.list({ params: { accountUuid }, query: {} })).toHaveLength(1)
  })

  it('excludes an advisory by its UUID or another alias', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member)
    const { advisoryUuid, recordIds } = (await findingOf(member, projectUuid))!
    expect(await create(member, member.accountUuid, advisoryUuid.toUpperCase())).toMatchObject({
      uuid: advisoryUuid,
    })
    const alias = recordIds.find((id) => !id.startsWith('CVE-'))!.toLowerCase()
    expect(await create(member, projectUuid, alias)).toMatchObject({ uuid: advisoryUuid })
  })

  it.each([
    ['CVE-1999-99999', 404, 'advisoryUnknown'],
    ['00000000-0000-4000-8000-000000000001', 404, 'advisoryUnknown'],
    ['cobol:lodash@1', 400, 'languageUnknown'],
    ['never-used@1.0.0', 400, 'languageMissing'],
    ['@1.0.0', 400, 'languageMissing'],
  ])('rejects %s', async (subject, status, errorType) => {
    const member = await server.newAccount()
    await expect(create(member, member.accountUuid, subject)).rejects.toMatchObject({ status, errorType })
    const { api, accountUuid } = member
    expect(await api.exclusions.list({ params: { accountUuid }, query: {} })).toEqual([])
  })

  it('reports a duplicate, also one created concurrently', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member)
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => create(member, projectUuid, 'nodejs:lodash@4.17.4')),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, errorType: 'exclusionExists' },
    })
    // Not duplicates: another project, another domain, or the whole account.
    await create(member, member.accountUuid, 'nodejs:lodash@4.17.4')
    await createOfStability(member, projectUuid, 'nodejs:lodash@4.17.4')
  })

  it('excludes other domains only by component', async () => {
    const member = await server.newAccount()
    await expect(createOfStability(member, member.accountUuid, cve)).rejects.toMatchObject({ status: 400 })
  })

  it("assigns a team administrator's exclusions to the team and rejects projects of other teams", async () => {
    const owner = await server.newAccount()
    const team = await server.addTeam(owner, 'a')
    const admin = await server.addMember(owner, 'Team administrator', team)
    const projectOfOther = await scan(owner)
    expect(await create(admin, owner.accountUuid, 'nodejs:lodash')).toMatchObject({ teamUuids: [team] })
    await expect(create(admin, projectOfOther, 'nodejs:lodash')).rejects.toMatchObject({ status: 404 })
    // An account-wide exclusion covers more than the team's, so it is not a duplicate.
    expect(await create(owner, owner.accountUuid, 'nodejs:lodash')).toMatchObject({ teamUuids: null })
  })
})

describe('exclusions.removeFor', () => {
  it('ends an exclusion only under its own project and subject', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member)
    const { id } = await create(member, projectUuid, 'nodejs:lodash@4.17.4')
    const remove = (ownerUuid: string, subject: string) =>
      member.api.exclusions.removeFor({ params: { ownerUuid, subject, exclusionUuid: id } })
    for (const [owner, subject] of [
      [member.accountUuid, 'nodejs:lodash@4.17.4'],
      [projectUuid, 'nodejs:lodash@4.17.5'],
      [projectUuid, 'python:lodash@4.17.4'],
      [projectUuid, cve],
    ] as const)
      await expect(remove(owner, subject)).rejects.toMatchObject({ status: 404 })
    await remove(projectUuid, 'lodash@4.17.4')
    const { api, accountUuid } = member
    expect(await api.exclusions.list({ params: { accountUuid }, query: {} })).toEqual([])
    await expect(remove(projectUuid, 'lodash@4.17.4')).rejects.toMatchObject({ status: 404 })
    await create(member, projectUuid, 'nodejs:lodash@4.17.4')
  })
})
