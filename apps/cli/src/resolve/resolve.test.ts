import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runProgram } from '../program.ts'

let folder: string
let project: string
let registry: Server
let requests: string[]
let isLost: boolean
let documents: Record<string, string>
let stdout: string
let stderr: string

const pom = (name: string, ...dependencies: string[]) =>
  `<project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>org.example</groupId><artifactId>${name}</artifactId><version>1</version><dependencies>${dependencies
    .map((each) => {
      const [group, artifact, version] = each.split(':')
      return `<dependency><groupId>${group!}</groupId><artifactId>${artifact!}</artifactId><version>${version!}</version></dependency>`
    })
    .join('')}</dependencies></project>`

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-resolve-'))
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
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((stdout += String(text))))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((stderr += String(text))))
})
afterEach(() => {
  vi.restoreAllMocks()
  registry.closeAllConnections()
  registry.close()
  rmSync(folder, { recursive: true })
})

const address = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`

async function scan(...more: string[]) {
  stdout = stderr = ''
  const environment = {
    HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    CI: 'true',
    ASSAY_REGISTRY_MIRRORS: `repo.maven.apache.org=${address()}`,
  }
  await runProgram({
    version: '1.2.3',
    environment,
    args: ['scan', '--offline', project, '--format', 'json', ...more],
  })
  const { components, coverage } = JSON.parse(stdout) as {
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
  expect(stderr).toContain("No lockfile lists the versions of 'pom.xml': 2 packages were resolved")
  expect(requests).toHaveLength(2)
  expect(await scan()).toEqual(complete)
  expect(await scan('--resolve', 'declared')).toEqual(declared)
  expect(requests).toHaveLength(2)
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
  stdout = stderr = ''
  const environment = { HOME: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, CI: 'true' }
  const args = ['scan', '--offline', '--resolve', 'registry', project]
  await runProgram({ version: '1.2.3', environment, args })
  expect(requests).toEqual(Object.keys(documents).map((path) => `${path} Basic ${btoa('me:secret')}`))
})

it('stays with what is declared if the registry cannot be reached', async () => {
  isLost = true
  expect(await scan('--resolve', 'registry')).toEqual(declared)
})
