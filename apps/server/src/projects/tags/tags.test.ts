import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'

const server = testServer({ withWorker: false })
const admin = forAllTests(() => server.newAccount())

const project = async (name: string, tags: string[] = []) =>
  (await admin.api.projects.create({ body: { url: `https://example.org/${name}`, tags } })).uuid
const tagsOf = async (projectUuid: string) => (await admin.api.projects.get({ params: { projectUuid } })).tags

test('a tag can be created, assigned to projects, renamed and removed', async () => {
  const [a, b] = [await project('a'), await project('b', ['old'])]
  const { uuid: tagUuid } = await admin.api.tags.create({ body: { name: 'prod' } })
  expect(await admin.api.tags.create({ body: { name: 'prod' } })).toMatchObject({ uuid: tagUuid })
  const params = { tagUuid }
  expect(await admin.api.tags.update({ params, body: { projects: [a, b] } })).toMatchObject({
    name: 'prod',
    projects: [a, b],
  })
  expect(await tagsOf(b)).toEqual(['old', 'prod'])
  expect(await admin.api.tags.get({ params: { tagName: 'prod' } })).toEqual({ projects: [a, b] })

  await admin.api.tags.update({ params, body: { name: 'live', projects: [b] } })
  expect([await tagsOf(a), await tagsOf(b)]).toEqual([[], ['old', 'live']])
  await expect(admin.api.tags.get({ params: { tagName: 'prod' } })).rejects.toMatchObject({ status: 404 })

  await admin.api.tags.remove({ params })
  expect(await tagsOf(b)).toEqual(['old'])
  expect((await admin.api.tags.list()).map(({ name }) => name)).toEqual(['old'])
})

test('a tag can be created with projects, but not with those of other accounts', async () => {
  const account = await server.newAccount()
  const make = (url: string) => account.api.projects.create({ body: { url: `https://example.org/${url}` } })
  const [{ uuid: a }, { uuid: b }] = [await make('with-a'), await make('with-b')]
  const made = await account.api.tags.create({ body: { name: 'given', projects: [a] } })
  expect(made).toMatchObject({ name: 'given', projects: [a] })
  expect((await account.api.projects.get({ params: { projectUuid: a } })).tags).toEqual(['given'])
  const again = await account.api.tags.create({ body: { name: 'given', projects: [b] } })
  expect(again).toEqual({ uuid: made.uuid, name: 'given', projects: [b] })
  const projectOfOther = await project('other')
  await expect(
    account.api.tags.create({ body: { name: 'stolen', projects: [projectOfOther] } }),
  ).rejects.toMatchObject({ status: 404 })
  expect((await account.api.tags.list()).map(({ name }) => name)).toEqual(['given'])
})

test('tag names are unique', async () => {
  const first = await admin.api.tags.create({ body: { name: 'first' } })
  await admin.api.tags.create({ body: { name: 'second' } })
  await expect(
    admin.api.tags.update({ params: { tagUuid: first.uuid }, body: { name: 'second' } }),
  ).rejects.toMatchObject({ status: 409, errorType: 'tagExists' })
})

test.each(['', ' ', 'a,b'])('rejects %j as a tag name', async (name) => {
  await expect(admin.api.tags.create({ body: { name } })).rejects.toMatchObject({ status: 0 })
})

test('a team member sees only projects of the team', async () => {
  const teamUuid = await server.addTeam(admin, 'team')
  const member = await server.addMember(admin, 'Team viewer', teamUuid)
  const inTeam = await admin.api.projects.create({
    body: { url: 'https://example.org/in-team', teamUuid, tags: ['shared'] },
  })
  await project('outside', ['shared'])
  expect(await member.api.tags.get({ params: { tagName: 'shared' } })).toEqual({ projects: [inTeam.uuid] })
})
