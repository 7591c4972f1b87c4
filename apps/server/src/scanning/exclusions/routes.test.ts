import { expect, it } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { readRevision } from '#projects/revision-store.ts'
import { accountScope } from '#auth/scope.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { describeExclusions, listActiveExclusions } from './store.ts'

const server = testServer()

const paramsOf = ({ accountUuid }: TestMember) => ({ params: { accountUuid } })

async function newProject({ accountUuid }: TestMember): Promise<string> {
  const uuid = crypto.randomUUID()
  const row = { account_uuid: accountUuid, uuid, url: uuid, name: uuid, team_uuid: null }
  await server.db.insertInto('project').values(row).execute()
  return uuid
}

it('apply to the affected scans until removed, for a library, a CVE or an advisory', async () => {
  const admin = await server.newAccount()
  const scope = accountScope(admin.accountUuid)
  const [mine, other] = [await newProject(admin), await newProject(admin)]
  const create = (body: object) =>
    admin.api.exclusions.create({ ...paramsOf(admin), query: { domain: 'security' }, body })
  const before = await readRevision(server.db, scope)
  const library = await create({ library: { language: 'JavaScript', name: 'lodash' }, description: 'why' })
  await create({ cve: 'cve-2021-23337', projectUuid: mine })
  expect(library).toMatchObject({
    library: { name: 'lodash' },
    version: '*',
    reason: 'mitigated',
    projectUuid: null,
  })
  expect(await readRevision(server.db, scope)).toBe(before + 2)

  const targets = async (project: string) =>
    ((await listActiveExclusions(server.db, scope, [project])).get(project) ?? []).map(({ target }) => target)
  const lodash = { kind: 'library', ecosystem: 'npm', name: 'lodash', version: '*' }
  expect(await targets(mine)).toEqual([lodash, { kind: 'cve', cve: 'CVE-2021-23337' }])
  expect(await targets(other)).toEqual([lodash])

  const remove = () =>
    admin.api.exclusions.remove({ ...paramsOf(admin), query: { domain: 'security', id: library.id } })
  await remove()
  expect(await readRevision(server.db, scope)).toBe(before + 3)
  expect(await targets(other)).toEqual([])
  await expect(remove()).rejects.toMatchObject({ status: 404 })
  expect(await admin.api.exclusions.list({ ...paramsOf(admin), query: {} })).toMatchObject([
    { cve: 'CVE-2021-23337' },
  ])
  expect(await describeExclusions(server.db, scope, [library.id])).toMatchObject([
    { uuid: library.id, reason: 'mitigated', description: 'why' },
  ])
})

it('are deleted by id or by what they exclude, in query or body', async () => {
  const admin = await server.newAccount()
  const project = await newProject(admin)
  const domain = 'security'
  const lodash = { language: 'nodejs', name: '@types/lodash' }
  const create = (body: object) =>
    admin.api.exclusions.create({ ...paramsOf(admin), query: { domain }, body })
  const list = () => admin.api.exclusions.list({ ...paramsOf(admin), query: {} })
  const path = `/api/v1/accounts/${admin.accountUuid}/exclusions?domain=${domain}`
  const remove = async (query: string, body?: object) => {
    const headers = {
      authorization: admin.authorization,
      ...(body && { 'content-type': 'application/json' }),
    }
    const init = { method: 'DELETE', headers, ...(body && { body: JSON.stringify(body) }) }
    return (await fetch(server.url + path + query, init)).status
  }
  const ways: [object, (id: string) => Promise<number>][] = [
    [{ library: lodash }, (id) => remove(`&id=${id}`)],
    [{ library: lodash }, (id) => remove('', { id })],
    [{ library: lodash }, () => remove('', { library: lodash })],
    [{ library: lodash, version: '1.0' }, () => remove('', { library: lodash, version: '1.0' })],
    [{ library: lodash }, () => remove('&language=nodejs&name=@types/lodash')],
    [{ cve: 'CVE-2021-23337' }, () => remove('&cve=cve-2021-23337')],
    [
      { cve: 'CVE-2021-23337', projectUuid: project },
      () => remove(`&cve=CVE-2021-23337&projectUuid=${project}`),
    ],
  ]
  for (const [body, way] of ways) {
    const { id } = await create(body)
    expect([body, await way(id)]).toEqual([body, 200])
    expect(await list()).toEqual([])
  }
  await create({ library: lodash })
  expect(await remove('')).toBe(400)
  expect(await remove('&cve=CVE-2021-23337', { library: lodash })).toBe(400)
  expect(await remove('&cve=CVE-2021-23337')).toBe(404)
  expect(await list()).toHaveLength(1)
})

