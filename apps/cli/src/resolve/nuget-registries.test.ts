import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mappedRegistries } from './nuget-registries.ts'
import { findRegistries } from './registries.ts'
import { openFacts } from './registry-facts.ts'

let home: string
let project: string
beforeEach(() => {
  home = folderOfTest()
  project = join(home, 'project')
  mkdirSync(project)
  mkdirSync(join(home, '.nuget', 'NuGet'), { recursive: true })
})

const find = (environment: Record<string, string> = {}) =>
  findRegistries('nuget', { environment: { HOME: home, ...environment }, folders: [project] })
const write = (file: string, ...parts: string[]) =>
  writeFileSync(file, `<?xml version="1.0"?>\n<configuration>${parts.join('')}</configuration>`)
const userFile = () => join(home, '.nuget', 'NuGet', 'NuGet.Config')
const projectFile = () => join(project, 'nuget.config')
const sources = (...entries: string[]) => `<packageSources>${entries.join('')}</packageSources>`
const add = (key: string, value: string) => `<add key="${key}" value="${value}"/>`
const feed = 'https://nuget.example.org/v3/index.json'
const login = (element: string, user: string, password: string) =>
  `<packageSourceCredentials><${element}>${add('Username', user)}${add('ClearTextPassword', password)}</${element}></packageSourceCredentials>`
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const isPublic = expect.objectContaining({
  url: expect.stringMatching(/^https:\/\/api\.[^/]+\/v3$/) as string,
}) as unknown

test('without a file, the public registry is asked', async () => {
  expect(await find()).toEqual([isPublic])
})

test("the user's sources, with logins and without what is disabled, a folder or of version 2", async () => {
  write(
    userFile(),
    sources(
      add('Our feed', feed),
      add('token', 'https://%HOST%/index.json'),
      add('off', 'https://off.example.org/v3/index.json'),
      add('folder', '../packages'),
      add('old', 'https://old.example.org/api/v2'),
    ),
    `<disabledPackageSources>${add('off', 'true')}</disabledPackageSources>`,
    login('Our_x0020_feed', 'me', '%SECRET%'),
  )
  expect(
    await find({
      SECRET: 's3cret',
      HOST: 'token.example.org',
      NuGetPackageSourceCredentials_token: 'Username=ci;Password=abc',
    }),
  ).toEqual([
    { url: 'https://nuget.example.org/v3', authorization: basic('me:s3cret') },
    { url: 'https://token.example.org', authorization: basic('ci:abc') },
  ])
})

describe("a project's file", () => {
  test("counts for hosts of the user's sources, and may drop others", async () => {
    write(userFile(), sources(add('a', feed), add('b', 'https://b.example.org/index.json')))
    write(
      projectFile(),
      sources('<clear/>', add('c', 'https://nuget.example.org/other/index.json')),
      login('c', 'me', 'x'),
    )
    expect(await find()).toEqual([{ url: 'https://nuget.example.org/other', authorization: basic('me:x') }])
  })

  test('is not followed to a host that only it names, and what it maps there is asked nowhere', async () => {
    write(projectFile(), sources(add('evil', 'https://evil.example.org/index.json')))
    expect(await find()).toEqual([isPublic])
    write(
      projectFile(),
      sources(
        add('ours', 'https://ours.example.org/index.json'),
        add('public', `${ecosystemById('nuget').registryUrls![0]}/index.json`),
      ),
      '<packageSourceMapping><packageSource key="ours"><package pattern="Acme.*"/></packageSource><packageSource key="public"><package pattern="*"/></packageSource></packageSourceMapping>',
      login('ours', 'me', 'x'),
    )
    const all = await find()
    expect(mappedRegistries(all, 'acme.web')).toEqual([
      { url: 'https://ours.example.org', patterns: ['Acme.*'], isUntrusted: true },
    ])
    expect(mappedRegistries(all, 'Other')).toEqual([expect.objectContaining({ patterns: ['*'] })])
  })
})

test('the longest pattern decides; what is mapped nowhere is asked nowhere', () => {
  const [all, some, one] = [
    { url: 'all', patterns: ['*'] },
    { url: 'some', patterns: ['Acme.*', 'Other.*'] },
    { url: 'one', patterns: ['acme.web'] },
  ]
  const urls = (name: string, of = [all, some, one]) => mappedRegistries(of, name).map(({ url }) => url)
  expect([urls('Acme.Web'), urls('Acme.Core'), urls('Newtonsoft.Json')]).toEqual([['one'], ['some'], ['all']])
  expect(urls('Newtonsoft.Json', [some, one])).toEqual([])
})

describe('packages', () => {
  let server: Server
  const requests: string[] = []
  beforeEach(async () => {
    requests.length = 0
    server = createServer((request, response) => {
      const { url = '', headers } = request
      requests.push(`${url} ${headers.authorization ?? ''}`.trim())
      const [, name] = /^\/(\w+)\/index\.json$/.exec(url) ?? []
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}/flat/`
      const index = { resources: [{ '@type': 'PackageBaseAddress/3.0.0', '@id': address }] }
      if (name !== undefined) response.end(JSON.stringify(index))
      else if (url === '/private/flat/acme.web/index.json') response.end('{"versions":["1.0.0"]}')
      else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  test('are asked of each source where its own index says, with its login', async () => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    write(
      userFile(),
      sources(add('first', `${address}/first/index.json`), add('private', `${address}/private/index.json`)),
      login('private', 'me', 'x'),
    )
    const facts = openFacts({ environment: { HOME: home }, folder: join(home, 'kept'), isOnline: true })
    const resource = 'PackageBaseAddress/3.0.0'
    const read = (path: string) => facts.read('nuget', { path, resource, name: 'acme.web', isFixed: false })
    const answer = await read('/acme.web/index.json')
    expect(new TextDecoder().decode(answer as Uint8Array)).toBe('{"versions":["1.0.0"]}')
    expect(requests).toEqual([
      '/first/index.json',
      '/first/flat/acme.web/index.json',
      `/private/index.json ${basic('me:x')}`,
      `/private/flat/acme.web/index.json ${basic('me:x')}`,
    ])
    expect(await read('/other/index.json')).toBe('absent')
    const unknown = { path: '/a', resource: 'Search/1', isFixed: false }
    expect(await facts.read('nuget', unknown)).toBe('absent')
  })
})
