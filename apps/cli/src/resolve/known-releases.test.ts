import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runProgram } from '../program.ts'

let folder: string
let registry: Server
let address: string
let requests: string[]
let stdout: string

const advisory = (ecosystem: string, name: string, fixed: string) => ({
  id: `GHSA-${name}`,
  summary: name,
  affected: [
    {
      package: { ecosystem, name },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
    },
  ],
})
const packument = (versions: object) => JSON.stringify({ versions })
const documents: Record<string, () => string> = {
  '/acme-html': () =>
    packument({
      '1.0.0': { dependencies: { 'acme-css': '^1.0.0' } },
      '1.1.0': { dependencies: { 'acme-css': '^2.0.0' } },
    }),
  '/acme-css': () => packument({ '1.0.0': {}, '2.0.0': {}, '2.1.0': {} }),
  '/simple/acme-lib/': () =>
    JSON.stringify({
      files: ['1.0', '1.1', '1.2'].map((version) => ({
        filename: `acme_lib-${version}-py3-none-any.whl`,
        url: `${address}/${version}.whl`,
        'core-metadata': true,
        'requires-python': version === '1.1' ? '>=3.12' : '>=3.8',
      })),
    }),
}

beforeEach(async () => {
  folder = folderOfTest()
  mkdirSync(join(folder, 'project'))
  requests = []
  registry = createServer((request, response) => {
    requests.push(request.url ?? '')
    const document = documents[request.url ?? '']
    response.writeHead(document ? 200 : 404).end(document?.())
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((stdout += String(text))))
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const packages = {
    '': { dependencies: { 'acme-html': '1.0.0', 'acme-own': '1.0.0' } },
    'node_modules/acme-html': { version: '1.0.0', dependencies: { 'acme-css': '^1.0.0' } },
    'node_modules/acme-css': { version: '1.0.0' },
    'node_modules/acme-own': {
      version: '1.0.0',
      resolved: 'https://npm.acme.example/acme-own-1.0.0.tgz',
      dependencies: { 'acme-css': '^1.0.0' },
    },
  }
  write('project/package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }))
  write(
    'project/uv.lock',
    `version = 1
requires-python = ">=3.9"
[[package]]
name = "app"
version = "0.1.0"
source = { virtual = "." }
dependencies = [{ name = "acme-lib" }]
[package.metadata]
requires-dist = [{ name = "acme-lib", specifier = "==1.0" }]
[[package]]
name = "acme-lib"
version = "1.0"
source = { registry = "https://pypi.org/simple" }
`,
  )
  const all = [advisory('npm', 'acme-css', '2.0.0'), advisory('PyPI', 'acme-lib', '1.1')]
  write('all.jsonl', all.map((each) => JSON.stringify(each)).join('\n'))
  await run('advisories', 'sync', '--offline', '--from', join(folder, 'all.jsonl'))
})
afterEach(() => {
  vi.restoreAllMocks()
  registry.close()
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

function run(...args: string[]) {
  stdout = ''
  const environment = {
    HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    npm_config_registry: address,
    PIP_INDEX_URL: `${address}/simple`,
    CI: 'true',
  }
  return runProgram({ version: '1.2.3', environment, args })
}

async function plan(...options: string[]) {
  await run('fix', '--offline', join(folder, 'project'), '--json', ...options)
  const planned = JSON.parse(stdout) as {
    name: string
    to: string
    isKnownRelease: boolean
    command: string | null
  }[]
  return Object.fromEntries(
    planned.map(({ name, ...rest }) => [name, [rest.to, rest.isKnownRelease, rest.command]]),
  )
}

it('knows no releases without the registries, and asks nobody', async () => {
  const planned = await plan()
  expect(planned['acme-css']?.slice(0, 2)).toEqual(['2.0.0', false])
  expect(planned['acme-lib']?.slice(0, 2)).toEqual(['1.1', false])
  expect(requests).toEqual([])
})

it('takes releases that exist, for the Python of the project, and keeps them for the next plan', async () => {
  const known = await plan('--resolve=registry')
  expect(known['acme-lib']).toEqual(['1.2', true, "uv add 'acme-lib>=1.2' --upgrade-package acme-lib==1.2"])
  expect(requests).toContain('/simple/acme-lib/')
  expect((await plan('--resolve=declared'))['acme-lib']?.slice(0, 2)).toEqual(['1.1', false])
  requests.length = 0
  expect((await plan())['acme-lib']).toEqual(known['acme-lib'])
  expect(requests).toEqual([])
})

it('upgrades the package that brings it, and names no package of a private registry to another one', async () => {
  const { 'acme-css': css } = await plan('--resolve=registry')
  expect(css?.[1]).toBe(true)
  expect(css?.[2]).toContain('npm install acme-html@1.1.0')
  expect(requests.filter((path) => path.includes('own'))).toEqual([])
})
