import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findRegistries } from './registries.ts'

let home: string
let project: string
beforeEach(() => {
  home = folderOfTest()
  project = join(home, 'project')
  mkdirSync(project)
})

const find = (environment: Record<string, string> = {}) =>
  findRegistries('npm', { environment: { HOME: home, ...environment }, folders: [project] })
const write = (folder: string, ...lines: string[]) => writeFileSync(join(folder, '.npmrc'), lines.join('\n'))
const isPublic = expect.objectContaining({
  url: expect.stringMatching(/^https:\/\/registry\./) as string,
}) as unknown

test("the user's registry, and those of scopes with their logins", async () => {
  write(
    home,
    'registry=https://npm.example.org/all/',
    '@acme:registry=https://npm.example.org/acme/',
    '//npm.example.org/acme/:_authToken=${TOKEN}',
  )
  expect(await find({ TOKEN: 'secret' })).toEqual([
    { url: 'https://npm.example.org/all' },
    { url: 'https://npm.example.org/acme', scope: '@acme', authorization: 'Bearer secret' },
  ])
})

test("the project's registries, where the user's settings know their host", async () => {
  write(home, '//npm.example.org/:_auth=bG9naW4=')
  write(project, 'registry=https://npm.example.org/', '@acme:registry=https://npm.example.org')
  expect(await find()).toEqual([
    { url: 'https://npm.example.org', authorization: 'Basic bG9naW4=' },
    { url: 'https://npm.example.org', authorization: 'Basic bG9naW4=', scope: '@acme' },
  ])
})

test('a host that only the project names is not asked, nor anyone else about its scope', async () => {
  write(project, 'registry=https://evil.example.org/', '@acme:registry=https://evil.example.org/')
  expect(await find()).toEqual([
    isPublic,
    { url: 'https://evil.example.org', scope: '@acme', isUntrusted: true },
  ])
})
