import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { captureOutput } from '../testing/capture-output.ts'
import { makeZip } from '@assay/engine/inventory/testing/make-archives.ts'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runProgram } from '../program.ts'

let folder: string
let project: string
let registry: Server
let requests: string[]
let isLost: boolean
let documents: Record<string, string>
const output = captureOutput()

const pom = (name: string, ...dependencies: string[]) =>
  `<project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>org.example</groupId><artifactId>${name}</artifactId><version>1</version><dependencies>${dependencies
    .map((each) => {
      const [group, artifact, version] = each.split(':')
      return `<dependency><groupId>${group!}</groupId><artifactId>${artifact!}</artifactId><version>${version!}</version></dependency>`
    })
    .join('')}</dependencies></project>`

beforeEach(async () => {
  folder = folderOfTest()
  project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'pom.xml'), pom('shop', 'org.web:server:2'))
  requests = []
  isLost = false
  documents = {
    '/org/web/server/2/server-2.pom': pom('server', 'org.apache.logging.log4j:log4j-core:2.14.1'),
    '/org/apache/logging/log4j/log4j-core/2.14.1/log4j-core-2.14.1.pom': pom('log4j-core'),
  }
  registry = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization ?? ''}`.trim())
    const text = documents[request.url ?? '']
    if (isLost) request.socket.destroy()
    else response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  registry.closeAllConnections()
  registry.close()
})

const address = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`

async function scan(...more: string[]) {
  output.clear()
  const environment = {
    HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    CI: 'true',
    ASSAY_REGISTRY_MIRRORS: `repo.maven.apache.org=${address()}, pypi.org=${address()}`,
  }
  await runProgram({
    version: '1.2.3',
    environment,
    args: ['scan', '--offline', project, '--format', 'json', ...more],
  })
  const { components, coverage } = JSON.parse(output.stdout) as {
    components: { name: string; version: string; sureness?: string; locations: string[] }[]
    coverage: { gaps: { reason: string }[] }
  }
  return {
    packages: components.map(({ name, version, sureness = '?' }) => `${name} ${version} ${sureness}`),
    files: [...new Set(components.flatMap(({ locations }) => locations))],
    gaps: coverage.gaps.flatMap(({ reason }) => (reason === 'advisories-outdated' ? [] : [reason])),
  }
}

const complete = {
  packages: ['org.web:server 2 resolved', 'org.apache.logging.log4j:log4j-core 2.14.1 resolved'],
  files: ['pom.xml'],
  gaps: [],
}
const declared = { packages: ['org.web:server 2 ?'], files: ['pom.xml'], gaps: ['transitive-unlisted'] }

it('resolves a manifest by the registry, and keeps what it read for scans without it', async () => {
  expect(await scan()).toEqual(declared)
  expect(await scan('--resolve', 'registry')).toEqual(complete)
  expect(output.stderr).toContain("No lockfile lists the versions of 'pom.xml': 2 packages were resolved")
  expect(requests).toHaveLength(2)
  expect(await scan()).toEqual(complete)
  expect(await scan('--resolve', 'declared')).toEqual(declared)
  expect(requests).toHaveLength(2)
})

it('resolves a manifest in an archive', async () => {
  project = join(folder, 'app.zip')
  writeFileSync(project, makeZip([['shop/pom.xml', pom('shop', 'org.web:server:2')]]))
  expect(await scan('--resolve', 'registry')).toEqual({
    ...complete,
    files: ['app.zip.cdx.json!/shop/pom.xml'],
  })
})

it("takes descriptions from Maven's own downloads", async () => {
  for (const [path, text] of Object.entries(documents)) {
    const file = join(folder, '.m2', 'repository', path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
  }
  expect(await scan()).toEqual(complete)
  expect(requests).toEqual([])
})

it("asks the mirror of Maven's settings, with its login", async () => {
  mkdirSync(join(folder, '.m2'))
  writeFileSync(
    join(folder, '.m2', 'settings.xml'),
    `<settings><mirrors><mirror><id>own</id><mirrorOf>*</mirrorOf><url>${address()}/</url></mirror></mirrors>
    <servers><server><id>own</id><username>me</username><password>secret</password></server></servers></settings>`,
  )
  output.clear()
  const environment = { HOME: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, CI: 'true' }
  const args = ['scan', '--offline', '--resolve', 'registry', project]
  await runProgram({ version: '1.2.3', environment, args })
  expect(requests).toEqual(Object.keys(documents).map((path) => `${path} Basic ${btoa('me:secret')}`))
})

it.each([
  ['whole', false],
  ['in parts', true],
])(
  'reads what a wheel requires from the archive, %s, if the index does not say it',
  async (_, givesParts) => {
    const wheel = makeZip([
      ['shop-1.0.dist-info/METADATA', 'Name: shop\nRequires-Dist: lib>=2\n\n'],
      ['shop/data.bin', randomBytes(200_000).toString('hex')],
    ])
    const fileOf = (name: string, version: string) => `${name}-${version}-py3-none-any.whl`
    const simple = (name: string, version: string) =>
      JSON.stringify({
        files: [{ filename: fileOf(name, version), url: `${address()}/files/${fileOf(name, version)}` }],
      })
    const texts = new Map<string, string>([
      ['/simple/shop/', simple('shop', '1.0')],
      ['/simple/lib/', simple('lib', '2.5')],
      [`/files/${fileOf('lib', '2.5')}.metadata`, 'Name: lib\n\n'],
    ])
    let sent = 0
    registry.removeAllListeners('request')
    registry.on('request', (request, response) => {
      const text = texts.get(request.url ?? '')
      const isWheel = request.url === `/files/${fileOf('shop', '1.0')}`
      const [, start = '', end = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
      if (!isWheel) response.writeHead(text === undefined ? 404 : 200).end(text)
      else if (!givesParts || start + end === '') response.end(wheel)
      else {
        const from = start === '' ? wheel.length - Number(end) : Number(start)
        const part = wheel.subarray(from, start === '' ? wheel.length : Number(end) + 1)
        sent += part.length
        response
          .writeHead(206, { 'content-range': `bytes ${from}-${from + part.length - 1}/${wheel.length}` })
          .end(part)
      }
    })
    rmSync(join(project, 'pom.xml'))
    writeFileSync(join(project, 'requirements.txt'), 'shop\n')
    const { packages, gaps } = await scan('--resolve', 'registry')
    expect(packages).toEqual(['shop 1.0 resolved', 'lib 2.5 resolved'])
    expect(gaps).toEqual([])
    if (givesParts) expect(sent).toBeLessThan(wheel.length)
  },
)

it('never asks a host that an index names and that is none of the registry', async () => {
  documents['/simple/shop/'] = JSON.stringify({
    files: [{ filename: 'shop-1.0-py3-none-any.whl', url: 'http://127.0.0.2:9/shop-1.0-py3-none-any.whl' }],
  })
  rmSync(join(project, 'pom.xml'))
  writeFileSync(join(project, 'requirements.txt'), 'shop\n')
  const { packages, gaps } = await scan('--resolve', 'registry')
  expect(packages).toEqual(['shop 1.0 resolved'])
  expect(gaps).toEqual(['transitive-unlisted'])
})

it('stays with what is declared if the registry cannot be reached', async () => {
  isLost = true
  expect(await scan('--resolve', 'registry')).toEqual(declared)
})
