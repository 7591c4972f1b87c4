import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()

const spellings = [
  'https://github.com/org/repo',
  'http://github.com/org/repo',
  'https://github.com/org/repo.git',
  'https://github.com/org/repo/',
  'https://GitHub.COM/org/repo',
  'https://github.com:443/org/repo',
  'https://www.github.com/org/repo',
  'https://github.com/org/repo?account=x',
  'https://user:secret@github.com/org/repo',
  'ssh://git@github.com/org/repo.git',
  'ssh://git@github.com:22/org/repo.git',
  'git@github.com:org/repo.git',
  'github:org/repo',
  'github:org/repo?account=x',
]

const upload = (member: TestMember, url: string, branch = 'main') =>
  member.api.uploads.intoNew({
    body: { file: filePart(npmInventory(['left-pad@1.3.0'])), url, branch, wait: 'false' },
  })
const list = (member: TestMember) => member.api.projects.list({ params: { accountUuid: member.accountUuid } })

test('50 concurrent uploads in 14 spellings create one project', async () => {
  const member = await server.newAccount()
  const builds = await Promise.all(
    Array.from({ length: 50 }, (_, index) => upload(member, spellings[index % spellings.length]!)),
  )
  const projects = await list(member)
  expect(projects).toHaveLength(1)
  expect(projects[0]).toMatchObject({ name: 'github.com/org/repo', branches: ['main'] })
  expect(new Set(builds.map(({ uuid }) => uuid))).toEqual(new Set([projects[0]!.uuid]))
})

test('creating, building and uploading use the same project in any spelling', async () => {
  const member = await server.newAccount()
  const uuids = new Set<string>()
  for (const url of spellings) {
    uuids.add((await member.api.projects.create({ body: { url } })).uuid)
    uuids.add((await upload(member, url)).uuid)
    await member.api.builds.create({ body: { url, branch: 'head' } })
  }
  expect(uuids.size).toBe(1)
  expect(await list(member)).toHaveLength(1)
})

test.each(spellings)('%s is shown and listed like other urls', async (url) => {
  const member = await server.newAccount()
  const { uuid } = await member.api.projects.create({ body: { url } })
  const body = { file: filePart(npmInventory(['left-pad@1.3.0'])), branch: 'main' }
  await member.api.uploads.intoProject({ params: { projectUuid: uuid }, body })
  const { projects } = await member.api.metrics.security({ query: {} })
  expect(projects).toMatchObject([{ nameFront: 'github.com/org/', nameTail: 'repo' }])
  expect(await member.api.reports.list({ query: {} })).toMatchObject([{ uuid, name: 'github:org/repo' }])
  const shown = await member.api.projects.get({ params: { projectUuid: uuid } })
  expect(shown.url).toBe(url.replace('user:secret@', ''))
})

test('different repositories remain different projects', async () => {
  const member = await server.newAccount()
  const others = [
    'github:org/repo2',
    'gitlab:org/repo',
    'https://git.example.com/org/repo',
    'docker:org/repo',
  ]
  for (const url of [spellings[0]!, ...others]) await upload(member, url)
  expect(await list(member)).toHaveLength(5)
})

test('a license policy matches the project in any spelling of pattern and url', async () => {
  const member = await server.newAccount()
  await member.api.projects.create({ body: { url: 'git@github.com:org/repo.git' } })
  await member.api.policies.create({
    params: { accountUuid: member.accountUuid },
    body: { name: 'No MIT', mode: 'DENY', licenses: ['MIT'], pattern: 'https://github.com/org/*' },
  })
  const file = filePart(npmInventory(['left-pad@1.3.0']))
  const build = await member.api.uploads.intoNew({ body: { file, url: 'github:org/repo', branch: 'main' } })
  expect(build.licensing).toBe('0')
})