it('say when they last matched', async () => {
  const admin = await server.newAccount()
  const create = (domain: 'security' | 'stability', body: object) =>
    admin.api.exclusions.create({ ...paramsOf(admin), query: { domain }, body })
  await create('security', { cve: 'CVE-2019-10744' })
  await create('security', { cve: 'CVE-1999-0001' })
  const file = filePart(npmInventory(['lodash@4.17.4']))
  await admin.api.uploads.intoNew({ body: { file, url: 'https://example.org/matched', branch: 'main' } })
  const listed = await admin.api.exclusions.list({ ...paramsOf(admin), query: {} })
  expect(listed.map(({ cve, lastMatchedAt }) => [cve, lastMatchedAt])).toEqual([
    ['CVE-1999-0001', null],
    ['CVE-2019-10744', expect.any(Number)],
  ])
})

it('report duplicates and unknown advisory ids', async () => {
  const admin = await server.newAccount()
  const create = (body: object) =>
    admin.api.exclusions.create({ ...paramsOf(admin), query: { domain: 'security' }, body })
  const known = await server.db
    .selectFrom('advisory')
    .select(['uuid', 'cve'])
    .where('cve', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(await create({ cve: known.cve })).toMatchObject({ warnings: [] })
  expect(await create({ uuid: known.uuid })).toMatchObject({ warnings: [] })
  expect(await create({ cve: 'CVE-1999-9999999' })).toMatchObject({
    warnings: ['No known advisory is called CVE-1999-9999999: nothing is excluded until one is'],
  })
  expect((await create({ uuid: crypto.randomUUID() })).warnings).toHaveLength(1)
  const again = { status: 409, errorType: 'exclusionExists' }
  await expect(create({ cve: known.cve, description: 'again' })).rejects.toMatchObject(again)
  expect(await admin.api.exclusions.list({ ...paramsOf(admin), query: {} })).toHaveLength(4)
})

it.each(['stability', 'licensing'] as const)('of %s name a component, not an advisory', async (domain) => {
  const admin = await server.newAccount()
  const create = (body: object) =>
    admin.api.exclusions.create({ ...paramsOf(admin), query: { domain }, body })
  for (const target of [{ cve: 'CVE-2021-23337' }, { uuid: crypto.randomUUID() }])
    await expect(create(target)).rejects.toMatchObject({
      status: 400,
      message: `The ${domain} of a component is excluded by its name`,
    })
  await create({ library: { language: 'nodejs', name: 'lodash' } })
  expect(await admin.api.exclusions.list({ ...paramsOf(admin), query: { domain } })).toHaveLength(1)
})

it('reject unknown languages, two targets and projects of other accounts', async () => {
  const admin = await server.newAccount()
  const projectOfOther = await newProject(await server.newAccount())
  const create = (body: object) =>
    admin.api.exclusions.create({ ...paramsOf(admin), query: { domain: 'security' }, body })
  await expect(create({ library: { language: 'cobol', name: 'a' } })).rejects.toMatchObject({ status: 400 })
  await expect(
    create({ cve: 'CVE-2021-23337', library: { language: 'npm', name: 'a' } }),
  ).rejects.toMatchObject({
    errorType: 'invalidInput',
  })
  await expect(create({ cve: 'CVE-2021-23337', projectUuid: projectOfOther })).rejects.toMatchObject({
    status: 404,
  })
  expect(await admin.api.exclusions.list({ ...paramsOf(admin), query: {} })).toEqual([])
})

it('apply until the given time and name their author', async () => {
  const admin = await server.newAccount()
  const scope = accountScope(admin.accountUuid)
  const project = await newProject(admin)
  const create = (expiresAt: number) =>
    admin.api.exclusions.create({
      ...paramsOf(admin),
      query: { domain: 'security' },
      body: { cve: 'CVE-2021-23337', expiresAt },
    })
  await expect(create(Date.now() - 1)).rejects.toThrow('The end date is in the past')
  const expiresAt = Date.now() + 3_600_000
  const { id } = await create(expiresAt)
  const list = () => admin.api.exclusions.list({ ...paramsOf(admin), query: {} })
  expect(await list()).toMatchObject([{ id, expiresAt, createdBy: admin.uuid }])
  expect((await listActiveExclusions(server.db, scope, [project])).get(project) ?? []).toHaveLength(1)
  const past = new Date(Date.now() - 1000)
  await server.db.updateTable('exclusion').set({ expires_at: past }).where('uuid', '=', id).execute()
  expect(await list()).toEqual([])
  expect((await listActiveExclusions(server.db, scope, [project])).get(project) ?? []).toEqual([])
})
